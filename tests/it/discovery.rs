//! Web sites that list their skills: indexes of both versions, what their publishers get wrong, and what an attacker
//! between would try.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::Path,
    sync::{Arc, Mutex},
};

use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::support::{
    TestContext,
    git::{Reply, WebServer},
    skill::SkillBuilder,
};

const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const INDEX: &str = "/team/.well-known/agent-skills/index.json";

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold("sha256:".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

fn skill_md(name: &str, text: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: Greets. Use when somebody asks for {name}.\n---\n\n{text}\n")
        .into_bytes()
}

/// A zip of these files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, content) in files {
        writer.start_file(*path, zip::write::SimpleFileOptions::default()).expect("an entry");
        writer.write_all(content).expect("written");
    }
    writer.finish().expect("a zip").into_inner()
}

/// A gzipped tar of these files, whatever their paths.
fn tar_gz(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder =
        tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
    for (path, content) in files {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        builder.append(&header, *content).expect("an entry");
    }
    builder.into_inner().expect("a tar").finish().expect("a gzip")
}

/// A header and the bytes at each address.
type Files = BTreeMap<String, (String, Vec<u8>)>;

/// What a site has, which tests change while it runs.
#[derive(Clone, Default)]
struct Site {
    files: Arc<Mutex<Files>>,
}

impl Site {
    fn put(&self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.put_typed(path, "application/octet-stream", bytes);
    }

    /// `header` is a content type, or `Name: value`.
    fn put_typed(&self, path: &str, header: &str, bytes: impl Into<Vec<u8>>) {
        self.files.lock().expect("no panic").insert(path.to_owned(), (header.to_owned(), bytes.into()));
    }

    fn take(&self, path: &str) {
        self.files.lock().expect("no panic").remove(path);
    }

    fn serve(&self) -> WebServer {
        let files = Arc::clone(&self.files);
        WebServer::new(move |seen| match files.lock().expect("no panic").get(&seen.target) {
            Some((to, _)) if to.starts_with("Location: ") => {
                Reply::with(302, &[("Location", to.trim_start_matches("Location: "))], "")
            }
            Some((header, bytes)) => {
                let (name, value) = header.split_once(": ").unwrap_or(("Content-Type", header));
                Reply::with(200, &[(name, value)], bytes.clone())
            }
            None => Reply::status(404),
        })
    }

    /// An index of version 0.2 at `path`: name, type, address, bytes.
    fn index(&self, path: &str, entries: &[(&str, &str, &str, &[u8])]) {
        let skills: Vec<_> = entries
            .iter()
            .map(|(name, kind, url, bytes)| {
                json!({
                    "name": name, "type": kind, "description": format!("Greets as {name}."),
                    "url": url, "digest": digest(bytes), "extra": true,
                })
            })
            .collect();
        self.put_typed(path, "application/json", json!({ "$schema": SCHEMA, "skills": skills }).to_string());
    }

    /// An index of version 0.1 with the skill `old`.
    fn old_index(&self) {
        let skills =
            json!([{ "name": "old", "description": "Old.", "files": ["SKILL.md", "references/a.md"] }]);
        self.put("/team/.well-known/skills/index.json", json!({ "skills": skills }).to_string());
        self.put("/team/.well-known/skills/old/SKILL.md", skill_md("old", "Hi."));
        self.put("/team/.well-known/skills/old/references/a.md", "a\n");
    }
}

/// A site with `hello` as an archive, `bye` as a file, and `far` as a zip elsewhere on it.
fn site() -> Site {
    let site = Site::default();
    let hello = tar_gz(&[("SKILL.md", &skill_md("hello", "One.")), ("references/a.md", b"a\n")]);
    let (bye, far) = (skill_md("bye", "Bye."), zip(&[("SKILL.md", &skill_md("far", "Far."))]));
    site.put("/team/dl/hello.tar.gz", hello.clone());
    site.put("/team/.well-known/agent-skills/bye/SKILL.md", bye.clone());
    site.put("/far.zip", far.clone());
    site.index(
        INDEX,
        &[
            ("hello", "archive", "../../dl/hello.tar.gz", &hello),
            ("bye", "skill-md", "bye/SKILL.md", &bye),
            ("far", "archive", "/far.zip", &far),
        ],
    );
    site
}

