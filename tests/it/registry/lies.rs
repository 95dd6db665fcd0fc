//! Servers of registries that lie, and what they are not told.

use super::*;

/// Serves a registry whose answers `lie` may replace.
fn lying(folder: &Path, lie: impl Fn(&Seen) -> Option<Reply> + Send + Sync + 'static) -> WebServer {
    let folder = folder.to_owned();
    WebServer::new(move |seen| lie(seen).unwrap_or_else(|| reply(&folder, seen)))
}

#[test]
fn servers_that_lie_are_found_out() {
    let author = TestContext::new();
    let folder = registry(&author);
    let archive = fs::read(folder.join("dl/hello/2.0.0/hello-2.0.0.tar.gz")).expect("an archive");
    let other = fs::read(folder.join("dl/hello/1.0.0/hello-1.0.0.tar.gz")).expect("an archive");
    let of_archive = |reply: fn(&[u8], &[u8]) -> Reply| {
        let (archive, other) = (archive.clone(), other.clone());
        lying(&folder, move |seen| seen.target.contains("/dl/").then(|| reply(&archive, &other)))
    };
    let install = |server: &WebServer| {
        let user = with_default(&server.url("team/"));
        let ran = user.run("install hello");
        assert!(ran.code == Some(0) || !user.exists(".agents/skills/hello"), "nothing is left behind\n{ran}");
        ran
    };
    // Another archive of the same length, or any other bytes.
    install(&of_archive(|right, _| Reply::with(200, &[], vec![0; right.len()])))
        .ends_with(4)
        .says("is not the one the index names");
    install(&of_archive(|_, other| Reply::with(200, &[], &other[..other.len() / 2]))).ends_with(4);
    install(&of_archive(|right, _| {
        let mut bytes = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", right.len()).into_bytes();
        bytes.extend_from_slice(&right[..10]);
        Reply::Raw(bytes)
    }))
    .ends_with(3)
    .says("broke off");
    install(&of_archive(|_, _| Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b'x'; 4096])))
        .ends_with(3)
        .says("more than");
    install(&of_archive(|right, _| Reply::with(200, &[("Content-Encoding", "gzip")], right))).ends_with(0);
    install(&of_archive(|right, _| Reply::with(200, &[("Content-Type", "text/html")], right))).ends_with(0);
    install(&of_archive(|_, _| Reply::status(410))).ends_with(3);
    // A server that is too busy is asked again when it says; one that trickles is given up in time.
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let busy = lying(&folder, move |seen| {
        let is_first =
            seen.target.contains("/dl/") && asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0;
        is_first.then(|| Reply::with(429, &[("Retry-After", "1")], ""))
    });
    install(&busy).ends_with(0);
    let slow = of_archive(|_, _| Reply::Trickle(b"HTTP/1.1 200 OK\r\n\r\n".to_vec()));
    let user = with_default(&slow.url("team/"));
    write(&user.home().join(".config/skill/config.toml"), b"[net]\ntimeout = 1\n");
    user.run("install hello").ends_with(3).says("it comes too slowly");
    let index = |body: &'static [u8]| {
        lying(&folder, move |seen| seen.target.contains("/index/").then(|| Reply::with(200, &[], body)))
    };
    install(&index(b"<html>")).ends_with(3).says("line 1:");
    install(&index(b"{\"v\":9}\n")).ends_with(1).says("no version of `hello`");
    let config = |body: &'static [u8]| {
        lying(&folder, move |seen| seen.target.ends_with("config.json").then(|| Reply::with(200, &[], body)))
    };
    install(&config(b"{\"v\":2}")).ends_with(2).says("needs a newer `skill`");
    install(&config(b"{\"v\":1,\"name\":\"x\",\"dl\":\"file:///etc/{name}\"}"))
        .ends_with(4)
        .says("not allowed");
    install(&lying(&folder, |seen| seen.target.contains("/index/").then(|| Reply::status(410))))
        .ends_with(1)
        .says("has no package");
}

#[test]
fn an_index_that_rewrites_the_past_is_an_attack() {
    let author = TestContext::new();
    let folder = registry(&author);
    let is_changed = std::sync::Arc::new(Mutex::new(""));
    let seen_change = std::sync::Arc::clone(&is_changed);
    let index = fs::read_to_string(folder.join("index/he/ll/hello.jsonl")).expect("an index");
    let server = lying(&folder, move |seen| {
        let what = *seen_change.lock().expect("no panic");
        let lines: Vec<&str> = index.lines().collect();
        let text = match what {
            "other" => index
                .replace("\"cksum\":\"sha256:", "\"cksum\":\"sha256:00")
                .replace("00\",\"tree\"", "\",\"tree\""),
            "lost" => lines[..2].join("\n"),
            _ => return None,
        };
        let text = if what == "other" {
            lines.iter().fold(String::new(), |all, line| {
                let at = line.find("\"cksum\":\"sha256:").expect("a digest") + 16;
                all + &line[..at] + &"0".repeat(64) + &line[at + 64..] + "\n"
            })
        } else {
            text
        };
        seen.target.contains("/index/").then(|| Reply::with(200, &[], text))
    });
    let user = with_default(&server.url("team/"));
    user.run("install hello@1 -q").ends_with(0);
    *is_changed.lock().expect("no panic") = "lost";
    user.run("outdated").ends_with(0);
    *is_changed.lock().expect("no panic") = "other";
    user.run("update").ends_with(4).says("is not the one that was published");
}

#[test]
fn a_token_goes_to_its_registry_alone() {
    let author = TestContext::new();
    let folder = registry(&author);
    let elsewhere = offered(&folder);
    let target = elsewhere.url("team/dl/hello/2.0.0/hello-2.0.0.tar.gz");
    let server = lying(&folder, move |seen| {
        if seen.header("authorization") != Some("Bearer sesame") {
            return Some(Reply::status(401));
        }
        if seen.target.contains("/dl/") {
            return Some(Reply::with(302, &[("Location", &target)], ""));
        }
        seen.target
            .ends_with("config.json")
            .then(|| Reply::with(200, &[], "{\"v\":1,\"name\":\"x\",\"auth-required\":true}"))
    });
    let mut user = with_default(&server.url("team/"));
    user.run("install hello").ends_with(3).says("wants a login");
    user.set("SKILL_REGISTRY_DEFAULT_TOKEN", "sesame");
    user.run("install hello -q").ends_with(0);
    assert_eq!(elsewhere.seen().len(), 1);
    assert_eq!(elsewhere.seen()[0].header("authorization"), None, "another origin gets no token");

    // A project that names a registry does not get the user's token sent there.
    let mut stranger = TestContext::new();
    stranger.set("SKILL_REGISTRY_TEAM_TOKEN", "sesame");
    stranger.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", server.url("team/")));
    stranger.run("install team:hello").ends_with(3).says("wants a login");
    stranger.set("SKILL_REGISTRY_TEAM_URL", server.url("team/"));
    stranger.run("install team:hello -q").ends_with(0);
}
