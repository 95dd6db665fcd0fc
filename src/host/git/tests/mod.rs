//! The client against real servers: `git daemon`, `git http-backend`, `git upload-pack` behind a stand-in for ssh,
//! repositories on disk, and servers that mean harm.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]
#![expect(dead_code, reason = "the builder serves the integration tests too")]

mod content;
mod disk;
mod packs;
mod programs;
mod servers;
#[path = "../../../../tests/it/support/git.rs"]
pub(crate) mod support;
mod web;

use std::{path::PathBuf, time::Duration};

use support::{Daemon, OldDaemon, Reply, RepoBuilder, Seen, WebServer, backend};

use super::*;
use crate::{
    host::{fs::Scratch, http::Patience, repository::Repository as _},
    model::event::Silent,
};

/// A folder for repositories, objects and home, and the means to reach servers.
struct World {
    folder: Scratch,
    http: Http,
    environment: Environment,
    program: GitProgram,
    limit: u64,
}

impl World {
    fn new() -> Self {
        let patience = Patience {
            connect: Duration::from_secs(5),
            read: Duration::from_secs(5),
            pause: Duration::from_millis(5),
        };
        Self {
            folder: Scratch::new_in(&std::env::temp_dir()).unwrap(),
            http: Http::with_patience(patience),
            environment: Environment::default(),
            program: GitProgram::Never,
            limit: DEFAULT_LIMIT,
        }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("repositories")
    }

    fn objects(&self) -> PathBuf {
        self.folder.path().join("objects")
    }

    fn with<T>(&self, act: impl FnOnce(&Access<'_>) -> T) -> T {
        let home = self.folder.path().join("home");
        let scratch = self.folder.path().join("scratch");
        act(&Access {
            http: &self.http,
            environment: &self.environment,
            credentials: &Credentials::new(&self.environment, &home, &home),
            connections: &Connections::default(),
            reporter: &Silent,
            program: self.program,
            limit: self.limit,
            scratch: &scratch,
        })
    }

    fn refs(&self, url: &str) -> Result<Refs, Error> {
        self.with(|access| refs(&url.parse().unwrap(), access))
    }

    fn fetch(&self, url: &str, commit: &str) -> Result<Objects, Error> {
        let url: GitUrl = url.parse().unwrap();
        self.with(|access| fetch(&url, &commit.parse().unwrap(), &self.objects(), access))?;
        Objects::open(&self.objects())
    }

    /// Fetches a commit and reads one of its files.
    fn read(&self, url: &str, commit: &str, path: &str) -> String {
        let objects = self.fetch(url, commit).unwrap_or_else(|error| panic!("{url}: {error}"));
        let tree = objects.tree(&commit.parse().unwrap(), url.to_owned()).unwrap();
        String::from_utf8(tree.read(path).unwrap()).unwrap()
    }

    fn forget(&self) {
        let _ = std::fs::remove_dir_all(self.objects());
    }

    /// A repository `r` with two commits on `main`, a branch, tags of both kinds, and a commit no ref names.
    fn repository(&self) -> Story {
        let mut repo = RepoBuilder::new(self.root().join("r"));
        repo.file("skills/pdf/SKILL.md", "first\n");
        let first = repo.commit("first");
        repo.tag("v1").annotated_tag("v1-annotated");
        repo.file("skills/pdf/SKILL.md", "second\n");
        repo.executable("skills/pdf/scripts/run.sh", "#!/bin/sh\n").symlink("link", "skills/pdf/SKILL.md");
        let second = repo.commit("second");
        repo.branch("feature/x").file("x", "branch\n");
        let branch = repo.commit("branch");
        repo.file("x", "lost\n");
        let dangling = repo.commit("lost");
        repo.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
        repo.checkout("main");
        Story { repo, first, second, branch, dangling }
    }
}

struct Story {
    repo: RepoBuilder,
    first: String,
    second: String,
    branch: String,
    dangling: String,
}

impl Story {
    fn check(&self, refs: &Refs) {
        let text = |commit: Option<Commit>| commit.map(|commit| commit.to_string());
        let head = refs.head.as_ref().expect("a head");
        assert_eq!((head.branch.as_deref(), head.commit.to_string()), (Some("main"), self.second.clone()));
        assert_eq!(text(refs.branch("main")).as_ref(), Some(&self.second));
        assert_eq!(text(refs.branch("feature/x")).as_ref(), Some(&self.branch));
        assert_eq!(text(refs.tag("v1")).as_ref(), Some(&self.first));
        assert_eq!(text(refs.tag("v1-annotated")).as_ref(), Some(&self.first), "annotated tags are peeled");
        assert_eq!((refs.branches.len(), refs.tags.len()), (2, 2));
    }
}

fn web(world: &World) -> WebServer {
    WebServer::of_git(&world.root(), |_| None)
}

/// The same, for a server too old for version 2.
fn old_web(world: &World) -> WebServer {
    let root = world.root();
    WebServer::new(move |seen| {
        let mut seen = seen.clone();
        seen.headers.retain(|(name, _)| name != "git-protocol");
        backend(&root, &seen)
    })
}

/// Makes a stand-in for ssh that runs upload-pack here, with or without the variable that asks for version 2.
fn stand_in(world: &mut World, passes_variable: bool) -> String {
    let script = world.folder.path().join("ssh.sh");
    let unset = if passes_variable { "" } else { "unset GIT_PROTOCOL\n" };
    // The last argument is the command for the far end; options and host come before it.
    std::fs::write(&script, format!("{unset}for last; do :; done\nexec sh -c \"$last\"\n")).unwrap();
    let line = format!("sh {}", script.display());
    world.environment = Environment::from([("GIT_SSH_COMMAND", line.as_str())]);
    format!("ssh://git@localhost{}/r", world.root().display())
}

/// Set for the process in which a test runs a second time, in another environment.
const INSIDE: &str = "SKILL_TEST_INSIDE";

fn advertisement(body: &[u8]) -> Reply {
    Reply::with(200, &[("Content-Type", "application/x-git-upload-pack-advertisement")], body)
}

fn result(body: Vec<u8>) -> Reply {
    Reply::with(200, &[("Content-Type", "application/x-git-upload-pack-result")], body)
}
