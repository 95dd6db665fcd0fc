//! Versions sent to a server: taken in, refused with a reason, marked from afar.

use super::*;

#[test]
fn a_skill_is_published_to_a_server_and_installed_on_another_machine() {
    let mut author = TestContext::new();
    let folder = registry(&author);
    let secret = token(&author, &folder, "ci", "publish:*");
    let server = Server::start(&author, &folder, &[]);
    author.set("SKILL_DEFAULT_REGISTRY", server.url());
    let hello = skill(&author, "hello", "1.0.0", "1. Say hello.");
    author
        .run_words(&["publish", &text(&hello)])
        .ends_with(3)
        .says("wants a login")
        .says("skill login REGISTRY");

    let login = |context: &TestContext, token: &str| {
        let mut child = context
            .command(["login"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("login");
        child.stdin.take().expect("stdin").write_all(format!("{token}\n").as_bytes()).expect("a token");
        context.ran(&child.wait_with_output().expect("login ends"))
    };
    login(&author, "skr_wrong").ends_with(3).says("refuses the token");
    login(&author, &secret).ends_with(0).says("token `ci`").says("publish:*").never_says(&secret);
    let kept = author.home().join(".config/skill/credentials.toml");
    assert!(fs::read_to_string(&kept).expect("credentials").contains(&secret));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&kept).expect("a file").permissions().mode() & 0o777, 0o600);
    }

    author.run_words(&["publish", &text(&hello)]).ends_with(0).says("Published hello 1.0.0");
    author.run_words(&["publish", &text(&hello)]).ends_with(0).says("Unchanged");
    let team = ["publish", &text(&hello), "--scope", "ops"];
    author.run_words(&team).ends_with(0).says("Published @ops/hello 1.0.0");
    skill(&author, "hello", "1.0.0", "1. Say something else.");
    author
        .run_words(&["publish", &text(&hello)])
        .ends_with(1)
        .says("published already, with other files")
        .says("--bump");

    let mut user = TestContext::new();
    user.set("SKILL_DEFAULT_REGISTRY", server.url());
    user.run("install hello@^1 -q").ends_with(0);
    assert!(user.read(".agents/skills/hello/SKILL.md").contains("Say hello."));
    user.run("search greets --registry default").ends_with(0).prints("hello");

    author.run("logout").ends_with(0).says("Removed");
    author.run("logout").ends_with(0).says("no token was kept");
    skill(&author, "hello", "1.1.0", "1. Say hello twice.");
    author.run_words(&["publish", &text(&hello)]).ends_with(3).says("wants a login");
    author.run_words(&["registry", "verify", &text(&folder)]).ends_with(0).says("all are whole");
    assert!(server.log().contains(" 201 PUT /api/skill/v1/hello/1.0.0 "), "{}", server.log());
    assert!(!server.log().contains("skr_"), "{}", server.log());
}

