//! Logins, redirects and pages that are no repository.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

use super::*;

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
