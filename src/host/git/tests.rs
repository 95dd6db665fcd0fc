//! The client against real servers: `git daemon`, `git http-backend`, `git upload-pack` behind a stand-in for ssh,
//! repositories on disk, and servers that mean harm.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]
#![expect(dead_code, reason = "the builder serves the integration tests too")]

#[path = "../../../tests/it/support/git.rs"]
pub(crate) mod support;

use std::{path::PathBuf, time::Duration};

use support::{Daemon, OldDaemon, Reply, RepoBuilder, Seen, WebServer, backend};

use super::*;
use crate::{
    host::{
        fs::Scratch,
        http::Patience,
        repository::{Kind, Repository as _},
    },
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

#[test]
fn every_server_of_version_2_lists_and_sends_the_same() {
    let mut world = World::new();
    let story = world.repository();
    let (daemon, web) = (Daemon::new(&world.root()), web(&world));
    let ssh = stand_in(&mut world, true);
    for url in [daemon.url("r"), web.url("r"), web.url("r/"), ssh] {
        story.check(&world.refs(&url).unwrap_or_else(|error| panic!("{url}: {error}")));
        for (commit, path, text) in [
            (&story.second, "skills/pdf/SKILL.md", "second\n"),
            (&story.first, "skills/pdf/SKILL.md", "first\n"),
            (&story.branch, "x", "branch\n"),
            (&story.dangling, "x", "lost\n"),
        ] {
            world.forget();
            assert_eq!(world.read(&url, commit, path), text, "{url}");
        }
    }
}

#[test]
fn every_server_of_version_0_lists_and_sends_the_same() {
    let mut world = World::new();
    let story = world.repository();
    let (daemon, web) = (OldDaemon::new(&world.root()), old_web(&world));
    let ssh = stand_in(&mut world, false);
    for url in [daemon.url("r"), web.url("r"), ssh] {
        story.check(&world.refs(&url).unwrap_or_else(|error| panic!("{url}: {error}")));
        for (commit, path, text) in [
            (&story.second, "skills/pdf/SKILL.md", "second\n"),
            (&story.first, "skills/pdf/SKILL.md", "first\n"),
            (&story.branch, "x", "branch\n"),
        ] {
            world.forget();
            assert_eq!(world.read(&url, commit, path), text, "{url}");
        }
    }
}

#[test]
fn version_0_finds_an_old_commit_in_the_history_of_the_branches() {
    let world = World::new();
    let story = world.repository();
    story.repo.git(&["tag", "--delete", "v1", "v1-annotated"]);
    let daemon = OldDaemon::new(&world.root());
    assert_eq!(world.read(&daemon.url("r"), &story.first, "skills/pdf/SKILL.md"), "first\n");
    world.forget();
    let error = world.fetch(&daemon.url("r"), &story.dangling).unwrap_err();
    assert!(matches!(error, Error::UnknownCommit { .. }), "{error}");
}

#[test]
fn a_local_repository_is_read_in_place_whatever_its_shape() {
    let world = World::new();
    let story = world.repository();
    let bare = world.root().join("bare.git");
    story.repo.git(&["clone", "--quiet", "--bare", ".", bare.to_str().unwrap()]);
    let worktree = world.root().join("worktree");
    story.repo.git(&["worktree", "add", "--quiet", "--detach", worktree.to_str().unwrap(), &story.second]);
    let url = |name: &str| format!("file://{}", world.root().join(name).display());
    for name in ["r", "bare.git", "bare"] {
        story.check(&world.refs(&url(name)).unwrap_or_else(|error| panic!("{name}: {error}")));
        world.forget();
        assert_eq!(world.read(&url(name), &story.branch, "x"), "branch\n");
    }
    assert_eq!(world.read(&url("r"), &story.dangling, "x"), "lost\n");
    story.repo.git(&["pack-refs", "--all"]);
    story.check(&world.refs(&url("r")).unwrap());
    let detached = world.refs(&url("worktree")).unwrap();
    assert_eq!(detached.head.unwrap().commit.to_string(), story.second);
    assert_eq!(detached.branches.len(), 2);
}

#[test]
fn an_empty_repository_has_no_head() {
    let world = World::new();
    RepoBuilder::new(world.root().join("r"));
    let (daemon, web, old) = (Daemon::new(&world.root()), web(&world), old_web(&world));
    let local = format!("file://{}", world.root().join("r").display());
    for url in [daemon.url("r"), web.url("r"), old.url("r"), local] {
        assert_eq!(world.refs(&url).unwrap_or_else(|error| panic!("{url}: {error}")), Refs::default());
    }
}

#[test]
fn repositories_of_unknown_kinds_are_refused_by_name() {
    let world = World::new();
    RepoBuilder::with(world.root().join("sha256"), &["--object-format=sha256"]).commit("x");
    RepoBuilder::with(world.root().join("reftable"), &["--ref-format=reftable"]).commit("x");
    let local = |name: &str| format!("file://{}", world.root().join(name).display());
    let (daemon, old) = (Daemon::new(&world.root()), old_web(&world));
    for (url, words) in [
        (local("sha256"), "SHA-256"),
        (local("reftable"), "reftable"),
        (daemon.url("sha256"), "SHA-256"),
        (old.url("sha256"), "SHA-256"),
    ] {
        let error = world.refs(&url).unwrap_err();
        assert!(matches!(error, Error::Unsupported { .. }), "{url}: {error}");
        assert!(error.to_string().contains(words), "{url}: {error}");
    }
    // A server hides how it keeps its refs.
    assert_eq!(world.refs(&daemon.url("reftable")).unwrap().branches.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_repository_of_another_user_is_refused_by_name() {
    let world = World::new();
    let story = world.repository();
    let git = story.repo.path().join(".git");
    // Only the system's administrator can give a folder away.
    if std::os::unix::fs::chown(&git, Some(12_345), None).is_err() {
        return;
    }
    let error = world.refs(&story.repo.url()).unwrap_err();
    assert!(matches!(error, Error::OtherOwner { .. }), "{error}");
}

#[test]
fn what_is_not_there_is_named() {
    let mut world = World::new();
    world.repository();
    let (daemon, web) = (Daemon::new(&world.root()), web(&world));
    let local = format!("file://{}", world.root().join("absent").display());
    let ssh = stand_in(&mut world, true).replace("/r", "/absent");
    for url in [daemon.url("absent"), web.url("absent"), local, ssh] {
        let error = world.refs(&url).unwrap_err();
        assert!(matches!(error, Error::NotFound { .. }), "{url}: {error}");
    }
    let unknown = "0123456789012345678901234567890123456789";
    let local = format!("file://{}", world.root().join("r").display());
    let ssh = stand_in(&mut world, true);
    let old = stand_in(&mut world, false);
    for url in [daemon.url("r"), web.url("r"), local, ssh, old] {
        let error = world.fetch(&url, unknown).map(|_| ()).unwrap_err();
        assert!(
            matches!(&error, Error::UnknownCommit { commit, .. } if commit.to_string() == unknown),
            "{url}: {error}"
        );
    }
}

#[test]
fn a_tree_shows_files_links_modes_and_submodules() {
    let world = World::new();
    let mut story = world.repository();
    let mut inner = RepoBuilder::new(world.root().join("inner"));
    inner.commit("inner");
    story.repo.submodule("sub", &inner);
    let commit = story.repo.commit("submodule");
    let daemon = Daemon::new(&world.root());
    let objects = world.fetch(&daemon.url("r"), &commit).unwrap();
    let tree = objects.tree(&commit.parse().unwrap(), "r".to_owned()).unwrap();
    assert!(objects.is_whole(&commit.parse().unwrap()));
    let kind = |path: &str| tree.kind(path).unwrap();
    assert_eq!(kind(""), Some(Kind::Folder));
    assert_eq!(kind("skills/pdf/SKILL.md"), Some(Kind::File { executable: false, size: Some(7) }));
    assert_eq!(kind("skills/pdf/scripts/run.sh"), Some(Kind::File { executable: true, size: Some(10) }));
    assert_eq!(kind("link"), Some(Kind::Symlink));
    assert_eq!(kind("sub"), Some(Kind::Submodule));
    assert_eq!(kind("link/x"), None);
    assert_eq!(kind("absent"), None);
    assert_eq!(tree.read("link").unwrap(), b"skills/pdf/SKILL.md");
    let names: Vec<_> = tree.list("").unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, [".gitmodules", "link", "skills", "sub"]);
    assert!(tree.list("link").is_err() && tree.read("absent").is_err());
}

#[test]
fn folders_come_without_files_and_the_files_wanted_later() {
    let mut world = World::new();
    let story = world.repository();
    let (daemon, web) = (Daemon::new(&world.root()), web(&world));
    let ssh = stand_in(&mut world, true);
    for url in [daemon.url("r"), web.url("r"), ssh] {
        world.forget();
        let commit: Commit = story.second.parse().unwrap();
        let address: GitUrl = url.parse().unwrap();
        let folder = world.objects();
        let came = world.with(|access| fetch_folders(&address, &commit, &folder, access)).unwrap();
        assert_eq!(came, Blobs::None, "{url}");
        let objects = Objects::open(&folder).unwrap();
        assert!(objects.has(&commit) && !objects.is_whole(&commit));
        let tree = objects.tree(&commit, url.clone()).unwrap();
        assert_eq!(tree.kind("link").unwrap(), Some(Kind::Symlink));
        assert!(tree.read("skills/pdf/SKILL.md").is_err());
        let missing = tree.missing("skills/pdf", &|_, _| true).unwrap();
        assert_eq!(missing.len(), 2);
        world.with(|access| fetch_blobs(&address, &missing, &folder, access)).unwrap();
        let tree = Objects::open(&folder).unwrap().tree(&commit, url.clone()).unwrap();
        assert_eq!(tree.missing("skills/pdf", &|_, _| true).unwrap(), []);
        assert_eq!(tree.read("skills/pdf/SKILL.md").unwrap(), b"second\n");
        // A whole fetch afterwards brings the rest.
        let objects = world.fetch(&url, &story.second).unwrap();
        assert!(objects.is_whole(&commit));
    }
}

#[test]
fn a_server_without_filters_sends_everything_at_once() {
    let world = World::new();
    let story = world.repository();
    story.repo.git(&["config", "uploadpack.allowFilter", "false"]);
    let daemon = Daemon::new(&world.root());
    let (url, commit) = (daemon.url("r").parse().unwrap(), story.second.parse().unwrap());
    let came = world.with(|access| fetch_folders(&url, &commit, &world.objects(), access)).unwrap();
    assert_eq!(came, Blobs::All);
    assert!(Objects::open(&world.objects()).unwrap().is_whole(&commit));
}

#[test]
fn a_commit_that_is_there_is_not_asked_for_again() {
    let mut world = World::new();
    let story = world.repository();
    let web = web(&world);
    world.fetch(&web.url("r"), &story.second).unwrap();
    let before = web.seen().len();
    world.fetch(&web.url("r"), &story.second).unwrap();
    assert_eq!(web.seen().len(), before);
    world.http = Http::offline();
    world.fetch(&web.url("r"), &story.second).unwrap();
    let error = world.fetch(&web.url("r"), &story.first).unwrap_err();
    assert!(matches!(error, Error::Offline { .. }), "{error}");
    assert!(matches!(world.refs("git://127.0.0.1:1/r"), Err(Error::Offline { .. })));
    assert!(matches!(world.refs("git@localhost:r"), Err(Error::Offline { .. })));
}

/// Lets requests through that bring `me:secret`.
fn locked(seen: &Seen) -> Option<Reply> {
    (seen.header("authorization") != Some("Basic bWU6c2VjcmV0"))
        .then(|| Reply::with(401, &[("WWW-Authenticate", "Basic realm=\"x\"")], ""))
}

#[test]
fn a_login_from_netrc_is_used_after_a_401_only() {
    let mut world = World::new();
    let story = world.repository();
    let netrc = world.folder.path().join("netrc");
    std::fs::write(&netrc, "machine 127.0.0.1 login me password secret\n").unwrap();
    world.environment = Environment::from([("NETRC", netrc.to_str().unwrap())]);
    let web = WebServer::of_git(&world.root(), locked);
    story.check(&world.refs(&web.url("r")).unwrap());
    assert_eq!(world.read(&web.url("r"), &story.second, "skills/pdf/SKILL.md"), "second\n");
    assert_eq!(web.seen()[0].header("authorization"), None);

    std::fs::write(&netrc, "machine 127.0.0.1 login me password wrong\n").unwrap();
    let error = world.refs(&web.url("r")).unwrap_err();
    assert!(matches!(error, Error::Login { tried: true, .. }), "{error}");
    std::fs::write(&netrc, "machine example.org login me password secret\n").unwrap();
    let error = world.refs(&web.url("r")).unwrap_err();
    assert!(matches!(error, Error::Login { tried: false, .. }), "{error}");

    std::fs::write(&netrc, "machine 127.0.0.1 login me password secret\n").unwrap();
    let open = WebServer::of_git(&world.root(), |_| None);
    world.refs(&open.url("r")).unwrap();
    assert!(
        open.seen().iter().all(|seen| seen.header("authorization").is_none()),
        "a public one gets no login"
    );
}

#[test]
fn a_login_does_not_follow_a_redirect_to_another_origin() {
    let mut world = World::new();
    let story = world.repository();
    let netrc = world.folder.path().join("netrc");
    std::fs::write(&netrc, "machine localhost login me password secret\n").unwrap();
    world.environment = Environment::from([("NETRC", netrc.to_str().unwrap())]);
    let elsewhere = web(&world);
    let target = elsewhere.url("r/info/refs?service=git-upload-pack");
    let web = WebServer::new(move |seen| {
        locked(seen).unwrap_or_else(|| Reply::with(302, &[("Location", &target)], ""))
    });
    let url = web.url("r").replace("127.0.0.1", "localhost");
    story.check(&world.refs(&url).unwrap());
    assert_eq!(world.read(&url, &story.second, "skills/pdf/SKILL.md"), "second\n");
    assert!(web.seen().iter().any(|seen| seen.header("authorization").is_some()));
    assert!(elsewhere.seen().iter().all(|seen| seen.header("authorization").is_none()));
}

#[test]
fn a_moved_repository_is_followed() {
    let world = World::new();
    let story = world.repository();
    let web = WebServer::of_git(&world.root(), |seen| {
        let rest = seen.target.strip_prefix("/old/")?;
        Some(Reply::with(301, &[("Location", &format!("/r/{rest}"))], ""))
    });
    assert_eq!(world.read(&web.url("old"), &story.second, "skills/pdf/SKILL.md"), "second\n");
}

fn advertisement(body: &[u8]) -> Reply {
    Reply::with(200, &[("Content-Type", "application/x-git-upload-pack-advertisement")], body)
}

fn result(body: Vec<u8>) -> Reply {
    Reply::with(200, &[("Content-Type", "application/x-git-upload-pack-result")], body)
}

#[test]
fn pages_and_garbage_are_told_apart_from_repositories() {
    let world = World::new();
    let web = WebServer::new(|seen: &Seen| match seen.target.split('/').nth(1).unwrap_or_default() {
        "page" => Reply::with(200, &[("Content-Type", "text/html")], "<html>"),
        "dumb" => Reply::with(
            200,
            &[("Content-Type", "text/plain")],
            format!("{}\trefs/heads/main\n", "a".repeat(40)),
        ),
        "garbage" => advertisement(b"\x00\xff<html>"),
        "huge" => advertisement(b"ffffx"),
        "short" => advertisement(b"001e# service=git-upload-pack\n0000000eversi"),
        "line" => advertisement(b"000cno refs\n0000"),
        "words" => advertisement(b"0027ERR the \x1b[31mserver is being mended"),
        "status" => Reply::status(418),
        _ => Reply::status(404),
    });
    let error = |path: &str| world.refs(&web.url(path)).unwrap_err();
    assert!(matches!(error("page"), Error::NotGit { .. }));
    assert!(error("page").is_no_repository() && error("absent").is_no_repository());
    for path in ["dumb", "garbage", "huge", "line"] {
        assert!(matches!(error(path), Error::Protocol { .. }), "{path}: {}", error(path));
    }
    assert!(matches!(error("short"), Error::Network { .. }), "{}", error("short"));
    assert!(error("words").to_string().ends_with("says: the \\u{1b}[31mserver is being mended"));
    assert!(error("status").to_string().contains("418"));
}

#[test]
fn no_hostile_pack_is_taken() {
    let mut world = World::new();
    world.limit = 1024 * 1024;
    let root = world.root();
    let story = world.repository();
    let web = WebServer::new(move |seen: &Seen| {
        let case = seen.target.split('/').nth(1).unwrap_or_default().to_owned();
        let mut honest = seen.clone();
        honest.target = seen.target.replacen(&case, "r", 1);
        let Reply::Full(status, headers, mut body) = backend(&root, &honest) else {
            return Reply::status(500);
        };
        if seen.method == "GET" {
            return Reply::Full(status, headers, body);
        }
        let start = body.windows(4).position(|window| window == b"PACK").unwrap_or(0);
        let head =
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\n\r\n000dpackfile\n";
        match case.as_str() {
            "flipped" => {
                let middle = start + (body.len() - start) / 2;
                body[middle] ^= 0x10;
                result(body)
            }
            "truncated" => result(body[..body.len() - 40].to_vec()),
            "cut" => {
                let mut raw = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-git-upload-pack-result\r\nContent-Length: 9999\r\n\r\n".to_vec();
                raw.extend_from_slice(&body[..start + 20]);
                Reply::Raw(raw)
            }
            "empty" => result(b"000dpackfile\n0000".to_vec()),
            "nothing" => result(b"0000".to_vec()),
            "fatal" => result(b"000dpackfile\n0015\x03out of coffee \x07!".to_vec()),
            "delimiters" => Reply::Endless(head[..head.len() - 13].to_vec(), b"0001".repeat(1000)),
            "band" => result(b"000dpackfile\n0006\x09x0000".to_vec()),
            "talk" => Reply::Endless(head.to_vec(), b"0009\x02talk0005\x01".repeat(100)),
            "data" => Reply::Endless(
                [head.as_slice(), b"0011\x01PACK\0\0\0\x02\0\0\0\xff"].concat(),
                [b"fff0\x01".as_slice(), &vec![0; 0xfff0 - 5]].concat(),
            ),
            "other" => result(body),
            _ => Reply::status(404),
        }
    });
    for case in
        ["flipped", "truncated", "cut", "empty", "nothing", "fatal", "delimiters", "band", "talk", "data"]
    {
        world.forget();
        let Err(error) = world.fetch(&web.url(case), &story.second) else { panic!("{case} was taken") };
        let right = match case {
            "flipped" | "empty" => matches!(error, Error::Objects { .. }),
            "truncated" | "cut" => matches!(error, Error::Network { .. } | Error::Objects { .. }),
            "nothing" | "band" | "delimiters" => matches!(error, Error::Protocol { .. }),
            "fatal" => error.to_string().ends_with("says: out of coffee \\u{7}!"),
            "data" => matches!(error, Error::TooLarge { .. } | Error::Objects { .. }),
            _ => matches!(error, Error::TooLarge { .. }),
        };
        assert!(right, "{case}: {error}");
        let packs = std::fs::read_dir(world.objects().join("pack")).unwrap();
        let left: Vec<_> = packs.map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.is_empty(), "{case} left {left:?}");
    }
    assert_eq!(world.read(&web.url("other"), &story.second, "skills/pdf/SKILL.md"), "second\n");
}

#[test]
fn a_pack_of_other_objects_is_not_what_was_wanted() {
    let world = World::new();
    let story = world.repository();
    let root = world.root();
    let (wanted, other) = (story.second.clone(), story.first.clone());
    let web = WebServer::new(move |seen: &Seen| {
        let mut seen = seen.clone();
        let body = String::from_utf8(seen.body.clone()).unwrap();
        seen.body = body.replace(&wanted, &other).into_bytes();
        backend(&root, &seen)
    });
    let error = world.fetch(&web.url("r"), &story.second).unwrap_err();
    assert!(matches!(error, Error::UnknownCommit { .. }), "{error}");
}

#[test]
fn ssh_that_fails_says_why() {
    let mut world = World::new();
    let mut refs = |script: &str| {
        let line = format!("{script}; :");
        world.environment = Environment::from([("GIT_SSH_COMMAND", line.as_str())]);
        world.refs("git@example.org:o/r").unwrap_err()
    };
    let error = refs("echo 'git@example.org: Permission denied (publickey).' >&2");
    assert!(matches!(error, Error::Login { .. }), "{error}");
    let error = refs("echo 'ssh: Could not resolve hostname example.org: Name or service not known' >&2");
    assert!(matches!(&error, Error::Network { why, .. } if why.contains("Could not resolve")), "{error}");
    let error = refs("echo 'Welcome to this machine!'");
    assert!(matches!(&error, Error::Protocol { why, .. } if why.contains("Welc")), "{error}");
    world.environment = Environment::from([("GIT_SSH", "/nonexistent/ssh")]);
    let error = world.refs("git@example.org:o/r").unwrap_err();
    assert!(matches!(error, Error::Program { .. }), "{error}");
}

/// Set for the process in which a test runs a second time, in another environment.
const INSIDE: &str = "SKILL_TEST_INSIDE";

#[test]
fn no_git_program_is_needed_and_no_configuration_read() {
    if let Ok(inside) = std::env::var(INSIDE) {
        let mut world = World::new();
        world.program = GitProgram::WhenNeeded;
        let mut words = inside.split(' ');
        let commit = words.next().unwrap();
        for url in words {
            world.forget();
            assert_eq!(world.refs(url).unwrap().branches.len(), 2, "{url}");
            assert_eq!(world.read(url, commit, "skills/pdf/SKILL.md"), "second\n", "{url}");
        }
        assert!(std::process::Command::new("git").output().is_err(), "there is a git program after all");
        let url = url::Url::parse("https://127.0.0.1:1/").unwrap();
        let error = world.http.get(&url, 1).unwrap_err();
        assert!(matches!(error, crate::host::http::Error::Client { .. }), "{error}");
        return;
    }
    let world = World::new();
    let story = world.repository();
    let (daemon, web) = (Daemon::new(&world.root()), web(&world));
    let home = world.folder.path().join("home");
    std::fs::create_dir(&home).unwrap();
    std::fs::write(home.join(".gitconfig"), "[broken\n").unwrap();
    let local = format!("file://{}", world.root().join("r").display());
    let inside = format!("{} {} {} {local}", story.second, daemon.url("r"), web.url("r"));
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "host::git::tests::no_git_program_is_needed_and_no_configuration_read"])
        .env_clear()
        .envs([("PATH", "/nonexistent"), ("HOME", home.to_str().unwrap()), (INSIDE, &inside)])
        .envs([("SSL_CERT_FILE", "/dev/null"), ("SSL_CERT_DIR", "/nonexistent")])
        .output()
        .unwrap();
    let screen = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && screen.contains("1 passed"), "{screen}");
}

