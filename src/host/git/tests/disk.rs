//! Repositories on this disk, read in place.

use super::*;

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
