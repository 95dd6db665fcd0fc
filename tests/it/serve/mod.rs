//! `skill registry serve` as a real process on this machine.

mod crowd;
mod files;
mod publish;
#[cfg(unix)]
mod team;
mod tokens;

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
