//! Clients that dawdle, many at once, killed at random, and the end of a server.

use super::*;

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
