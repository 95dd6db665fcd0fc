//! The way out: the user's own `git` program, with the user's own configuration, lists refs and fetches into the same
//! folder of objects. It may not prompt, and may speak no protocol that runs programs.

use std::{
    io::Read as _,
    path::Path,
    process::{Command, Stdio},
};

use super::{Access, Error, Refs, objects, refs::Gathering};
use crate::{
    host::fs::{self, Scratch},
    model::{commit::Commit, git_url::GitUrl},
};

const MAX_WORDS: u64 = 64 * 1024;

/// A git that uses `repository` and nothing of the folder it is started in.
fn git(repository: &Path, access: &Access<'_>) -> Command {
    let mut command = Command::new("git");
    command
        .args(["-c", "protocol.ext.allow=never", "-c", "gc.auto=0", "-c", "maintenance.auto=false"])
        .args(["-c", "core.hooksPath=/dev/null", "-c", "core.askPass="])
        .current_dir(repository)
        .env("GIT_DIR", repository)
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GCM_INTERACTIVE", "never")
        .env("LC_ALL", "C");
    for name in [
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_NAMESPACE",
        "GIT_COMMON_DIR",
        "GIT_ASKPASS",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_OBJECT_DIRECTORY",
        "SSH_ASKPASS",
    ] {
        command.env_remove(name);
    }
    if let Some(line) = access.environment.text("GIT_SSH_COMMAND") {
        command.env("GIT_SSH_COMMAND", line);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// An empty repository to run git in.
fn repository(parent: &Path) -> Result<Scratch, Error> {
    let scratch = Scratch::new_in(parent)?;
    let path = scratch.path();
    fs::create_folders(&path.join("refs"))?;
    fs::create_folders(&path.join("objects"))?;
    fs::write_new(&path.join("HEAD"), b"ref: refs/heads/main\n", false)?;
    fs::write_new(&path.join("config"), b"[core]\n\trepositoryformatversion = 0\n\tbare = true\n", false)?;
    Ok(scratch)
}

/// Runs git and gives its output, at most the limit of the access; its error output becomes the error.
fn run(url: &GitUrl, mut command: Command, limit: u64) -> Result<Vec<u8>, Error> {
    let mut child = command.spawn().map_err(|error| Error::Program {
        url: url.to_string(),
        program: "git".to_owned(),
        why: fs::plain(&error),
    })?;
    let errors = child.stderr.take().map(|mut stream| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stream.by_ref().take(MAX_WORDS).read_to_end(&mut text);
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
            String::from_utf8_lossy(&text).into_owned()
        })
    });
    let mut output = Vec::new();
    if let Some(stream) = child.stdout.take() {
        let read = stream.take(limit).read_to_end(&mut output);
        read.map_err(|error| Error::io(url, &error))?;
    }
    let status = child.wait().map_err(|error| Error::io(url, &error))?;
    let words = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
    if status.success() {
        return Ok(output);
    }
    if words.contains("Authentication failed") || words.contains("could not read Username") {
        return Err(Error::Login { url: url.to_string(), tried: words.contains("Authentication failed") });
    }
    let words = if words.trim().is_empty() { format!("git ended with {status}") } else { words };
    Err(Error::server(url, &words))
}

/// The refs as the git program lists them.
pub(super) fn refs(url: &GitUrl, access: &Access<'_>) -> Result<Refs, Error> {
    let repository = repository(access.scratch)?;
    let mut command = git(repository.path(), access);
    command.args(["ls-remote", "--symref", "--", &url.to_string()]);
    let output = run(url, command, 256 * 1024 * 1024)?;
    let text = String::from_utf8_lossy(&output);
    let mut gathering = Gathering::default();
    let mut symref = None;
    for line in text.lines() {
        let Some((value, name)) = line.split_once('\t') else { continue };
        if let Some(target) = value.strip_prefix("ref: ") {
            if name == "HEAD" {
                symref = Some(target.to_owned());
            }
        } else if let Ok(commit) = value.parse() {
            gathering.add(name, commit);
        }
    }
    Ok(gathering.finish(symref.as_deref()))
}

/// Fetches one commit with the git program.
pub(super) fn fetch(url: &GitUrl, commit: &Commit, folder: &Path, access: &Access<'_>) -> Result<(), Error> {
    objects::prepare(folder)?;
    let repository = repository(folder)?;
    let mut command = git(repository.path(), access);
    command
        .env("GIT_OBJECT_DIRECTORY", folder)
        .args(["fetch", "--quiet", "--depth=1", "--no-tags", "--no-write-fetch-head"])
        .args(["--no-recurse-submodules", "--", &url.to_string(), &commit.to_string()]);
    run(url, command, MAX_WORDS).map(|_| ())
}
