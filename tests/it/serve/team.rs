//! A team's registry from its first day: two people publish to a server, and machines install from it, from the same
//! folder on disk, and from the same folder behind the web servers people run.

use super::*;
use crate::support::program;

/// A web server of another make, offering a folder below `/pages/team/`; killed when dropped.
struct Peer {
    child: Child,
    port: u16,
    _work: tempfile::TempDir,
}

impl Peer {
    fn url(&self) -> String {
        format!("http://127.0.0.1:{}/pages/team/", self.port)
    }

    /// Starts a program that listens on `port`, and waits until it answers.
    fn started(mut command: Command, port: u16, work: tempfile::TempDir) -> Self {
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let peer = Self { child, port, _work: work };
        let until = Instant::now() + Duration::from_secs(30);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "it never listens");
            thread::sleep(Duration::from_millis(20));
        }
        peer
    }

    /// nginx with its stock settings for static files.
    fn nginx(folder: &Path) -> Option<Self> {
        let (program, port) = (program("nginx")?, free_port());
        let work = tempfile::tempdir().expect("a folder");
        let site = work.path().join("site/pages");
        fs::create_dir_all(&site).expect("a folder");
        std::os::unix::fs::symlink(folder, site.join("team")).expect("a link");
        let at = work.path().display();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("  {kind}_temp_path {at}/{kind};\n"))
            .concat();
        let settings = format!(
            "daemon off;\npid {at}/pid;\nerror_log {at}/error.log;\nworker_processes 1;\nevents {{}}\n\
             http {{\n{temporary}  access_log off;\n  types {{ application/json json; text/html html; }}\n\
             \x20 server {{ listen 127.0.0.1:{port}; root {at}/site; }}\n}}\n{}",
            if is_root() { "user root;\n" } else { "" },
        );
        let file = work.path().join("nginx.conf");
        fs::write(&file, settings).expect("written");
        let mut command = Command::new(program);
        command.arg("-p").arg(work.path()).arg("-c").arg(&file);
        Some(Self::started(command, port, work))
    }

    /// The server in Python's standard library.
    fn python(folder: &Path) -> Option<Self> {
        let (program, port) = (program("python3")?, free_port());
        let work = tempfile::tempdir().expect("a folder");
        let site = work.path().join("pages");
        fs::create_dir_all(&site).expect("a folder");
        std::os::unix::fs::symlink(folder, site.join("team")).expect("a link");
        let mut command = Command::new(program);
        command
            .args(["-m", "http.server", "--bind", "127.0.0.1", &port.to_string()])
            .current_dir(work.path());
        Some(Self::started(command, port, work))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output().expect("id");
    told.stdout == b"0\n"
}

/// Everything a lockfile pins: versions and digests, in order.
fn pins(context: &TestContext) -> Vec<String> {
    let lockfile = context.read(".agents/skills.lock");
    let pins = lockfile.lines().filter(|line| line.contains("sha256:") || line.starts_with("version = \""));
    pins.map(str::to_owned).collect()
}

/// Five skills, each in three versions, published through the server by the two who may.
fn publish_all(author: &TestContext, server: &Server, folder: &Path) {
    let (ops, ada) = (
        token(author, folder, "ops", "publish:@ops/*,yank:@ops/*"),
        token(author, folder, "ada", "publish:*,yank:*"),
    );
    let work = author.root().join("work");
    for (scope, names, secret) in
        [(Some("ops"), &["deploy", "rollback"][..], ops), (None, &["hello", "notes", "review"][..], ada)]
    {
        for version in ["1.0.0", "1.1.0", "2.0.0"] {
            for name in names {
                let place = skill_in(&work, name, version, &format!("1. Do {name} as of {version}."));
                let place = text(&place);
                let mut words = vec!["publish", &place, "-q"];
                words.extend(scope.into_iter().flat_map(|scope| ["--scope", scope]));
                let output = author
                    .command(words)
                    .env("SKILL_DEFAULT_REGISTRY", server.url())
                    .env("SKILL_REGISTRY_DEFAULT_TOKEN", &secret)
                    .output();
                author.ran(&output.expect("publish")).ends_with(0);
            }
        }
    }
}

const WANTED: &str = "hello@^1 notes@~1.0 review @ops/deploy@^1 @ops/rollback@2.0.0";

fn at(place: &str) -> TestContext {
    let mut context = TestContext::new();
    context.set("SKILL_DEFAULT_REGISTRY", place);
    context
}

#[test]
fn a_team_publishes_and_every_way_to_the_folder_gives_the_same_lockfile() {
    let author = TestContext::new();
    let folder = registry(&author);
    let server = Server::start(&author, &folder, &[]);
    publish_all(&author, &server, &folder);
    author
        .run_words(&["registry", "verify", &text(&folder)])
        .ends_with(0)
        .says("15 versions of 5 packages: all are whole");

    let peers: Vec<Peer> = [Peer::nginx(&folder), Peer::python(&folder)].into_iter().flatten().collect();
    let mut places = vec![server.url(), format!("file://{}", folder.display())];
    places.extend(peers.iter().map(Peer::url));
    let mut all = Vec::new();
    for place in &places {
        let user = at(place);
        user.run(&format!("install {WANTED} -q")).ends_with(0);
        user.run("verify").ends_with(0);
        assert!(user.read(".agents/skills/notes/SKILL.md").contains("as of 1.0.0"), "{place}");
        all.push(pins(&user));
    }
    assert_eq!(all[0].len(), 15, "a version and two digests a skill: {:#?}", all[0]);
    for (place, pins) in places.iter().zip(&all) {
        assert_eq!(pins, &all[0], "{place} gives what {} gives", places[0]);
    }
}

