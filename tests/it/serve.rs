//! `skill registry serve` as a real process on this machine: files, publishing, marks, tokens, pages, limits, and its end.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::support::{TestContext, skill::SkillBuilder};

/// A running server; killed when dropped.
struct Server {
    child: Child,
    address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
}

/// What a server answered.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("no JSON: {error}\n{self:?}"))
    }

    /// Fails unless it is a problem document of this status.
    #[track_caller]
    fn is_problem(&self, status: u16, detail: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        let problem = self.json();
        assert_eq!(problem["status"], status);
        let told = problem["detail"].as_str().unwrap_or_default();
        assert!(told.contains(detail), "`{told}` lacks `{detail}`");
    }
}

impl Server {
    fn start(context: &TestContext, folder: &Path, more: &[&str]) -> Self {
        let mut command = context.command(["registry", "serve", &text(folder), "--listen", "127.0.0.1:0"]);
        let mut child = command.args(more).stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(child.stderr.take().expect("stderr")).lines();
        let mut seen = Vec::new();
        let address = loop {
            let line = lines.next().unwrap_or_else(|| panic!("no address: {seen:?}")).expect("a line");
            let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).map(str::parse);
            seen.push(line);
            if let Some(Ok(address)) = place {
                break address;
            }
        };
        let log = Arc::new(Mutex::new(seen));
        let kept = Arc::clone(&log);
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                kept.lock().expect("the log").push(line);
            }
        });
        Self { child, address, log }
    }

    fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    fn log(&self) -> String {
        self.log.lock().expect("the log").join("\n")
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        stream
    }

    /// Sends one request with these header lines.
    fn ask(&self, method: &str, target: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let mut head =
            format!("{method} {target} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for header in headers {
            head.extend([header, "\r\n"]);
        }
        if !body.is_empty() && !headers.iter().any(|header| header.starts_with("content-length")) {
            head.extend(["content-length: ", &body.len().to_string(), "\r\n"]);
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).expect("a request");
        // The server may refuse it before the end.
        let _ = stream.write_all(body);
        read(stream)
    }

    fn get(&self, target: &str, headers: &[&str]) -> Answer {
        self.ask("GET", target, headers, b"")
    }

    /// Asks it to stop, and says how it ended.
    fn stop(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().expect("a signal");
        self.ended()
    }

    fn ended(&mut self) -> Option<i32> {
        let until = Instant::now() + Duration::from_secs(30);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("the server did not stop\n{}", self.log());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A connection that is reset after the answer has given it.
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn skill_in(folder: &Path, name: &str, version: &str, body: &str) -> PathBuf {
    let head = format!(
        "name: {name}\ndescription: Greets people by name. Use when somebody asks for {name}.\nlicense: MIT\nmetadata:\n  version: \"{version}\"\n"
    );
    SkillBuilder::new(name)
        .head(&head)
        .body(&format!("# Steps\n\n{body}\n"))
        .file("references/a.md", "# Greetings\n\nHello.\n")
        .script("scripts/run.sh", "#!/bin/sh\necho hi\n")
        .build_in(folder)
}

fn skill(context: &TestContext, name: &str, version: &str, body: &str) -> PathBuf {
    skill_in(&context.root().join("authors"), name, version, body)
}

/// An empty registry beside the project.
fn registry(context: &TestContext) -> PathBuf {
    let folder = context.root().join("reg");
    context.run_words(&["registry", "init", &text(&folder), "--name", "house"]).ends_with(0);
    folder
}

fn token(context: &TestContext, folder: &Path, label: &str, scopes: &str) -> String {
    let ran = context
        .run_words(&["registry", "token", "new", &text(folder), "--label", label, "--scope", scopes])
        .ends_with(0)
        .says("shown this once");
    ran.stdout.trim().to_owned()
}

/// The archive that would be sent for a skill.
fn archive(context: &TestContext, skill: &Path) -> Vec<u8> {
    let out = context.root().join("packed.zip");
    context.run_words(&["pack", &text(skill), "--out", &text(&out), "--layout", "root", "-q"]).ends_with(0);
    fs::read(out).expect("an archive")
}

fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}")
}

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
    // What the client's own gate let pass is listed as the server says it.
    let long = SkillBuilder::new("long")
        .head(&format!(
            "name: long\ndescription: Greets people. Use {}.\nmetadata:\n  version: \"1.0.0\"\n",
            "x ".repeat(600)
        ))
        .build_in(&author.root().join("authors"));
    let pack = ["pack", &text(&long), "--out", &text(&out), "--layout", "root", "-q", "--fail-on", "never"];
    author.run_words(&pack).ends_with(0);
    author
        .run_words(&["publish", &text(&out)])
        .ends_with(1)
        .says("lint finds 1 error in it\n  SKILL.md:3:")
        .says("[description-too-long]");

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
fn files_are_served_with_tags_and_ranges_and_nothing_else_is() {
    let context = TestContext::new();
    let folder = registry(&context);
    let hello = skill(&context, "hello", "1.0.0", "1. Say hello.");
    context.run_words(&["registry", "add", &text(&folder), &text(&hello)]).ends_with(0);
    token(&context, &folder, "ci", "admin");
    fs::create_dir_all(folder.join(".git")).expect("a folder");
    for hidden in ["secret.txt", ".git/config", "dl/.hidden"] {
        fs::write(folder.join(hidden), "secret").expect("written");
    }
    fs::write(context.root().join("outside"), "secret").expect("written");
    // Larger than what is read into memory at once.
    fs::write(folder.join("dl/large.tar.gz"), vec![b'x'; 300_000]).expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink("../../outside", folder.join("dl/out")).expect("a link");
    let server = Server::start(&context, &folder, &[]);

    let config = server.get("/config.json", &[]);
    assert_eq!((config.status, config.header("content-type")), (200, Some("application/json")));
    assert_eq!(config.json()["api"], "api/skill/v1", "clients are led to the server");
    assert!(!fs::read_to_string(folder.join("config.json")).expect("a file").contains("api"));
    for (path, kind) in [
        ("/index/he/ll/hello.jsonl", "application/x-ndjson"),
        ("/dl/hello/1.0.0/hello-1.0.0.tar.gz", "application/gzip"),
        ("/.well-known/agent-skills/index.json", "application/json"),
    ] {
        let whole = server.get(path, &[]);
        assert_eq!((whole.status, whole.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(whole.body, fs::read(folder.join(&path[1..])).expect("a file"));
        let tag = whole.header("etag").expect("a tag").to_owned();
        let again = server.get(path, &[&format!("if-none-match: W/\"x\", {tag}")]);
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(&*tag)));
        let head = server.ask("HEAD", path, &[], b"");
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(head.header("content-length"), Some(&*whole.body.len().to_string()));
        assert_eq!(head.header("etag"), Some(&*tag));
    }
    for (range, status, first, count) in [
        ("bytes=0-9", 206, 0, 10),
        ("bytes=299990-", 206, 299_990, 10),
        ("bytes=-5", 206, 299_995, 5),
        ("bytes=5-2", 200, 0, 300_000),
        ("bytes=0-1,4-5", 200, 0, 300_000),
    ] {
        let part = server.get("/dl/large.tar.gz", &[&format!("range: {range}")]);
        assert_eq!((part.status, part.body.len()), (status, count), "{range}");
        if status == 206 {
            let shown = format!("bytes {first}-{}/300000", first + count - 1);
            assert_eq!(part.header("content-range"), Some(&*shown));
        }
    }
    let beyond = server.get("/dl/large.tar.gz", &["range: bytes=300000-"]);
    assert_eq!((beyond.status, beyond.header("content-range")), (416, Some("bytes */300000")));
    let stale = server.get("/dl/large.tar.gz", &["range: bytes=0-9", "if-range: \"other\""]);
    assert_eq!((stale.status, stale.body.len()), (200, 300_000));
    let small = server.get("/index/he/ll/hello.jsonl", &["range: bytes=1-3"]);
    assert_eq!(&*small.body, br#""v""#);

    for path in [
        "/.tokens.json",
        "/secret.txt",
        "/.git/config",
        "/dl/.hidden",
        "/dl/out",
        "/dl/",
        "/dl",
        "/index",
        "/index/he/",
        "/../outside",
        "/dl/../../outside",
        "/dl/%2e%2e/%2e%2e/outside",
        "/dl/..%2f..%2foutside",
        "/dl/%5c..%5coutside",
        "//etc/passwd",
        "/dl//etc/passwd",
        "/.nojekyll",
        "/nothing",
        "/index/he/ll/hello.jsonl/x",
        "/README.md",
    ] {
        let answer = server.get(path, &[]);
        assert_eq!(answer.status, 404, "{path}: {}", answer.text());
        assert!(!answer.text().contains("secret"), "{path}");
        assert!(!answer.text().contains(&*text(context.root())), "no path of this machine: {path}");
    }
    assert_eq!(server.get("/dl/%00x", &[]).status, 400);
    assert_eq!(server.get("/dl/%ff", &[]).status, 400);
    assert_eq!(
        (server.get("/healthz", &[]).status, server.get("/healthz", &[]).text()),
        (200, "ok\n".to_owned())
    );
    // The token reaches nobody, whichever way it is written down.
    server.get("/index/he/ll/hello.jsonl?token=skr_in_the_query", &[]);
    thread::sleep(Duration::from_millis(200));
    assert!(!server.log().contains("skr_") && server.log().contains(" 304 GET "), "{}", server.log());
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

#[test]
fn a_revoked_or_expired_token_opens_nothing_and_the_list_shows_no_secret() {
    let context = TestContext::new();
    let folder = registry(&context);
    let reg = text(&folder);
    let server = Server::start(&context, &folder, &[]);
    assert!(server.log().contains("0 tokens"), "{}", server.log());
    let secret = token(&context, &folder, "ci", "read,publish:@ops/*");
    assert!(secret.starts_with("skr_") && secret.len() == 68);
    let who = |headers: &[&str]| server.get("/api/skill/v1/whoami", headers);
    let told = who(&[&bearer(&secret)]).json();
    assert_eq!((&told["label"], &told["scopes"][1]), (&"ci".into(), &"publish:@ops/*".into()));
    // What netrc gives: `any:TOKEN` in base 64.
    let basic = Command::new("sh")
        .args(["-c", &format!("printf %s any:{secret} | base64 -w0")])
        .output()
        .expect("base64 runs");
    let basic = format!("authorization: Basic {}", String::from_utf8_lossy(&basic.stdout).trim());
    assert_eq!(who(&[&basic]).json()["label"], "ci");
    who(&[]).is_problem(401, "needs a token");
    assert_eq!(who(&[]).header("www-authenticate"), Some("Bearer realm=\"skill registry\""));

    let twice = ["registry", "token", "new", &reg, "--label", "ci", "--scope", "read"];
    context.run_words(&twice).ends_with(1).says("there is a token `ci` already");
    context
        .run_words(&["registry", "token", "new", &reg, "--label", "x", "--scope", "publish"])
        .ends_with(2)
        .says("is no scope");
    context
        .run_words(&["registry", "token", "list", &reg])
        .ends_with(0)
        .prints("read, publish:@ops/*")
        .prints("never");
    let list = context.run_words(&["registry", "token", "list", &reg, "--json"]).ends_with(0);
    assert!(!list.stdout.contains("skr_") && list.json()["tokens"][0]["label"] == "ci");
    let file = fs::read_to_string(folder.join(".tokens.json")).expect("tokens");
    assert!(!file.contains(&secret));

    context.run_words(&["registry", "token", "revoke", &reg, "no"]).ends_with(1).says("there are: `ci`");
    context.run_words(&["registry", "token", "revoke", &reg, "ci"]).ends_with(0).says("Removed");
    who(&[&bearer(&secret)]).is_problem(401, "does not know this token");
    server.get("/config.json", &[&bearer(&secret)]).is_problem(401, "does not know this token");

    let brief = context
        .run_words(&["registry", "token", "new", &reg, "--label", "b", "--scope", "read", "--expires", "1m"])
        .ends_with(0);
    let old = fs::read_to_string(folder.join(".tokens.json")).expect("tokens");
    let day = old.split("\"expires\": \"").nth(1).expect("a time").get(..20).expect("a time").to_owned();
    fs::write(folder.join(".tokens.json"), old.replace(&day, "2020-01-01T00:00:00Z")).expect("written");
    who(&[&bearer(brief.stdout.trim())]).is_problem(401, "has expired");
    context.run_words(&["registry", "token", "list", &reg]).ends_with(0).prints("(over)");
    fs::write(folder.join(".tokens.json"), "{").expect("written");
    who(&[&bearer(&secret)]).is_problem(500, "tokens can't be read");
    context.run_words(&["registry", "token", "list", &reg]).ends_with(2).says(".tokens.json");
}

#[test]
fn a_server_for_everybody_needs_tokens_and_its_tokens_need_a_private_place() {
    let context = TestContext::new();
    let folder = registry(&context);
    let reg = text(&folder);
    let public = ["registry", "serve", &reg, "--listen", "0.0.0.0:0", "--dry-run"];
    context.run_words(&public).ends_with(2).says("reached from other machines").says("--read-only");
    context
        .run_words(&["registry", "serve", &reg, "--listen", "0.0.0.0:0", "--dry-run", "--read-only"])
        .ends_with(0)
        .says("read-only");
    context
        .run_words(&["registry", "serve", &reg, "--tokens", &text(&folder.join("dl/tokens.json"))])
        .ends_with(2)
        .says("everybody could read it");
    context.run_words(&["registry", "serve", &reg, "--listen", "here"]).ends_with(2).says("no address");
    context.run("registry serve nowhere").ends_with(2).says("is no registry");
    token(&context, &folder, "ci", "publish:*");
    context.run_words(&public).ends_with(0).says("1 token");
    let busy = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = busy.local_addr().expect("an address").port().to_string();
    context.run_words(&["registry", "serve", &reg, "--listen", &port]).ends_with(3).says("cannot listen");

    let secret = token(&context, &folder, "all", "admin");
    let server = Server::start(&context, &folder, &["--read-only"]);
    assert!(server.get("/config.json", &[]).json().get("api").is_none());
    let put = ["content-type: application/zip", &*bearer(&secret)];
    server.ask("PUT", "/api/skill/v1/hello/1.0.0", &put, b"x").is_problem(403, "only reads");
}

#[test]
fn a_closed_registry_asks_for_a_token_with_every_request() {
    let context = TestContext::new();
    let folder = registry(&context);
    let hello = skill(&context, "hello", "1.0.0", "1. Say hello.");
    context.run_words(&["registry", "add", &text(&folder), &text(&hello)]).ends_with(0);
    let closed = "{\"v\":1,\"name\":\"house\",\"auth-required\":true}";
    fs::write(folder.join("config.json"), closed).expect("written");
    let secret = token(&context, &folder, "reader", "read");
    let server = Server::start(&context, &folder, &[]);
    for path in
        ["/config.json", "/index/he/ll/hello.jsonl", "/", "/p/hello", "/api/skill/v1/search?q=x", "/nothing"]
    {
        server.get(path, &[]).is_problem(401, "a token with every request");
        assert_ne!(server.get(path, &[&bearer(&secret)]).status, 401, "{path}");
    }
    assert_eq!(server.get("/healthz", &[]).status, 200);
    let archive = server.get("/dl/hello/1.0.0/hello-1.0.0.tar.gz", &[&bearer(&secret)]);
    assert!(archive.header("cache-control").is_some_and(|text| text.starts_with("private")));
    let mut user = TestContext::new();
    user.set("SKILL_DEFAULT_REGISTRY", server.url());
    user.run("install hello").ends_with(3).says("wants a login");
    user.set("SKILL_REGISTRY_DEFAULT_TOKEN", &secret);
    user.run("install hello -q").ends_with(0);
    assert!(user.exists(".agents/skills/hello/SKILL.md"));
}

#[test]
fn pages_show_a_skill_and_run_nothing_of_it() {
    let context = TestContext::new();
    let folder = registry(&context);
    let body = "1. Say hello. See [docs](https://example.org/a), [bad](javascript:alert(1)) and [more](references/a.md).\n\n<script>alert(1)</script>\n<img src=x onerror=alert(2)>\n\n#### Deep\n\n![logo](https://example.org/l.png)";
    for version in ["1.0.0", "1.1.0"] {
        let hello = skill(&context, "hello", version, body);
        context.run_words(&["registry", "add", &text(&folder), &text(&hello), "--scope", "ops"]).ends_with(0);
    }
    let reg = text(&folder);
    context
        .run_words(&["registry", "yank", &reg, "@ops/hello@1.0.0", "--reason", "says <b>nothing</b>"])
        .ends_with(0);
    let server = Server::start(&context, &folder, &[]);
    let front = server.get("/?q=hello", &[]);
    assert!(
        front.text().contains("<a href=\"p/@ops/hello\">@ops/hello</a>")
            || front.text().contains("p&#x2f;@ops&#x2f;hello"),
        "{}",
        front.text()
    );
    let page = server.get("/p/@ops/hello", &[]);
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let html = page.text();
    for part in [
        "<html lang=\"en\">",
        "<main",
        "<header>",
        "<label for=\"q\">",
        "1.1.0",
        "scripts",
        "executable",
        "MIT",
        "yanked",
        "rel=\"nofollow",
    ] {
        assert!(html.contains(part), "no {part} in {html}");
    }
    assert!(html.contains("Say hello.") && html.contains("[image: logo]"), "{html}");
    for shown in [page, server.get("/p/@ops/hello/1.0.0", &[]), front] {
        let html = shown.text();
        let policy = shown.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        for never in
            ["<script", "javascript:", "onerror=\"", "<img", " style=", "<style", "src=", "<b>nothing"]
        {
            assert!(!html.contains(never), "{never} in {html}");
        }
        let mut last = 0;
        for (at, _) in html.match_indices("<h") {
            if let Some(level) = html[at + 2..].chars().next().and_then(|c| c.to_digit(10)) {
                assert!(level <= last + 1, "heading {level} after {last} in {html}");
                last = level;
            }
        }
        assert_eq!(html.matches("<h1").count(), 1);
        assert!(!html.contains("href=\"/"), "addresses are relative: {html}");
    }
    let tag = server.get("/", &[]).header("etag").expect("a tag").to_owned();
    assert_eq!(server.get("/", &[&format!("if-none-match: {tag}")]).status, 304);
    assert_eq!(server.get("/-/style.css", &[]).header("content-type"), Some("text/css; charset=utf-8"));
    for path in ["/p/nobody", "/p/@ops/hello/9.0.0", "/p/", "/p/../x", "/-/x", "/p/@ops"] {
        let absent = server.get(path, &[]);
        assert_eq!(
            (absent.status, absent.header("content-type")),
            (404, Some("text/html; charset=utf-8")),
            "{path}"
        );
    }
    let echo = server.get("/?q=%3Cscript%3Ealert(1)%3C/script%3E", &[]);
    assert!(!echo.text().contains("<script"), "{}", echo.text());
    context.run_words(&["registry", "block", &reg, "@ops/hello", "--reason", "steals keys"]).ends_with(0);
    let blocked = server.get("/p/@ops/hello", &[]).text();
    assert!(
        blocked.contains("steals keys")
            && !blocked.contains("Say hello")
            && !blocked.contains("skill install")
    );
}

#[test]
fn clients_that_dawdle_or_talk_nonsense_hold_nobody_up() {
    let context = TestContext::new();
    let folder = registry(&context);
    let mut server = Server::start(&context, &folder, &[]);
    let mut slow = Vec::new();
    for at in 0..200 {
        let mut stream = server.connect();
        let start: &[u8] = if at % 2 == 0 { b"GET /config.json HT" } else { b"" };
        stream.write_all(start).expect("a start");
        slow.push(stream);
    }
    let started = Instant::now();
    assert_eq!(server.get("/config.json", &[]).status, 200);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    let long = format!("x-long: {}", "y".repeat(100_000));
    assert_eq!(server.get("/config.json", &[&long]).status, 431);
    let many: Vec<String> = (0..200).map(|at| format!("x-{at}: y")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(server.get("/config.json", &many).status, 431);
    for nonsense in
        [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc"[..], b"hello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(nonsense).expect("nonsense");
        let status = read(stream).status;
        assert!(status == 400 || status == 0 || status == 505, "{status}");
    }
    assert_eq!(server.get("/healthz", &[]).status, 200);
    // Idle and half-sent connections do not keep it from stopping.
    let started = Instant::now();
    assert_eq!(server.stop(), Some(0));
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    drop(slow);
}

#[test]
fn a_publication_under_way_is_finished_before_the_server_stops() {
    let context = TestContext::new();
    let folder = registry(&context);
    let secret = token(&context, &folder, "ci", "publish:*");
    let archive = archive(&context, &skill(&context, "hello", "1.0.0", "1. Say hello."));
    let mut server = Server::start(&context, &folder, &[]);
    let mut stream = server.connect();
    let head = format!(
        "PUT /api/skill/v1/hello/1.0.0 HTTP/1.1\r\nhost: x\r\n{}\r\ncontent-type: application/zip\r\ncontent-length: {}\r\n\r\n",
        bearer(&secret),
        archive.len()
    );
    let (first, rest) = archive.split_at(archive.len() / 2);
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(first)).expect("a half");
    thread::sleep(Duration::from_millis(300));
    let id = server.child.id().to_string();
    Command::new("kill").args(["-TERM", &id]).status().expect("a signal");
    thread::sleep(Duration::from_millis(300));
    assert!(TcpStream::connect(server.address).is_err(), "nobody new is let in");
    stream.write_all(rest).expect("the rest");
    let answer = read(stream);
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(server.ended(), Some(0), "{}", server.log());
    context.run_words(&["registry", "verify", &text(&folder)]).ends_with(0).says("1 version of 1 package");
}

/// A small generator with a fixed seed.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

#[test]
fn sixteen_publishers_at_once_killed_at_random_lose_nothing() {
    let mut context = TestContext::new();
    let folder = registry(&context);
    let secret = token(&context, &folder, "ci", "publish:*");
    let server = Server::start(&context, &folder, &[]);
    context.set("SKILL_DEFAULT_REGISTRY", server.url()).set("SKILL_REGISTRY_DEFAULT_TOKEN", &secret);
    let mut moments = Moments(11);
    let (mut killed, mut published) = (0, Vec::new());
    for round in 0..3 {
        let mut children = Vec::new();
        for at in 0..16 {
            let authors = context.root().join(format!("authors/{round}/{at}"));
            // Two of each kind fight for one version; the others have a package of their own.
            let (name, version) = if at % 8 < 2 {
                ("shared".to_owned(), format!("1.{round}.0"))
            } else {
                (format!("own-{at}"), format!("1.{round}.0"))
            };
            let path =
                text(&skill_in(&authors, &name, &version, &format!("Publisher {at} of round {round}.")));
            let arguments = if at < 8 {
                vec!["publish".to_owned(), path]
            } else {
                vec!["registry".to_owned(), "add".to_owned(), text(&folder), path]
            };
            let child = context.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            children.push((at, name, version, child.expect("a publisher")));
        }
        for (at, name, version, child) in &mut children {
            if *at % 3 == 0 {
                thread::sleep(Duration::from_millis(moments.next(120)));
                if child.try_wait().expect("a child").is_none() {
                    child.kill().expect("killed");
                    killed += 1;
                }
            }
            if child.wait().expect("a child").success() {
                published.push((*at, round, name.clone(), version.clone()));
            }
        }
    }
    let mut winners: Vec<&String> = published
        .iter()
        .filter(|(_, _, name, _)| name == "shared")
        .map(|(_, _, _, version)| version)
        .collect();
    let all = winners.len();
    winners.dedup();
    assert_eq!(winners.len(), all, "one publisher wins a version: {published:?}");
    for (at, round, name, version) in &published {
        let page = server.get(&format!("/p/{name}/{version}"), &[]);
        assert_eq!(page.status, 200, "{name} {version}");
        assert!(
            page.text().contains(&format!("Publisher {at} of round {round}.")),
            "{name} {version} is another's"
        );
    }
    assert!(published.len() >= 15, "{} published, {killed} killed", published.len());
    // What a killed writer left is no flaw, and the next writer makes the derived files right.
    let last = skill(&context, "last", "1.0.0", "The last one.");
    context.run_words(&["publish", &text(&last)]).ends_with(0);
    let verified =
        context.run_words(&["registry", "verify", &text(&folder)]).ends_with(0).says("all are whole");
    assert!(!verified.stderr.contains("skill registry build"), "{verified}");
    for entry in fs::read_dir(folder.join("index/sh/ar")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            let lines = fs::read_to_string(&path).expect("a file");
            let mut versions: Vec<&str> = lines
                .lines()
                .filter_map(|line| line.split("\"vers\":\"").nth(1)?.split('"').next())
                .collect();
            let count = versions.len();
            versions.dedup();
            assert_eq!(versions.len(), count, "{lines}");
        }
    }
}
