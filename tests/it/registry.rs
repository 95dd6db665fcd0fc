//! Registries as folders and behind web servers: published, installed, yanked, blocked, mirrored; and servers that lie.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
};

use crate::support::{
    TestContext,
    git::{Reply, Seen, WebServer},
    listing,
    skill::SkillBuilder,
    write,
};

/// A skill with a version, beside the project.
fn skill(context: &TestContext, name: &str, version: &str, text: &str) -> PathBuf {
    let head = format!(
        "name: {name}\ndescription: Greets people by name. Use when somebody asks for {name}.\nmetadata:\n  version: \"{version}\"\n"
    );
    SkillBuilder::new(name)
        .head(&head)
        .body(&format!("# Steps\n\n1. {text}\n"))
        .script("scripts/run.sh", "#!/bin/sh\necho hi\n")
        .build_in(&context.root().join("authors"))
}

/// A registry beside the project with `hello` 1.0.0, 1.1.0 and 2.0.0, and `@ops/deploy` 0.4.0.
fn registry(context: &TestContext) -> PathBuf {
    let folder = context.root().join("reg");
    context.run_words(&["registry", "init", &text(&folder)]).ends_with(0);
    for version in ["1.0.0", "1.1.0", "2.0.0"] {
        let skill = skill(context, "hello", version, version);
        context.run_words(&["registry", "add", &text(&folder), &text(&skill)]).ends_with(0);
    }
    let deploy = skill(context, "deploy", "0.4.0", "Deploy.");
    context.run_words(&["registry", "add", &text(&folder), &text(&deploy), "--scope", "ops"]).ends_with(0);
    folder
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Offers a folder below `/team/`, with validators as web servers have them.
fn offered(folder: &Path) -> WebServer {
    let folder = folder.to_owned();
    WebServer::new(move |seen| reply(&folder, seen))
}

fn reply(folder: &Path, seen: &Seen) -> Reply {
    let path = seen.target.strip_prefix("/team/").unwrap_or("none").replace("%40", "@");
    match fs::read(folder.join(path)) {
        Ok(bytes) => {
            let etag =
                format!("\"{:x}-{}\"", bytes.len(), bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>());
            if seen.header("if-none-match") == Some(&etag) {
                return Reply::with(304, &[("ETag", &etag)], "");
            }
            Reply::with(200, &[("ETag", &etag)], bytes)
        }
        Err(_) => Reply::status(404),
    }
}

fn with_default(registry: &str) -> TestContext {
    let mut context = TestContext::new();
    context.set("SKILL_DEFAULT_REGISTRY", registry);
    context
}

#[test]
fn what_is_published_can_be_installed_from_a_folder_and_from_any_web_server() {
    let author = TestContext::new();
    let folder = registry(&author);
    author
        .run_words(&["registry", "verify", &text(&folder)])
        .ends_with(0)
        .says("4 versions of 2 packages: all are whole");
    let server = offered(&folder);
    let mut digests = Vec::new();
    for place in
        [server.url("team"), server.url("team/"), format!("file://{}", folder.display()), text(&folder)]
    {
        let user = with_default(&place);
        user.run("install hello@^1 @ops/deploy -q").ends_with(0);
        assert!(user.read(".agents/skills/hello/SKILL.md").contains("1.1.0"));
        assert_eq!(user.read(".agents/skills.toml").matches("hello = \"^1\"").count(), 1);
        let lockfile = user.read(".agents/skills.lock");
        let mut lines: Vec<&str> = lockfile
            .lines()
            .filter(|line| line.contains("sha256:") || line.starts_with("version = \""))
            .collect();
        lines.dedup();
        digests.push(lines.join("\n"));
        user.run("verify").ends_with(0);
        user.run("install --locked").ends_with(0).says("Unchanged");
    }
    digests.dedup();
    assert_eq!(digests.len(), 1, "every way gives the same: {digests:#?}");
    assert!(digests[0].contains("version = \"1.1.0\""), "{}", digests[0]);
}

#[test]
fn a_second_look_is_conditional_and_twenty_packages_cost_twenty_index_files() {
    let author = TestContext::new();
    let folder = author.root().join("reg");
    author.run_words(&["registry", "init", &text(&folder)]).ends_with(0);
    let names: Vec<String> = (0..20).map(|at| format!("skill-{at}")).collect();
    for name in &names {
        skill(&author, name, "1.0.0", name);
    }
    author
        .run_words(&["registry", "add", &text(&folder), &text(&author.root().join("authors"))])
        .ends_with(0);
    let server = offered(&folder);
    let user = with_default(&server.url("team/"));
    user.run(&format!("install {} -q", names.join(" "))).ends_with(0);
    let count = |part: &str| server.seen().iter().filter(|seen| seen.target.contains(part)).count();
    assert_eq!((count("config.json"), count("/index/"), count("/dl/")), (1, 20, 20));
    user.run("outdated").ends_with(0).says("nothing newer");
    assert_eq!((count("config.json"), count("/index/"), count("/dl/")), (2, 40, 20));
    let asked_again = server.seen().iter().filter(|seen| seen.header("if-none-match").is_some()).count();
    assert_eq!(asked_again, 21, "config.json and each index file");

    let second = user.second_machine();
    let mut offline = second;
    offline.set("SKILL_DEFAULT_REGISTRY", server.url("team/"));
    fs::remove_dir_all(offline.project().join(".agents/skills")).expect("installed skills");
    offline.run("install --locked -q").ends_with(0);
    assert_eq!(count("/index/"), 60, "a new machine asks for itself");
    fs::remove_dir_all(offline.project().join(".agents/skills")).expect("installed skills");
    offline.run("install --frozen -q").ends_with(0);
    assert_eq!(count("/dl/"), 40, "the cache has the archives");
}

#[test]
fn a_yanked_version_stays_for_those_who_locked_it() {
    let author = TestContext::new();
    let folder = registry(&author);
    let user = with_default(&text(&folder));
    user.run("install hello@^1 -q").ends_with(0);
    author
        .run_words(&["registry", "yank", &text(&folder), "hello@1.1.0", "--reason", "leaks names"])
        .ends_with(0)
        .says("hello 1.1.0 is now yanked");
    author
        .run_words(&["registry", "yank", &text(&folder), "hello@1.1.0", "--reason", "leaks names"])
        .ends_with(0)
        .says("already");
    author.run_words(&["registry", "verify", &text(&folder)]).ends_with(0);
    let mut colleague = user.second_machine();
    colleague.set("SKILL_DEFAULT_REGISTRY", text(&folder));
    fs::remove_dir_all(colleague.project().join(".agents/skills")).expect("installed skills");
    colleague.run("install --locked").ends_with(0).says("`hello` 1.1.0 was yanked: leaks names");
    let newcomer = with_default(&text(&folder));
    newcomer.run("install hello@^1 -q").ends_with(0);
    assert!(newcomer.read(".agents/skills.lock").contains("version = \"1.0.0\""));
    newcomer.run("install hello@=1.1.0 --force").ends_with(1).says("1.1.0: yanked (leaks names)");
    author.run_words(&["registry", "unyank", &text(&folder), "hello@1.1.0"]).ends_with(0);
    newcomer.run("outdated").ends_with(0).prints("1.1.0");
    newcomer.run("update -q").ends_with(0);
    assert!(newcomer.read(".agents/skills/hello/SKILL.md").contains("1.1.0"));
    newcomer.run("update hello --latest -q").ends_with(0);
    assert!(newcomer.read(".agents/skills.toml").contains("hello = \"^2.0.0\""));
}

#[test]
fn a_blocked_version_is_never_installed_not_even_from_the_lockfile() {
    let author = TestContext::new();
    let folder = registry(&author);
    let user = with_default(&text(&folder));
    user.run("install hello@=2.0.0 -q").ends_with(0);
    author
        .run_words(&[
            "registry",
            "block",
            &text(&folder),
            "hello@2.0.0",
            "--reason",
            "steals keys",
            "--advisory",
            "x_SKILL-2026-0001",
        ])
        .ends_with(0);
    let mut colleague = user.second_machine();
    colleague.set("SKILL_DEFAULT_REGISTRY", text(&folder));
    fs::remove_dir_all(colleague.project().join(".agents/skills")).expect("installed skills");
    colleague.run("install --locked").ends_with(4).says("2.0.0: blocked (steals keys)");
    assert!(!colleague.exists(".agents/skills/hello"));
    with_default(&text(&folder)).run("install hello -q").ends_with(0);
    author
        .run_words(&[
            "registry",
            "deprecate",
            &text(&folder),
            "@ops/deploy",
            "--reason",
            "old",
            "--replaced-by",
            "ship",
        ])
        .ends_with(0);
    with_default(&text(&folder)).run("install @ops/deploy").ends_with(0).says("deprecated: old; use `ship`");
    author.run_words(&["registry", "lift", &text(&folder), "hello@2.0.0"]).ends_with(0);
    colleague.run("install --locked -q").ends_with(0);
}

#[test]
fn one_registry_answers_for_a_name_and_nobody_is_asked_besides() {
    let author = TestContext::new();
    let folder = registry(&author);
    let user = TestContext::new();
    user.run("install hello").ends_with(2).says("no registry is configured");
    user.run("install team:hello").ends_with(2).says("no registry called `team` is configured");
    user.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", folder.display()));
    user.run("install hello").ends_with(2).says("no registry is configured");
    user.run("install team:hello@1 -q").ends_with(0);
    assert!(
        user.read(".agents/skills.toml").contains("hello = { registry = \"team\", version = \"1\" }"),
        "{}",
        user.read(".agents/skills.toml")
    );
    user.run("install --locked").ends_with(0);
    user.run("install team:nothing").ends_with(1).says("registry `team` has no package `nothing`");
    user.run("install team:Hello").ends_with(1).says("is no package name");
    user.run("install team:hello@^7").ends_with(1).says("there are `2.0.0`, `1.1.0`, `1.0.0`");

    let own = user.home().join(".config/skill/config.toml");
    fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
    fs::write(&own, "[registries]\nteam = \"https://skills.example.com/\"\n").expect("a file");
    user.run("install team:hello")
        .ends_with(2)
        .says("in the project's manifest, and `https://skills.example.com/` in your");
    fs::write(
        &own,
        format!("[registries]\ncorp = \"{}\"\n[scopes]\n\"@ops\" = \"corp\"\n", folder.display()),
    )
    .expect("a file");
    user.run("install team:@ops/deploy")
        .ends_with(2)
        .says("packages of `@ops` come from the registry `corp` alone");
    user.run("install @ops/deploy -q").ends_with(0);
}

#[test]
fn young_versions_wait_until_they_are_old_enough() {
    let author = TestContext::new();
    let folder = registry(&author);
    let index = folder.join("index/he/ll/hello.jsonl");
    let aged = fs::read_to_string(&index).expect("an index").lines().fold(String::new(), |text, line| {
        let line = if line.contains("\"vers\":\"1.0.0\"") {
            let at = line.find("\"pubtime\":\"").expect("a time") + 11;
            format!("{}2020-01-01T00:00:00Z{}", &line[..at], &line[at + 20..])
        } else {
            line.to_owned()
        };
        text + &line + "\n"
    });
    fs::write(&index, aged).expect("an index");
    let user = TestContext::new();
    user.write(
        ".agents/skills.toml",
        format!("[registries]\ndefault = {{ url = \"{}\", min-age = \"3d\" }}\n", folder.display()),
    );
    user.run("install hello -q").ends_with(0);
    assert!(user.read(".agents/skills.lock").contains("version = \"1.0.0\""));
    user.run("install hello@2 --force").ends_with(1).says("2.0.0: younger than `min-age` allows");
    user.write(".agents/skills.toml", "[registries]\ndefault = { url = \"x\", min-age = \"soon\" }\n");
    user.run("install hello").ends_with(2).says("`min-age` is no time");
}

#[test]
fn a_mirror_has_the_same_bytes_and_serves_without_the_original() {
    let author = TestContext::new();
    let folder = registry(&author);
    author.run_words(&["registry", "yank", &text(&folder), "hello@1.0.0", "--reason", "old"]).ends_with(0);
    let server = offered(&folder);
    let mirror = author.root().join("mirror");
    author
        .run_words(&["registry", "mirror", &server.url("team/"), &text(&mirror)])
        .ends_with(0)
        .says("4 new versions of 2 packages");
    assert_eq!(listing(&mirror), listing(&folder), "the same registry, to the byte");
    author
        .run_words(&["registry", "mirror", &server.url("team/"), &text(&mirror)])
        .ends_with(0)
        .says("0 new versions");
    drop(server);
    author.run_words(&["registry", "verify", &text(&mirror)]).ends_with(0);
    with_default(&text(&mirror)).run("install hello @ops/deploy -q").ends_with(0);

    let part = author.root().join("part");
    author
        .run_words(&["registry", "mirror", &text(&folder), &text(&part), "@ops/deploy"])
        .ends_with(0)
        .says("1 new version of 1 package");
    author.run_words(&["registry", "verify", &text(&part)]).ends_with(0).says("1 version of 1 package");
}

#[test]
fn a_published_version_never_changes() {
    let author = TestContext::new();
    let folder = registry(&author);
    let before = listing(&folder);
    let changed = skill(&author, "hello", "2.0.0", "something else");
    author
        .run_words(&["registry", "add", &text(&folder), &text(&changed)])
        .ends_with(1)
        .says("never changes");
    let lookalike = skill(&author, "hel-lo", "1.0.0", "x");
    author
        .run_words(&["registry", "add", &text(&folder), &text(&lookalike)])
        .ends_with(1)
        .says("reads like `hello`");
    let unversioned = SkillBuilder::new("plain").build_in(&author.root().join("authors"));
    author
        .run_words(&["registry", "add", &text(&folder), &text(&unversioned)])
        .ends_with(1)
        .says("has no `version`");
    assert_eq!(listing(&folder), before);
    let same = skill(&author, "hello", "2.0.0", "2.0.0");
    author
        .run_words(&["registry", "add", &text(&folder), &text(&same)])
        .ends_with(0)
        .says("published already");
    assert_eq!(listing(&folder), before);
    author.run_words(&["registry", "init", &text(&folder)]).ends_with(1).says("is a registry already");
    author.run_words(&["registry", "build", &text(&folder), "--all"]).ends_with(0).says("Unchanged");
    assert_eq!(listing(&folder), before, "derived files are the same from the same index");
}

#[test]
fn damage_is_found_by_verify() {
    let author = TestContext::new();
    let folder = registry(&author);
    let archive = folder.join("dl/hello/1.0.0/hello-1.0.0.tar.gz");
    let bytes = fs::read(&archive).expect("an archive");
    fs::write(&archive, b"junk").expect("a file");
    let verify = || author.run_words(&["registry", "verify", &text(&folder)]);
    verify().ends_with(4).prints("its digest is sha256:");
    fs::remove_file(&archive).expect("a file");
    verify().ends_with(4).prints("it is missing");
    fs::write(&archive, &bytes).expect("a file");
    verify().ends_with(0);
    let index = folder.join("index/he/ll/hello.jsonl");
    let lines = fs::read_to_string(&index).expect("an index");
    fs::write(&index, lines.replacen("Greets", "Robs", 1)).expect("a file");
    verify().ends_with(4).prints("does not say what is in the archive");
    fs::write(&index, &lines).expect("a file");
    fs::create_dir_all(folder.join("dl/orphan/1.0.0")).expect("a folder");
    fs::write(folder.join("dl/orphan/1.0.0/orphan-1.0.0.tar.gz"), &bytes).expect("a file");
    verify().ends_with(0).says("no index line names it");
    fs::write(folder.join("search.jsonl"), "").expect("a file");
    verify().ends_with(0).says("not what `skill registry build` makes");
    author.run_words(&["registry", "build", &text(&folder)]).ends_with(0);
    verify().ends_with(0).never_says("not what");
}

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

#[test]
fn publish_asks_skill_toml_for_registry_and_team() {
    let author = TestContext::new();
    let folder = author.root().join("reg");
    author.run_words(&["registry", "init", &text(&folder), "--rising"]).ends_with(0);
    author.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", folder.display()));
    SkillBuilder::new("hello")
        .head("name: hello\ndescription: Greets people by name. Use for hello.\nmetadata:\n  version: \"1.0.0\"\n")
        .build_at(&author.project().join("hello"));
    author.run("publish hello").ends_with(2).says("no registry called `default`");
    author.write("skill.toml", "[publish]\nregistry = \"team\"\nscope = \"ops\"\n");
    author.run("publish hello --dry-run").ends_with(0).says("would publish @ops/hello 1.0.0");
    assert!(!folder.join("dl/@ops").exists());
    author.run("publish hello").ends_with(0).says("Published @ops/hello 1.0.0");
    author.run("publish hello").ends_with(0).says("published already");
    author.write("hello/SKILL.md", author.read("hello/SKILL.md").replace("1.0.0", "0.9.0"));
    author.run("publish hello").ends_with(1).says("not higher than 1.0.0");
    author.write("skill.toml", "[publish]\nregistri = \"team\"\n");
    author.run("publish hello").ends_with(2).says("`registri` is no setting of `[publish]`");
    author.write("skill.toml", "[publish]\nregistry = \"team\"\n");
    author.write("hello/SKILL.md", "no head");
    author.run("publish hello").ends_with(1);
}

#[test]
fn what_an_advisory_calls_malicious_is_refused_and_found_where_it_is_installed() {
    let author = TestContext::new();
    let folder = registry(&author);
    let user = with_default(&text(&folder));
    user.run("install hello@=1.0.0 @ops/deploy -q").ends_with(0);
    let installed = user.read(".agents/skills.lock");
    let tree = installed
        .lines()
        .find_map(|line| line.strip_prefix("digest = "))
        .expect("a digest")
        .trim_matches('"')
        .to_owned();
    user.run("audit").ends_with(0);

    let advise = |words: &[&str]| {
        let folder = text(&folder);
        let mut all = vec!["registry", "advisory", folder.as_str()];
        all.extend(words);
        author.run_words(&all)
    };
    advise(&[
        "--id",
        "x_SKILL-2026-0001",
        "--summary",
        "Sends names away",
        "--package",
        "hello",
        "--introduced",
        "1.0.0",
        "--fixed",
        "1.1.0",
    ])
    .ends_with(0)
    .says("Published x_SKILL-2026-0001: Sends names away");
    advise(&["--id", "x_SKILL-2026-0001", "--summary", "again", "--package", "hello"])
        .ends_with(1)
        .says("already");
    user.run("audit").ends_with(1).prints("x_SKILL-2026-0001: Sends names away");
    let report = user.run("audit --json").ends_with(1).json();
    assert!(report.to_string().contains("x_SKILL-2026-0001"));
    user.run("update --dry-run")
        .ends_with(0)
        .says("warning: `hello` is installed: x_SKILL-2026-0001: Sends names away")
        .says("nothing newer");
    user.run("install hello@1.1 --force -q").ends_with(0);
    user.run("audit").ends_with(0);

    // The same files are meant under any name and from anywhere.
    advise(&["--id", "MAL-2026-7", "--summary", "Steals keys", "--tree", &tree]).ends_with(0);
    user.run("audit").ends_with(4).prints("MAL-2026-7: malicious: Steals keys");
    user.run("update")
        .ends_with(4)
        .says("is installed: MAL-2026-7: malicious: Steals keys")
        .says("hint: `skill audit --fix`");
    let clone = TestContext::new();
    clone.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", folder.display()));
    clone.run("install team:@ops/deploy").ends_with(4).says("`deploy` is not installed: MAL-2026-7");
    assert!(!clone.exists(".agents/skills/deploy"));
    advise(&["--id", "MAL-2026-7", "--withdraw"]).ends_with(0);
    user.run("audit").ends_with(0);
    clone.run("install team:@ops/deploy -q").ends_with(0);
    advise(&["--id", "nonsense", "--summary", "x", "--package", "hello"]).ends_with(1).says("no id");
    advise(&["--id", "x_SKILL-2026-2", "--summary", "x"]).ends_with(2).says("needs a package");
    advise(&["--id", "x_SKILL-2026-2", "--summary", "x", "--tree", "abc"]).ends_with(2);
}

#[test]
fn what_a_package_needs_comes_from_the_same_registry() {
    let author = TestContext::new();
    let folder = registry(&author);
    let needing = |requires: &str| {
        let head = format!(
            "name: greeter\ndescription: Greets whole rooms of people. Use when many are there.\nmetadata:\n  version: \"1.0.0\"\n  requires: \"{requires}\"\n"
        );
        SkillBuilder::new("greeter").head(&head).build_in(&author.root().join("needing"))
    };
    let place = needing("hello@^1 @ops/deploy");
    author.run_words(&["registry", "add", &text(&folder), &text(&place)]).ends_with(0);
    assert!(
        fs::read_to_string(folder.join("index/gr/ee/greeter.jsonl"))
            .expect("an index")
            .contains("{\"name\":\"hello\",\"req\":\"^1\"}")
    );
    let user = with_default(&text(&folder));
    user.run("install greeter").ends_with(0).says("hello 1.1.0").says("deploy 0.4.0");
    let lockfile = user.read(".agents/skills.lock");
    assert!(lockfile.contains("requires = [\"hello@^1\", \"deploy\"]"), "{lockfile}");
    assert!(!user.read(".agents/skills.toml").contains("deploy"), "only what was asked for is wanted");
    user.run("install --locked").ends_with(0);
    let named = TestContext::new();
    named.write(".agents/skills.toml", format!("[registries]\nteam = \"{}\"\n", folder.display()));
    named.run("install team:greeter -q").ends_with(0);
    assert!(named.exists(".agents/skills/hello/SKILL.md"), "asked of `team`, which is no default");
}

#[test]
fn an_archive_that_lint_refuses_is_not_published() {
    let author = TestContext::new();
    let folder = registry(&author);
    let skill = skill(&author, "broken", "1.0.0", "See [more](missing.md).");
    author.run_words(&["pack", &text(&skill), "--fail-on", "never", "--out", "b.zip"]).ends_with(0);
    // A folder is judged as `pack` judges it, and what was found is shown.
    author
        .run_words(&["registry", "add", &text(&folder), &text(&skill)])
        .ends_with(1)
        .says("error[link-broken]: `missing.md` does not exist")
        .says("`broken` was not packed: 1 finding")
        .never_says("--fail-on never");
    author
        .run_words(&["registry", "add", &text(&folder), "b.zip"])
        .ends_with(1)
        .says("(link-broken)")
        .says("project/b.zip`");
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest_one() {
    let context = TestContext::new();
    let user = with_default(&text(&registry(&context)));
    user.run("search helo")
        .ends_with(1)
        .says("nothing found for `helo`")
        .says("hint: a similar name: `skill info hello`");
    user.run("search somethingelse").ends_with(1).never_says("similar");
    user.run("search hello --limit 0").ends_with(2).says("at least 1");
    user.run("match hello --limit 0").ends_with(2).says("at least 1");
    let skill = skill(&context, "hello", "9.0.0", "x");
    let served = offered(&context.root().join("reg"));
    let user = with_default(&served.url("team/"));
    user.run_words(&["publish", &text(&skill)])
        .ends_with(2)
        .says("names no `api`")
        .says("skill registry add DIR SKILL");
}
