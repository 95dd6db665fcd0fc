//! Real local worlds for the tests: a project, a home and a cache in a folder of their own, an empty environment, and
//! screens with the parts that differ from run to run filtered out.

#[expect(dead_code, reason = "the git client's unit tests share this file and use the rest of it")]
pub(crate) mod git;
pub(crate) mod reader;
pub(crate) mod schema;
pub(crate) mod skill;

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A temporary project and home; the program runs in it with nothing of the tester's environment but `PATH`.
pub(crate) struct TestContext {
    root: tempfile::TempDir,
    real: PathBuf,
    variables: Vec<(String, String)>,
}

impl TestContext {
    pub(crate) fn new() -> Self {
        let root = tempfile::Builder::new().prefix("skill-test-").tempdir().expect("a temporary folder");
        let real = fs::canonicalize(root.path()).expect("a real path");
        for folder in ["project", "home", "cache"] {
            fs::create_dir(real.join(folder)).expect("a folder");
        }
        Self { root, real, variables: Vec::new() }
    }

    /// The folder that holds project, home and cache, and whatever else a test needs.
    pub(crate) fn root(&self) -> &Path {
        debug_assert!(self.root.path().is_dir());
        &self.real
    }

    /// The folder commands run in.
    pub(crate) fn project(&self) -> PathBuf {
        self.real.join("project")
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.real.join("home")
    }

    pub(crate) fn cache(&self) -> PathBuf {
        self.real.join("cache")
    }

    /// Sets an environment variable for all further commands.
    pub(crate) fn set(&mut self, name: &str, value: impl AsRef<str>) -> &mut Self {
        self.variables.push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Another machine: an empty home and cache, the same project.
    pub(crate) fn second_machine(&self) -> Self {
        let other = Self::new();
        fs::remove_dir(other.project()).expect("an empty folder");
        copy(&self.project(), &other.project());
        other
    }

    /// The program with these arguments, to run in the project.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skill"));
        command
            .args(arguments)
            .current_dir(self.project())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home())
            .env("XDG_CONFIG_HOME", self.home().join(".config"))
            .env("XDG_STATE_HOME", self.home().join(".local/state"))
            .env("SKILL_CACHE_DIR", self.cache())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::null());
        for (name, value) in &self.variables {
            command.env(name, value);
        }
        command
    }

    /// Runs the program in the project; the arguments are the words of `line`.
    pub(crate) fn run(&self, line: &str) -> Ran {
        self.run_words(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the program in the project with exactly these arguments.
    pub(crate) fn run_words(&self, arguments: &[&str]) -> Ran {
        self.ran(&self.command(arguments).output().expect("the program runs"))
    }

    /// What came of a command, with this context's paths filtered.
    pub(crate) fn ran(&self, output: &Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: self.filter(&String::from_utf8_lossy(&output.stdout)),
            stderr: self.filter(&String::from_utf8_lossy(&output.stderr)),
        }
    }

    fn filter(&self, text: &str) -> String {
        let text = text.replace(&*self.real.to_string_lossy(), "[ROOT]");
        if cfg!(windows) { text.replace('\\', "/") } else { text }
    }

    /// Writes a file below the project, folders included.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        write(&self.project().join(path), text.as_ref());
    }

    /// Reads a text file below the project.
    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.project().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        fs::symlink_metadata(self.project().join(path)).is_ok()
    }
}

/// What came of a command. Its `Display` is what snapshots show.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Fails the test, with the screen, unless the command ended with this code.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "unexpected exit code\n{self}");
        self
    }

    /// Fails the test, with the screen, unless stderr holds this text.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "stderr lacks `{text}`\n{self}");
        self
    }

    /// Fails the test, with the screen, if stderr holds this text.
    #[track_caller]
    pub(crate) fn never_says(self, text: &str) -> Self {
        assert!(!self.stderr.contains(text), "stderr holds `{text}`\n{self}");
        self
    }

    /// Fails the test, with the screen, unless stdout holds this text.
    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Self {
        assert!(self.stdout.contains(text), "stdout lacks `{text}`\n{self}");
        self
    }

    /// Stdout as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("stdout is no JSON: {error}\n{self}"))
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let code = self.code.map_or_else(|| "signal".to_owned(), |code| code.to_string());
        write!(formatter, "exit {code}\n--- stdout\n{}--- stderr\n{}", self.stdout, self.stderr)
    }
}

/// Writes a file, folders included.
pub(crate) fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    fs::write(path, bytes).expect("a written file");
}

/// Copies a folder with all it holds; links stay links.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            copy(&entry.path(), &target);
        } else if kind.is_symlink() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(fs::read_link(entry.path()).expect("a link"), &target)
                .expect("a link");
        } else {
            fs::copy(entry.path(), &target).expect("a copy");
        }
    }
}

/// Every file below a folder as `path mode-bit content`, links as `path -> target`; to compare whole folders.
pub(crate) fn listing(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, prefix: &str, lines: &mut Vec<String>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries {
            let entry = entry.expect("an entry");
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().expect("a kind");
            if kind.is_dir() {
                walk(&entry.path(), &format!("{path}/"), lines);
            } else if kind.is_symlink() {
                lines.push(format!("{path} -> {}", fs::read_link(entry.path()).expect("a link").display()));
            } else {
                let content = fs::read(entry.path()).expect("a file");
                lines.push(format!(
                    "{path} {} {}",
                    executable(&entry.path()),
                    String::from_utf8_lossy(&content)
                ));
            }
        }
    }
    let mut lines = Vec::new();
    walk(folder, "", &mut lines);
    lines.sort();
    lines
}

#[cfg(unix)]
pub(crate) fn executable(path: &Path) -> &'static str {
    use std::os::unix::fs::PermissionsExt as _;
    if fs::metadata(path).expect("a file").permissions().mode() & 0o100 == 0 { "-" } else { "x" }
}

#[cfg(not(unix))]
pub(crate) fn executable(_path: &Path) -> &'static str {
    "-"
}

/// A program of the machine; a test that lacks it says so and does without.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    if found.is_none() {
        let is_promised = std::env::var("SKILL_PEERS").is_ok_and(|all| all.split(' ').any(|one| one == name));
        assert!(!is_promised, "`{name}` is not there, though SKILL_PEERS names it");
        #[expect(clippy::print_stderr, reason = "a test that is passed over says so")]
        {
            eprintln!("`{name}` is not there: passed over");
        }
    }
    found
}
