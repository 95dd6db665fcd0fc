//! ssh through the user's own program, so that `~/.ssh/config`, agents and keys work as they do for git.
//! `GIT_SSH_COMMAND`, `GIT_SSH` and `GIT_SSH_VARIANT` mean what they mean to git.

use std::{
    io::{self, IsTerminal as _, Read},
    process::{self, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    time::Duration,
};

use super::{super::Error, Channel, buffered};
use crate::{
    host::{dirs::Environment, git::Access},
    model::git_url::{GitUrl, SshUrl},
};

/// Until the first byte: a person may be typing a passphrase.
const FIRST_PATIENCE: Duration = Duration::from_mins(3);
const MAX_WORDS: usize = 16 * 1024;

/// The running ssh program; ended when dropped.
#[derive(Debug)]
pub(in super::super) struct Child {
    process: process::Child,
    words: Arc<Mutex<Vec<u8>>>,
    /// Disconnected when the error output has ended.
    ended: Receiver<()>,
}

impl Child {
    /// What the program said on its error output, once that has ended.
    pub(super) fn last_words(&mut self) -> Option<String> {
        // A connection kept for later runs may hold the output open.
        let _ = self.ended.recv_timeout(Duration::from_secs(2));
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words).into_owned();
        Some(words).filter(|words| !words.trim().is_empty())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What options a kind of ssh program takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variant {
    OpenSsh,
    Plink,
    Tortoise,
    /// None at all.
    Simple,
}

/// How to start ssh.
#[derive(Debug, PartialEq, Eq)]
enum Program {
    /// A line for the shell, arguments appended.
    Line(String),
    /// A program.
    Path(String),
}

impl Program {
    fn of(environment: &Environment) -> Self {
        if let Some(line) = environment.text("GIT_SSH_COMMAND") {
            Self::Line(line.to_owned())
        } else {
            Self::Path(environment.text("GIT_SSH").unwrap_or("ssh").to_owned())
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Line(text) | Self::Path(text) => text,
        }
    }

    fn variant(&self, environment: &Environment) -> Variant {
        let first = match self {
            Self::Line(line) => line.split_whitespace().next().unwrap_or_default(),
            Self::Path(path) => path,
        };
        let base = first.rsplit(['/', '\\']).next().unwrap_or(first).to_ascii_lowercase();
        let base = base.strip_suffix(".exe").unwrap_or(&base);
        match environment.text("GIT_SSH_VARIANT").unwrap_or(base) {
            "plink" | "putty" => Variant::Plink,
            "tortoiseplink" => Variant::Tortoise,
            "simple" => Variant::Simple,
            _ => Variant::OpenSsh,
        }
    }

    fn command(&self, arguments: &[String]) -> Command {
        match self {
            Self::Line(line) => {
                let mut command = Command::new("sh");
                command.arg("-c").arg(format!("{line} \"$@\"")).arg(line).args(arguments);
                command
            }
            Self::Path(path) => {
                let mut command = Command::new(path);
                command.args(arguments);
                command
            }
        }
    }
}

/// The arguments that ask the far end for upload-pack. `SshUrl` lets no host, user or path through that could be
/// taken for an option; the path is quoted for the far end's shell.
fn arguments(address: &SshUrl, variant: Variant, prompts: bool) -> Vec<String> {
    let mut arguments = Vec::new();
    if variant == Variant::OpenSsh {
        if !prompts {
            arguments.extend(["-o", "BatchMode=yes"].map(str::to_owned));
        }
        arguments.extend(["-o", "SendEnv=GIT_PROTOCOL"].map(str::to_owned));
    }
    if variant == Variant::Tortoise {
        arguments.push("-batch".to_owned());
    }
    if let Some(port) = address.port {
        match variant {
            Variant::OpenSsh => arguments.extend(["-p".to_owned(), port.to_string()]),
            Variant::Plink | Variant::Tortoise => arguments.extend(["-P".to_owned(), port.to_string()]),
            Variant::Simple => {}
        }
    }
    let host = address.host.trim_start_matches('[').trim_end_matches(']');
    arguments.push(match &address.user {
        Some(user) => format!("{user}@{host}"),
        None => host.to_owned(),
    });
    arguments.push(format!("git-upload-pack {}", quoted(&address.path)));
    arguments
}

/// Quotes as git does: in single quotes, with `'` and `!` outside of them.
fn quoted(path: &str) -> String {
    let mut out = String::from("'");
    for c in path.chars() {
        if matches!(c, '\'' | '!') {
            out.push_str("'\\");
            out.push(c);
            out.push('\'');
        } else {
            out.push(c);
        }
    }
    out.push('\'');
    out
}

/// Starts ssh and asks for upload-pack, in version 2 where the server accepts the variable that says so.
pub(super) fn open(url: &GitUrl, address: &SshUrl, access: &Access<'_>) -> Result<Channel, Error> {
    let program = Program::of(access.environment);
    let variant = program.variant(access.environment);
    let arguments = arguments(address, variant, io::stderr().is_terminal());
    let mut process = program
        .command(&arguments)
        .env("GIT_PROTOCOL", "version=2")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| Error::Program {
            url: url.to_string(),
            program: program.name().to_owned(),
            why: crate::host::fs::plain(&error),
        })?;
    let (Some(writer), Some(output), Some(errors)) =
        (process.stdin.take(), process.stdout.take(), process.stderr.take())
    else {
        return Err(Error::network(url, "the ssh program has no pipes"));
    };
    let (sender, ended) = sync_channel(0);
    let words = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&words);
    std::thread::spawn(move || {
        let _sender = sender;
        let mut errors = errors;
        let mut chunk = [0; 1024];
        while let Ok(read @ 1..) = errors.read(&mut chunk) {
            let mut words = heard.lock().unwrap_or_else(PoisonError::into_inner);
            if words.len() < MAX_WORDS {
                words.extend_from_slice(&chunk[..read]);
            }
        }
    });
    let reader = Timed::new(output, access.http.patience().read);
    Ok(Channel::Stream {
        reader: buffered(reader),
        writer: Box::new(writer),
        end: Some(Child { process, words, ended }),
    })
}

