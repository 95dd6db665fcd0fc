//! Who may do what, and where a server may listen.

use super::*;

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

#[cfg(unix)]
#[test]
fn a_credential_program_gives_the_token_and_its_silence_is_told() {
    let context = TestContext::new();
    let folder = registry(&context);
    let hello = text(&skill(&context, "hello", "1.0.0", "1. Say hello."));
    let secret = token(&context, &folder, "ci", "publish:*");
    let server = Server::start(&context, &folder, &[]);
    let user = TestContext::new();
    let config = user.home().join(".config/skill/config.toml");
    let asks = |program: &str| {
        let registry =
            format!("[registries]\ndefault = {{ url = \"{}\", credential = {program} }}\n", server.url());
        fs::create_dir_all(config.parent().expect("a folder")).expect("a folder");
        fs::write(&config, registry).expect("written");
        user.run_words(&["publish", &hello])
    };
    for (program, why) in [
        ("[\"no-such-program\"]", "it can't be run"),
        ("[\"sh\", \"-c\", \"echo half; exit 3\"]", "it ended with status 3"),
        ("[\"true\"]", "it printed nothing"),
        ("[\"printf\", \"\\\\377\\\\n\"]", "what it printed is no text"),
    ] {
        asks(program).ends_with(3).says("the `credential` program").says(why).says("skill login REGISTRY");
    }
    // It is told which registry is meant, and runs in no project's folder.
    let right = format!(
        "[ \"$SKILL_REGISTRY_URL\" = '{}' ] && [ \"$PWD\" = \"$HOME\" ] && echo {secret}",
        server.url()
    );
    let program = format!("[\"sh\", \"-c\", {}]", serde_json::json!(right));
    let ran = asks(&program).ends_with(0).says("Published hello 1.0.0");
    assert!(!ran.stderr.contains(&secret) && !ran.stdout.contains(&secret));
    asks(&program).ends_with(0).says("published already");
    user.run("install hello -q").ends_with(0);
    // What lies in the cache needs no token, and so no program.
    fs::remove_dir_all(user.project().join(".agents/skills")).expect("installed skills");
    asks("[\"false\"]").ends_with(3);
    user.run("install --offline -q").ends_with(0);
    // A project can't have a program run.
    user.write(
        ".agents/skills.toml",
        format!("[registries]\nmine = {{ url = \"{}\", credential = [\"touch\", \"run\"] }}\n", server.url()),
    );
    user.run("search x");
    user.run("install mine:hello --dry-run");
    assert!(!user.exists("run") && !user.home().join("run").exists());
}
