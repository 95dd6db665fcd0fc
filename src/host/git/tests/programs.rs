//! Other programs: ssh that fails, and git, which is not needed but may help.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

use super::*;

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
        .args(["--exact", "host::git::tests::programs::no_git_program_is_needed_and_no_configuration_read"])
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