fn install(context: &TestContext, server: &WebServer, more: &[&str]) -> crate::support::Ran {
    let url = server.url("team");
    context.run_words(&[&["install", url.as_str()], more].concat())
}

#[test]
fn a_list_costs_the_index_alone_and_each_skill_its_own_file() {
    let (context, site) = (TestContext::new(), site());
    let server = site.serve();
    let listed = install(&context, &server, &["--list", "--json"]).ends_with(0).json();
    let skills = listed["sources"][0]["skills"].as_array().expect("skills");
    assert_eq!(skills.len(), 3, "{listed}");
    let is_file =
        |target: &str| ["hello.tar.gz", "far.zip", "SKILL.md"].iter().any(|end| target.ends_with(end));
    assert!(server.seen().iter().all(|seen| !is_file(&seen.target)));
    install(&context, &server, &["--skill", "hello"]).ends_with(0);
    assert_eq!(context.read(".agents/skills/hello/references/a.md"), "a\n");
    assert!(server.seen().iter().all(|seen| !seen.target.ends_with("far.zip")));
    install(&context, &server, &["--all"]).ends_with(0);
    for name in ["hello", "bye", "far"] {
        assert!(context.exists(&format!(".agents/skills/{name}/SKILL.md")), "{name}");
    }
    let lock = context.read(".agents/skills.lock");
    assert!(lock.contains(&format!("source = \"discovery+{}\"", server.url("team"))), "{lock}");
    assert!(lock.contains(&format!("artifact = \"{}\"", server.url("team/dl/hello.tar.gz"))), "{lock}");
    let manifest = context.read(".agents/skills.toml");
    assert!(
        manifest.contains(&format!("hello = {{ discovery = \"{}\" }}", server.url("team"))),
        "{manifest}"
    );
    install(&context, &server, &["--skill", "helo"]).ends_with(1).says("no skill called `helo`");
}

#[test]
fn a_policy_holds_for_the_addresses_an_index_gives_too() {
    let (context, site) = (TestContext::new(), site());
    let server = site.serve();
    crate::support::write(
        &context.home().join(".config/skill/config.toml"),
        b"[policy]\nhosts = [\"127.0.0.1/team\"]\n",
    );
    install(&context, &server, &["--skill", "hello", "-q"]).ends_with(0);
    let refused = install(&context, &server, &["--skill", "far"]);
    assert_ne!(refused.code, Some(0), "{refused}");
    refused.says("its host is none of `policy.hosts`").says("config.toml:2)");
    assert!(server.seen().iter().all(|seen| !seen.target.ends_with("far.zip")));
}

#[test]
fn the_index_of_the_host_serves_all_paths_below_it() {
    let (context, site) = (TestContext::new(), Site::default());
    let bye = skill_md("bye", "Bye.");
    site.put("/bye.md", bye.clone());
    site.index("/.well-known/agent-skills/index.json", &[("bye", "skill-md", "/bye.md", &bye)]);
    let server = site.serve();
    install(&context, &server, &["--as", "ciao"]).ends_with(0);
    let manifest = context.read(".agents/skills.toml");
    let host = server.url("");
    let host = host.trim_end_matches('/');
    assert!(manifest.contains(&format!("ciao = {{ discovery = \"{host}\", name = \"bye\" }}")), "{manifest}");
    let other = context.second_machine();
    other.run("ci").ends_with(0);
    assert!(other.exists(".agents/skills/ciao/SKILL.md"));
    let whole = TestContext::new();
    whole.run_words(&["install", host]).ends_with(0);
    assert!(whole.exists(".agents/skills/bye/SKILL.md"));
}