#[test]
fn what_happens_to_a_version_reaches_everybody_who_has_it() {
    let author = TestContext::new();
    let folder = registry(&author);
    let server = Server::start(&author, &folder, &[]);
    publish_all(&author, &server, &folder);
    let dir = text(&folder);
    let place = server.url();
    let user = at(&place);
    user.run(&format!("install {WANTED} -q")).ends_with(0);

    // A yanked version stays where it is locked, and is chosen by nobody else.
    author.run_words(&["registry", "yank", &dir, "hello@1.1.0", "--reason", "greets nobody"]).ends_with(0);
    let second = user.second_machine();
    fs::remove_dir_all(second.project().join(".agents/skills")).expect("installed skills");
    let ran = second.command(["install", "--locked"]).env("SKILL_DEFAULT_REGISTRY", &place).output();
    second.ran(&ran.expect("install")).ends_with(0).says("was yanked: greets nobody");
    let other = at(&place);
    other.run("install hello@^1 -q").ends_with(0);
    assert!(other.read(".agents/skills/hello/SKILL.md").contains("as of 1.0.0"));

    author
        .run_words(&[
            "registry",
            "deprecate",
            &dir,
            "notes",
            "--reason",
            "out of use",
            "--replaced-by",
            "review",
        ])
        .ends_with(0);
    other.run("install notes").ends_with(0).says("is deprecated: out of use; use `review`");

    let told =
        ["registry", "block", &dir, "@ops/rollback@2.0.0", "--reason", "deletes what it should restore"];
    author.run_words(&told).ends_with(0);
    other.run("install @ops/rollback@2.0.0").ends_with(4).says("blocked (deletes what it should restore)");

    let told = ["registry", "quarantine", &dir, "review@2.0.0", "--reason", "being looked at"];
    author.run_words(&told).ends_with(0);
    let careful = at(&place);
    careful
        .run("install review@^2")
        .ends_with(4)
        .says("quarantined (being looked at)")
        .says("--allow-quarantined");
    careful.run("install review@^2 --allow-quarantined").ends_with(0).says("is quarantined: being looked at");
    author.run_words(&["registry", "lift", &dir, "review@2.0.0"]).ends_with(0);

    let advisory = [
        "registry",
        "advisory",
        &dir,
        "--id",
        "x_SKILL-2026-0001",
        "--summary",
        "Sends the deploy key away",
        "--package",
        "@ops/deploy",
        "--malicious",
    ];
    author.run_words(&advisory).ends_with(0);
    other.run("install @ops/deploy").ends_with(4).says("x_SKILL-2026-0001").says("Sends the deploy key away");
    user.run("audit").ends_with(4).prints("x_SKILL-2026-0001");
    // What the audit heard, a listing knows without asking.
    user.run("list").ends_with(0).says("`deploy`: x_SKILL-2026-0001: malicious").says("skill audit --fix");
    fs::remove_dir_all(user.project().join(".agents/skills")).expect("installed skills");
    user.run("install --locked").ends_with(4).says("blocked (deletes what it should restore)");
    user.run("remove rollback -q").ends_with(0);
    user.run("install --locked").ends_with(4).says("x_SKILL-2026-0001");
    user.run("remove deploy -q").ends_with(0);
    user.run("install --locked -q").ends_with(0);
    let before = pins(&user);

    // A copy of the registry, and no network: what was locked comes back to the byte.
    let copy = author.root().join("mirror");
    author.run_words(&["registry", "mirror", &place, &text(&copy)]).ends_with(0);
    author.run_words(&["registry", "verify", &text(&copy)]).ends_with(0).says("15 versions of 5 packages");
    fs::remove_dir_all(user.project().join(".agents/skills")).expect("installed skills");
    drop(server);
    user.run("install --frozen -q").ends_with(0);
    assert_eq!(pins(&user), before);
    let away = at(&text(&copy));
    away.run("install hello@^1 review -q").ends_with(0);
    assert!(away.read(".agents/skills/hello/SKILL.md").contains("as of 1.0.0"), "1.1.0 is yanked here too");
    away.run("install @ops/deploy").ends_with(4).says("x_SKILL-2026-0001");
}

#[test]
fn skills_reads_our_folder_below_any_path_and_gets_our_bytes() {
    let Some(client) = program("skills") else { return };
    let author = TestContext::new();
    let folder = registry(&author);
    for (name, version) in [("hello", "1.0.0"), ("hello", "1.1.0"), ("notes", "1.0.0")] {
        let place = skill(&author, name, version, &format!("1. Do {name} as of {version}."));
        author.run_words(&["registry", "add", &text(&folder), &text(&place)]).ends_with(0);
    }
    let Some(server) = Peer::nginx(&folder).or_else(|| Peer::python(&folder)) else { return };
    let ours = at(&server.url());
    ours.run("install hello notes -q").ends_with(0);

    let theirs = TestContext::new();
    let output = Command::new(client)
        .args(["add", &server.url(), "--yes", "--skill", "*", "--agent", "universal", "--copy"])
        .current_dir(theirs.project())
        .env("HOME", theirs.home())
        .env("DISABLE_TELEMETRY", "1")
        .env("CI", "1")
        .stdin(Stdio::null())
        .output()
        .expect("skills runs");
    let told = theirs.ran(&output);
    assert_eq!(told.code, Some(0), "{told}");
    for file in ["SKILL.md", "references/a.md", "scripts/run.sh"] {
        for name in ["hello", "notes"] {
            let path = format!(".agents/skills/{name}/{file}");
            assert_eq!(theirs.read(&path), ours.read(&path), "{path}");
        }
    }
    assert!(theirs.read(".agents/skills/hello/SKILL.md").contains("as of 1.1.0"));
}