/// A pipe read on a thread of its own, since pipes have no time limit.
struct Timed {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: io::Cursor<Vec<u8>>,
    patience: Duration,
    begun: bool,
    ended: bool,
}

impl Timed {
    fn new(mut pipe: impl Read + Send + 'static, patience: Duration) -> Self {
        let (sender, chunks) = sync_channel(8);
        std::thread::spawn(move || {
            loop {
                let mut chunk = vec![0; 32 * 1024];
                let result = pipe.read(&mut chunk).map(|read| {
                    chunk.truncate(read);
                    chunk
                });
                let last = result.as_ref().map_or(true, Vec::is_empty);
                if sender.send(result).is_err() || last {
                    return;
                }
            }
        });
        Self { chunks, chunk: io::Cursor::default(), patience, begun: false, ended: false }
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.chunk.read(buffer)?;
            if read > 0 || self.ended || buffer.is_empty() {
                return Ok(read);
            }
            let patience = if self.begun { self.patience } else { FIRST_PATIENCE };
            match self.chunks.recv_timeout(patience) {
                Ok(chunk) => self.chunk = io::Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => return Err(io::ErrorKind::TimedOut.into()),
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
            self.begun = true;
            self.ended |= self.chunk.get_ref().is_empty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> SshUrl {
        match text.parse() {
            Ok(GitUrl::Ssh(address)) => address,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_far_end_is_asked_as_git_asks_it() {
        let arguments = |text, variant| arguments(&address(text), variant, true).join(" ");
        assert_eq!(
            arguments("git@example.org:o/it's!.git", Variant::OpenSsh),
            r"-o SendEnv=GIT_PROTOCOL git@example.org git-upload-pack 'o/it'\''s'\!'.git'"
        );
        assert_eq!(arguments("ssh://[::1]:22/~me/r", Variant::Plink), "-P 22 ::1 git-upload-pack '~me/r'");
        assert_eq!(arguments("ssh://h:22/r", Variant::Simple), "h git-upload-pack '/r'");
    }

    #[test]
    fn the_variables_choose_program_and_options() {
        let chosen = |pairs: [(&str, &str); 2]| {
            let environment = Environment::from(pairs);
            let program = Program::of(&environment);
            let variant = program.variant(&environment);
            (program, variant)
        };
        assert_eq!(
            chosen([("GIT_SSH_COMMAND", "ssh -i 'my key'"), ("GIT_SSH", "x")]),
            (Program::Line("ssh -i 'my key'".to_owned()), Variant::OpenSsh)
        );
        assert_eq!(
            chosen([("GIT_SSH", r"C:\PuTTY\plink.exe"), ("", "")]),
            (Program::Path(r"C:\PuTTY\plink.exe".to_owned()), Variant::Plink)
        );
        assert_eq!(
            chosen([("GIT_SSH_VARIANT", "simple"), ("", "")]),
            (Program::Path("ssh".to_owned()), Variant::Simple)
        );
    }
}