#[test]
fn what_is_locked_comes_back_without_the_index_and_offline_from_the_cache() {
    let (context, site) = (TestContext::new(), site());
    let server = site.serve();
    install(&context, &server, &["--skill", "hello", "--skill", "bye"]).ends_with(0);
    let text = context.read(".agents/skills.lock");
    site.take(INDEX);
    let other = context.second_machine();
    fs::remove_dir_all(other.project().join(".agents/skills")).expect("removed");
    other.run("ci").ends_with(0);
    assert_eq!(other.read(".agents/skills.lock"), text);
    fs::remove_dir_all(other.project().join(".agents/skills")).expect("removed");
    drop(server);
    other.run("ci --offline").ends_with(0);
    assert!(other.exists(".agents/skills/hello/references/a.md"));
}

#[test]
fn a_locked_file_that_moved_is_found_by_the_index_and_one_that_changed_is_refused() {
    let (context, site) = (TestContext::new(), site());
    let server = site.serve();
    install(&context, &server, &["--skill", "far"]).ends_with(0);
    let far = zip(&[("SKILL.md", &skill_md("far", "Far."))]);
    site.take("/far.zip");
    site.put("/moved.zip", far.clone());
    site.index(INDEX, &[("far", "archive", "/moved.zip", &far)]);
    let other = context.second_machine();
    fs::remove_dir_all(other.project().join(".agents/skills")).expect("removed");
    other.run("ci").ends_with(0);
    site.put("/far.zip", zip(&[("SKILL.md", &skill_md("far", "Evil."))]));
    let other = context.second_machine();
    fs::remove_dir_all(other.project().join(".agents/skills")).expect("removed");
    other.run("ci").ends_with(4).says("not the one the lockfile pins");
}

#[test]
fn another_digest_in_the_index_is_an_update() {
    let (context, site) = (TestContext::new(), site());
    let server = site.serve();
    install(&context, &server, &["--skill", "bye"]).ends_with(0);
    context.run("outdated").ends_with(0);
    let newer = skill_md("bye", "Bye now.");
    site.put("/team/.well-known/agent-skills/bye/SKILL.md", newer.clone());
    site.index(INDEX, &[("bye", "skill-md", "bye/SKILL.md", &newer)]);
    context.run("outdated").prints("bye");
    context.run("update --yes").ends_with(0);
    assert!(context.read(".agents/skills/bye/SKILL.md").contains("Bye now."));
    context.run("info bye").ends_with(0).prints("bye/SKILL.md");
}

#[test]
fn a_file_that_is_not_the_promised_one_is_refused_with_both_digests() {
    let (context, site) = (TestContext::new(), site());
    let (good, evil) = (skill_md("bye", "Bye."), skill_md("bye", "Evil."));
    site.put("/team/.well-known/agent-skills/bye/SKILL.md", evil.clone());
    // There is another index one could turn to; nobody does.
    site.index("/.well-known/agent-skills/index.json", &[("bye", "skill-md", "/bye.md", &good)]);
    site.put("/bye.md", good.clone());
    let server = site.serve();
    install(&context, &server, &["--skill", "bye"]).ends_with(4).says(&digest(&good)).says(&digest(&evil));
    assert!(!context.exists(".agents/skills/bye"));
}

#[test]
fn archives_that_climb_or_lack_a_skill_are_refused() {
    let (context, site) = (TestContext::new(), Site::default());
    let climbing = tar_gz(&[("SKILL.md", &skill_md("climb", "x")), ("../../evil.md", b"evil")]);
    let wrapped = zip(&[("wrap/SKILL.md", &skill_md("wrap", "x"))]);
    site.put("/climb.tar.gz", climbing.clone());
    site.put("/wrap.zip", wrapped.clone());
    let junk = b"neither".to_vec();
    site.put("/junk.zip", junk.clone());
    site.index(
        INDEX,
        &[
            ("climb", "archive", "/climb.tar.gz", &climbing),
            ("wrap", "archive", "/wrap.zip", &wrapped),
            ("junk", "archive", "/junk.zip", &junk),
        ],
    );
    let server = site.serve();
    install(&context, &server, &["--skill", "climb"]).ends_with(4);
    install(&context, &server, &["--skill", "wrap"]).ends_with(1).says("no SKILL.md at the root");
    install(&context, &server, &["--skill", "junk"]).ends_with(1).says("frontmatter");
    assert!(!context.exists(".agents/skills"));
}