#[test]
fn a_server_says_why_it_takes_something_not_in() {
    let mut author = TestContext::new();
    let folder = registry(&author);
    let (ops, all) =
        (token(&author, &folder, "ops", "publish:@ops/*"), token(&author, &folder, "all", "publish:*"));
    fs::create_dir_all(author.home().join(".config/skill")).expect("a folder");
    fs::write(author.home().join(".config/skill/config.toml"), "[limits]\npacked = 20000\n")
        .expect("written");
    let server = Server::start(&author, &folder, &[]);
    author.set("SKILL_DEFAULT_REGISTRY", server.url()).set("SKILL_REGISTRY_DEFAULT_TOKEN", &ops);
    let hello = skill(&author, "hello", "1.0.0", "1. Say hello.");
    author
        .run_words(&["publish", &text(&hello)])
        .ends_with(1)
        .says("`ops` does not allow to publish `hello`");

    let good = archive(&author, &hello);
    let (own, zip) = (bearer(&all), "content-type: application/zip");
    let put = |target: &str, headers: &[&str], body: &[u8]| {
        let headers: Vec<&str> = [&*own].into_iter().chain(headers.iter().copied()).collect();
        server.ask("PUT", &format!("/api/skill/v1/{target}"), &headers, body)
    };
    put("hello/1.0.0", &["content-type: text/html"], &good).is_problem(415, "application/gzip");
    put("hello/1.0.0", &[zip], b"no archive at all").is_problem(415, "no zip");
    put("hello/1.0.0", &[zip], &good[..good.len() / 2]).is_problem(422, "");
    put("hello/1.0.0", &[zip], &vec![0_u8; 30_000]).is_problem(413, "20000 bytes");
    put("hello/1.0.0", &[zip, "content-length: 99999999999"], b"x").is_problem(413, "20000 bytes");
    let mut chunked = b"9000\r\n".to_vec();
    chunked.extend(vec![b'x'; 0x9000]);
    chunked.extend(b"\r\n0\r\n\r\n");
    let mut stream = server.connect();
    stream
        .write_all(
            format!("PUT /api/skill/v1/hello/1.0.0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{own}\r\n{zip}\r\ntransfer-encoding: chunked\r\n\r\n")
                .as_bytes(),
        )
        .expect("a head");
    stream.write_all(&chunked).expect("a body");
    read(stream).is_problem(413, "20000 bytes");
    put("hello/1.0", &[zip], &good).is_problem(400, "MAJOR.MINOR.PATCH");
    put("Hello/1.0.0", &[zip], &good).is_problem(400, "no package name");
    put("hello/1.0.1", &[zip], &good).is_problem(422, "SKILL.md says `hello` 1.0.0");
    put("other/1.0.0", &[zip], &good).is_problem(422, "");
    let digest = "content-digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:";
    put("hello/1.0.0", &[zip, digest], &good).is_problem(400, "the body is not what was sent");
    server.ask("PUT", "/api/skill/v1/hello/1.0.0", &[zip], &good).is_problem(401, "needs a token");
    server
        .ask("PUT", "/api/skill/v1/hello/1.0.0", &["authorization: Bearer skr_no", zip], &good)
        .is_problem(401, "does not know this token");
    server.ask("PUT", "/config.json", &[&own], b"{}").is_problem(405, "only read");
    server.ask("DELETE", "/api/skill/v1/hello/1.0.0", &[&own], b"").is_problem(405, "no such method");

    let bad = SkillBuilder::new("bad")
        .head("name: bad\nmetadata:\n  version: \"1.0.0\"\n")
        .body("# Bad\n")
        .build_in(&author.root().join("authors"));
    let out = author.root().join("bad.zip");
    author
        .run_words(&[
            "pack",
            &text(&bad),
            "--out",
            &text(&out),
            "--layout",
            "root",
            "-q",
            "--fail-on",
            "never",
        ])
        .ends_with(0);
    let refused = put("bad/1.0.0", &[zip], &fs::read(&out).expect("an archive"));
    refused.is_problem(422, "lint finds");
    assert_eq!(refused.json()["findings"][0]["file"], "SKILL.md");
    author.set("SKILL_REGISTRY_DEFAULT_TOKEN", &all);
    // The client's own gate judges an archive before it is sent.
    let long = SkillBuilder::new("long")
        .head(&format!(
            "name: long\ndescription: Greets people. Use {}.\nmetadata:\n  version: \"1.0.0\"\n",
            "x ".repeat(600)
        ))
        .build_in(&author.root().join("authors"));
    let pack = ["pack", &text(&long), "--out", &text(&out), "--layout", "root", "-q", "--fail-on", "never"];
    author.run_words(&pack).ends_with(0);
    author.run_words(&["publish", &text(&out)]).ends_with(1).says("(description-too-long)");

    let made = put("hello/1.0.0", &[zip], &good);
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!((&made.json()["vers"], &made.json()["exec"][0]), (&"1.0.0".into(), &"scripts/run.sh".into()));
    put("hello/1.0.0", &[zip], &good).is_problem(409, "published already");
    put("hel-lo/1.0.0", &[zip], &archive(&author, &skill(&author, "hel-lo", "1.0.0", "x")))
        .is_problem(409, "reads like");
    author
        .run_words(&["registry", "verify", &text(&folder)])
        .ends_with(0)
        .says("1 version of 1 package: all are whole");
}

