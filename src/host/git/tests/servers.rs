//! Servers of every kind list and send the same.

use super::*;

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
fn an_empty_repository_has_no_head() {
    let world = World::new();
    RepoBuilder::new(world.root().join("r"));
    let (daemon, web, old) = (Daemon::new(&world.root()), web(&world), old_web(&world));
    let local = format!("file://{}", world.root().join("r").display());
    for url in [daemon.url("r"), web.url("r"), old.url("r"), local] {
        assert_eq!(world.refs(&url).unwrap_or_else(|error| panic!("{url}: {error}")), Refs::default());
    }
}