#[test]
fn bytes_are_hashed_as_they_come_whatever_the_server_calls_them() {
    let (context, site) = (TestContext::new(), site());
    let hello = tar_gz(&[("SKILL.md", &skill_md("hello", "One.")), ("references/a.md", b"a\n")]);
    site.put_typed("/team/dl/hello.tar.gz", "Content-Encoding: gzip", hello);
    let server = site.serve();
    install(&context, &server, &["--skill", "hello"]).ends_with(0);
    let asked = server.seen();
    let asked = asked.iter().find(|seen| seen.target.ends_with("/hello.tar.gz")).expect("asked");
    assert_eq!(asked.header("accept-encoding"), Some("identity"));
}

#[test]
fn a_type_that_does_not_fit_the_bytes_is_only_warned_of() {
    let (context, site) = (TestContext::new(), Site::default());
    let far = zip(&[("SKILL.md", &skill_md("far", "Far."))]);
    site.put("/far.zip", far.clone());
    site.index(INDEX, &[("far", "skill-md", "/far.zip", &far)]);
    let server = site.serve();
    install(&context, &server, &[]).ends_with(0).says("looks like an archive");
}

#[test]
fn wrong_entries_name_their_field_and_leave_the_others_alone() {
    let (context, site) = (TestContext::new(), Site::default());
    let bye = skill_md("bye", "Bye.");
    site.put("/bye.md", bye.clone());
    let skills = json!([
        { "name": "bye", "type": "skill-md", "description": "d", "url": "/bye.md", "digest": digest(&bye) },
        { "name": "sum", "type": "skill-md", "description": "d", "url": "/bye.md", "sha256": "x" },
        { "name": "odd", "type": "wheel", "description": "d", "url": "/bye.md", "digest": digest(&bye) },
        { "name": "root", "type": "skill-md", "description": "d", "url": "file:///etc/passwd", "digest": digest(&bye) },
    ]);
    site.put(INDEX, json!({ "$schema": SCHEMA, "skills": skills }).to_string());
    let server = site.serve();
    install(&context, &server, &["--skill", "bye"])
        .ends_with(0)
        .says("`digest` is missing; `sha256`")
        .says("`type` is `wheel`")
        .says("only `http` and `https`");
    install(&context, &server, &["--skill", "sum"]).ends_with(1).says("`digest` is missing");
}

#[test]
fn an_unknown_schema_stops_and_a_site_without_anything_is_told_so() {
    let (context, site) = (TestContext::new(), Site::default());
    let server = site.serve();
    install(&context, &server, &[]).ends_with(3);
    install(&context, &server, &["--allow-unverified"]).ends_with(3);
    site.put(INDEX, json!({ "$schema": "https://example.com/9", "skills": [] }).to_string());
    site.old_index();
    for flag in [&[][..], &["--allow-unverified"]] {
        install(&context, &server, flag).ends_with(3).says("`$schema` is `https://example.com/9`");
    }
    site.put(INDEX, "{\"skills\": [\n  nonsense");
    install(&context, &server, &[]).ends_with(3).says("line 2");
    // A page for everything is no index.
    site.put(INDEX, "<!doctype html><title>Hi</title>");
    install(&context, &server, &["--allow-unverified"]).ends_with(0);
}

#[test]
fn skills_without_digests_need_the_flag_and_stay_marked() {
    let (context, site) = (TestContext::new(), Site::default());
    site.old_index();
    let server = site.serve();
    install(&context, &server, &[]).ends_with(1).says("without digests").says("--allow-unverified");
    install(&context, &server, &["--allow-unverified"]).ends_with(0).says("nothing vouches for it");
    assert_eq!(context.read(".agents/skills/old/references/a.md"), "a\n");
    assert!(context.read(".agents/skills.lock").contains("unverified = true"));
    context.run("audit").prints("gives no digests");
    let other = context.second_machine();
    fs::remove_dir_all(other.project().join(".agents/skills")).expect("removed");
    other.run("ci").ends_with(0);
    // Trust on first use: other bytes are not what was locked.
    site.put("/team/.well-known/skills/old/references/a.md", "evil\n");
    let other = context.second_machine();
    fs::remove_dir_all(other.project().join(".agents/skills")).expect("removed");
    other.run("ci").ends_with(4);
    context.run("outdated").prints("old");
}