#[test]
fn versions_are_marked_by_those_who_may() {
    let context = TestContext::new();
    let folder = registry(&context);
    let hello = skill(&context, "hello", "1.0.0", "1. Say hello.");
    context.run_words(&["registry", "add", &text(&folder), &text(&hello)]).ends_with(0);
    let publish = bearer(&token(&context, &folder, "publish", "publish:*"));
    let yank = bearer(&token(&context, &folder, "yank", "yank:hello"));
    let admin = bearer(&token(&context, &folder, "admin", "admin"));
    let server = Server::start(&context, &folder, &[]);
    let patch = |who: &str, target: &str, body: &str| {
        let headers = [who, "content-type: application/json"];
        server.ask("PATCH", &format!("/api/skill/v1/{target}"), &headers, body.as_bytes())
    };
    let yanked = r#"{"yanked":"says goodbye"}"#;
    patch("x: y", "hello/1.0.0", yanked).is_problem(401, "needs a token");
    patch(&publish, "hello/1.0.0", yanked).is_problem(403, "does not allow to yank `hello`");
    patch(&yank, "other/1.0.0", yanked).is_problem(403, "does not allow to yank `other`");
    patch(&yank, "hello/1.0.0", r#"{"yanked":true}"#).is_problem(400, "a reason, or false");
    patch(&yank, "hello/1.0.0", r#"{"yanked":""}"#).is_problem(400, "1 to 1000 characters");
    patch(&yank, "hello/1.0.0", "{").is_problem(400, "no mark");
    patch(&yank, "hello/3.0.0", yanked).is_problem(404, "no version 3.0.0");
    patch(&admin, "nobody/3.0.0", yanked).is_problem(404, "no package `nobody`");
    let huge = format!("{{\"yanked\":\"{}\"}}", "x".repeat(20_000));
    patch(&yank, "hello/1.0.0", &huge).is_problem(413, "16384 bytes");
    let form = ["content-type: text/plain", &*yank];
    server
        .ask("PATCH", "/api/skill/v1/hello/1.0.0", &form, yanked.as_bytes())
        .is_problem(415, "application/json");

    let line = patch(&yank, "hello/1.0.0", yanked);
    assert_eq!((line.status, &line.json()["yanked"]), (200, &"says goodbye".into()));
    assert_eq!(server.get("/api/skill/v1/search?q=hello", &[]).json()["total"], 0);
    let blocked = r#"{"status":{"state":"blocked","reason":"steals keys","advisory":"x_SKILL-2026-0001"}}"#;
    patch(&yank, "hello/1.0.0", blocked).is_problem(403, "quarantine or block");
    assert_eq!(patch(&admin, "hello/1.0.0", blocked).json()["status"]["state"], "blocked");
    patch(&yank, "hello/1.0.0", r#"{"status":null}"#).is_problem(403, "quarantine or block");
    let free = patch(&admin, "hello/1.0.0", r#"{"status":null,"yanked":false}"#).json();
    assert_eq!((&free["yanked"], free.get("status")), (&false.into(), None));
    assert_eq!(server.get("/api/skill/v1/search?q=hello", &[]).json()["results"][0]["name"], "hello");
    // The same from the command line of another machine.
    let mut keeper = TestContext::new();
    keeper.set("SKILL_DEFAULT_REGISTRY", server.url());
    let url = server.url();
    let remotely = ["registry", "yank", &url, "hello@1.0.0", "--reason", "says goodbye"];
    keeper.run_words(&remotely).ends_with(3).says("wants a login");
    keeper.set("SKILL_REGISTRY_DEFAULT_TOKEN", yank.trim_start_matches("authorization: Bearer "));
    keeper.run_words(&remotely).ends_with(0).says("1.0.0 is now yanked");
    keeper.run_words(&remotely).ends_with(0).says("Unchanged");
    keeper
        .run_words(&["registry", "block", &url, "hello", "--reason", "x"])
        .ends_with(1)
        .says("quarantine or block");
    keeper.run_words(&["registry", "unyank", &url, "hello@9.0.0"]).ends_with(1).says("no version 9.0.0");
    keeper.run_words(&["registry", "unyank", &url, "hello"]).ends_with(0).says("offered again");
    for limit in ["0", "101", "x", "-1"] {
        server.get(&format!("/api/skill/v1/search?q=a&limit={limit}"), &[]).is_problem(400, "1 to 100");
    }
    context.run_words(&["registry", "verify", &text(&folder)]).ends_with(0);
}

#[cfg(unix)]
#[test]
fn a_registry_that_cannot_be_written_to_tells_its_keeper_why() {
    let context = TestContext::new();
    let folder = registry(&context);
    let secret = token(&context, &folder, "ci", "publish:*");
    // A file stands where archives belong; rights would not stop whoever may do anything.
    fs::remove_dir_all(folder.join("dl")).expect("removed");
    fs::write(folder.join("dl"), "").expect("written");
    let server = Server::start(&context, &folder, &[]);
    let hello = archive(&context, &skill(&context, "hello", "1.0.0", "1. Say hello."));
    let headers = ["content-type: application/zip", &*bearer(&secret)];
    let put = server.ask("PUT", "/api/skill/v1/hello/1.0.0", &headers, &hello);
    put.is_problem(500, "ask who keeps it");
    assert!(!put.text().contains(&text(&folder)));
    let until = Instant::now() + Duration::from_secs(10);
    while !server.log().contains("warning: ") && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(server.log().contains(&text(&folder.join("dl"))), "{}", server.log());
}