#[test]
fn the_git_program_fetches_into_the_same_folder() {
    let mut world = World::new();
    let story = world.repository();
    world.program = GitProgram::Always;
    let local = format!("file://{}", world.root().join("r").display());
    let (daemon, web) = (Daemon::new(&world.root()), web(&world));
    for url in [local, daemon.url("r"), web.url("r")] {
        world.forget();
        story.check(&world.refs(&url).unwrap_or_else(|error| panic!("{url}: {error}")));
        assert_eq!(world.read(&url, &story.first, "skills/pdf/SKILL.md"), "first\n");
        let left = std::fs::read_dir(world.objects()).unwrap().map(|entry| entry.unwrap().file_name());
        assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with("tmp-")));
    }
    let error = world.refs(&web.url("absent")).unwrap_err();
    assert!(matches!(error, Error::NotFound { .. } | Error::Server { .. }), "{error}");
}

#[test]
fn the_git_program_helps_where_the_client_does_not_know_the_way() {
    let mut world = World::new();
    let story = world.repository();
    story.repo.git(&["update-server-info"]);
    let root = world.root();
    // The repository as plain files, which only the git program can fetch.
    let web = WebServer::new(move |seen: &Seen| {
        let path = seen.target.split('?').next().unwrap_or_default().trim_start_matches("/r/");
        match std::fs::read(root.join("r/.git").join(path)) {
            Ok(bytes) => Reply::with(200, &[("Content-Type", "text/plain")], bytes),
            Err(_) => Reply::status(404),
        }
    });
    assert!(matches!(world.refs(&web.url("r")), Err(Error::Protocol { .. })));
    world.program = GitProgram::WhenNeeded;
    assert_eq!(world.refs(&web.url("r")).unwrap().branches.len(), 2);
}