#[test]
fn a_site_that_gave_digests_is_not_believed_without_them() {
    let (context, site) = (TestContext::new(), site());
    let server = site.serve();
    install(&context, &server, &["--skill", "bye"]).ends_with(0);
    site.take(INDEX);
    site.old_index();
    for flag in [&[][..], &["--allow-unverified"]] {
        install(&context, &server, flag).ends_with(4).says("had an index with digests before");
    }
    context.run("update --yes").says("had an index with digests before");
    // The lockfile remembers where the cache does not.
    let other = context.second_machine();
    install(&other, &server, &["--allow-unverified"]).ends_with(4).says("had an index with digests before");
    install(&TestContext::new(), &server, &["--allow-unverified"]).ends_with(0);
}

#[test]
fn addresses_begin_where_redirects_led() {
    let (context, site) = (TestContext::new(), Site::default());
    let bye = skill_md("bye", "Bye.");
    site.put_typed(INDEX, "Location: /elsewhere/index.json", "");
    site.put_typed("/elsewhere/a.md", "Location: /elsewhere/b.md", "");
    site.put("/elsewhere/b.md", bye.clone());
    site.index("/elsewhere/index.json", &[("bye", "skill-md", "a.md", &bye)]);
    let server = site.serve();
    install(&context, &server, &[]).ends_with(0);
    assert!(context.read(".agents/skills.lock").contains(&server.url("elsewhere/a.md")));
}

#[test]
fn a_login_is_sent_to_a_site_that_asks_for_one() {
    let (context, site) = (TestContext::new(), site());
    let files = Arc::clone(&site.files);
    let server = WebServer::new(move |seen| match files.lock().expect("no panic").get(&seen.target) {
        Some(_) if seen.header("authorization").is_none() => Reply::status(401),
        Some((_, bytes)) => Reply::with(200, &[], bytes.clone()),
        None => Reply::status(404),
    });
    install(&context, &server, &["--skill", "bye"]).ends_with(3);
    fs::write(context.home().join(".netrc"), "machine 127.0.0.1 login me password secret\n")
        .expect("written");
    install(&context, &server, &["--skill", "bye"]).ends_with(0).never_says("secret");
}

#[test]
fn an_index_without_end_is_given_up() {
    let context = TestContext::new();
    let server = WebServer::new(|seen| {
        if seen.target == INDEX {
            return Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n{\"skills\": [".to_vec(), vec![b' '; 65536]);
        }
        Reply::status(404)
    });
    install(&context, &server, &[]).ends_with(3);
}

#[test]
fn our_own_registries_are_such_sites() {
    let (author, context) = (TestContext::new(), TestContext::new());
    let folder = author.root().join("reg").to_string_lossy().into_owned();
    author.run_words(&["registry", "init", &folder]).ends_with(0);
    let head = "name: hello\ndescription: Greets people by name. Use when somebody asks for hello.\nmetadata:\n  version: \"1.2.0\"\n";
    let skill = SkillBuilder::new("hello")
        .head(head)
        .script("scripts/run.sh", "#!/bin/sh\necho hi\n")
        .build_in(&author.root().join("authors"));
    author.run_words(&["registry", "add", &folder, &skill.to_string_lossy()]).ends_with(0);
    author.run_words(&["registry", "build", &folder]).ends_with(0);
    let server = WebServer::new(move |seen| {
        let path = seen.target.strip_prefix("/team/").unwrap_or("none");
        fs::read(Path::new(&folder).join(path))
            .map_or_else(|_| Reply::status(404), |bytes| Reply::with(200, &[], bytes))
    });
    install(&context, &server, &[]).ends_with(0);
    assert!(context.read(".agents/skills.lock").contains("version = \"1.2.0\""));
    let script = context.project().join(".agents/skills/hello/scripts/run.sh");
    #[cfg(unix)]
    assert_eq!(crate::support::executable(&script), "x");
    assert!(script.is_file());
}
