//! What of a commit comes, and how its files are seen.

use super::*;
use crate::host::repository::Kind;

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
