//! What is read from a server: files with tags and ranges, and pages.

use super::*;

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
    assert_eq!(beyond.json()["title"], "Range Not Satisfiable");
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
