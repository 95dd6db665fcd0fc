//! Real local git repositories, made with the `git` program, and servers for them on the loopback.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// A repository in the making: author, committer and dates are pinned, so the same steps give the same commits.
pub(crate) struct RepoBuilder {
    path: PathBuf,
    clock: u64,
}

impl RepoBuilder {
    /// Makes an empty repository with the branch `main`.
    pub(crate) fn new(path: impl Into<PathBuf>) -> Self {
        Self::with(path, &[])
    }

    /// Makes an empty repository with further arguments for `git init`.
    pub(crate) fn with(path: impl Into<PathBuf>, arguments: &[&str]) -> Self {
        let path = path.into();
        fs::create_dir_all(&path).expect("a folder");
        let repo = Self { path, clock: 1_700_000_000 };
        repo.git(&[&["init", "--quiet", "--initial-branch=main"], arguments].concat());
        // What hosts allow, and `git daemon` and `git http-backend` do not by default.
        repo.git(&["config", "uploadpack.allowFilter", "true"]);
        repo
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs git in the repository and gives what it prints, trimmed.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = bare_git()
            .args(arguments)
            .current_dir(&self.path)
            .env("GIT_AUTHOR_DATE", format!("{} +0000", self.clock))
            .env("GIT_COMMITTER_DATE", format!("{} +0000", self.clock))
            .output()
            .expect("git runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {words}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Runs git where it may fail; says whether it did not.
    pub(crate) fn git_anyhow(&self, arguments: &[&str]) -> bool {
        bare_git().args(arguments).current_dir(&self.path).output().expect("git runs").status.success()
    }

    /// Writes a file, folders included.
    pub(crate) fn file(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
        self
    }

    /// Writes an executable file.
    #[cfg(unix)]
    pub(crate) fn executable(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        use std::os::unix::fs::PermissionsExt as _;
        self.file(path, content);
        fs::set_permissions(self.path.join(path), fs::Permissions::from_mode(0o755)).expect("a mode");
        self
    }

    /// Makes a symbolic link with this text.
    #[cfg(unix)]
    pub(crate) fn symlink(&self, path: &str, target: &str) -> &Self {
        let path = self.path.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::os::unix::fs::symlink(target, path).expect("a link");
        self
    }

    /// Takes another repository in as a submodule.
    pub(crate) fn submodule(&self, path: &str, other: &Self) -> &Self {
        let from = other.path.to_str().expect("UTF-8");
        self.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, path]);
        self
    }

    /// A smallest valid skill in this folder.
    pub(crate) fn skill(&self, folder: &str, name: &str) -> &Self {
        let text = format!(
            "---\nname: {name}\ndescription: Does {name} things. Use when asked for {name}.\n---\n# {name}\n\nDo it.\n"
        );
        self.file(&format!("{folder}/SKILL.md").trim_start_matches('/').replace("./", ""), text)
    }

    /// Commits all there is, one minute later than the last; gives the commit.
    pub(crate) fn commit(&mut self, message: &str) -> String {
        self.clock += 60;
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
        self.head()
    }

    /// The commit the repository stands at.
    pub(crate) fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"])
    }

    /// Makes a branch here and stands on it.
    pub(crate) fn branch(&self, name: &str) -> &Self {
        self.git(&["checkout", "--quiet", "-B", name]);
        self
    }

    pub(crate) fn checkout(&self, name: &str) -> &Self {
        self.git(&["checkout", "--quiet", name]);
        self
    }

    /// A tag that is only a name.
    pub(crate) fn tag(&self, name: &str) -> &Self {
        self.git(&["tag", "--force", name]);
        self
    }

    /// A tag with a message of its own.
    pub(crate) fn annotated_tag(&self, name: &str) -> &Self {
        self.git(&["tag", "--force", "-a", name, "-m", name]);
        self
    }

    /// The `file://` URL.
    pub(crate) fn url(&self) -> String {
        format!("file://{}", self.path.display())
    }
}

/// git without anybody's configuration.
fn bare_git() -> Command {
    bare_git_program("git")
}

fn bare_git_program(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_NAME", "A")
        .env("GIT_AUTHOR_EMAIL", "a@example.org")
        .env("GIT_COMMITTER_NAME", "A")
        .env("GIT_COMMITTER_EMAIL", "a@example.org")
        .stdin(Stdio::null());
    command
}

/// `git daemon` for all repositories below a folder; stopped when dropped.
pub(crate) struct Daemon {
    child: Child,
    port: u16,
}

impl Daemon {
    pub(crate) fn new(root: &Path) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
        // Started itself: `git daemon` would start it as a child, which outlives it when it is killed.
        let programs = bare_git().arg("--exec-path").output().expect("git runs").stdout;
        let programs = String::from_utf8(programs).expect("a path");
        let mut command = bare_git_program(Path::new(programs.trim()).join("git-daemon"));
        let child = command
            .args(["--reuseaddr", "--export-all", "--listen=127.0.0.1", &format!("--port={port}")])
            .arg(format!("--base-path={}", root.display()))
            .arg(root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("git daemon runs");
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        Self { child, port }
    }

    pub(crate) fn url(&self, repository: &str) -> String {
        format!("git://127.0.0.1:{}/{repository}", self.port)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A `git://` server that knows protocol version 0 only.
pub(crate) struct OldDaemon {
    port: u16,
}

impl OldDaemon {
    /// Serves until the tests end.
    pub(crate) fn new(root: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let root = root.to_owned();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let root = root.clone();
                thread::spawn(move || upload_pack(&root, stream));
            }
        });
        Self { port }
    }

    pub(crate) fn url(&self, repository: &str) -> String {
        format!("git://127.0.0.1:{}/{repository}", self.port)
    }
}

fn upload_pack(root: &Path, mut stream: TcpStream) {
    let mut length = [0; 4];
    stream.read_exact(&mut length).expect("a length");
    let length = usize::from_str_radix(&String::from_utf8_lossy(&length), 16).expect("digits");
    let mut request = vec![0; length - 4];
    stream.read_exact(&mut request).expect("a request");
    let request = String::from_utf8_lossy(&request).into_owned();
    let path =
        request.split('\0').next().and_then(|line| line.split_once(" /")).expect("a path").1.to_owned();
    let mut child = bare_git()
        .arg("upload-pack")
        .arg(root.join(path))
        .env_remove("GIT_PROTOCOL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("git upload-pack runs");
    let (mut input, mut output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut from_client = stream.try_clone().expect("a stream");
    thread::spawn(move || {
        // Small writes must not wait in a buffer.
        let mut chunk = [0; 4096];
        while let Ok(read @ 1..) = from_client.read(&mut chunk) {
            if input.write_all(&chunk[..read]).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    let _ = std::io::copy(&mut output, &mut stream);
    let _ = stream.shutdown(std::net::Shutdown::Both);
    let _ = child.wait();
}

/// A request as a server saw it. Header names are in lower case.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Seen {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// What a server sends back.
pub(crate) enum Reply {
    /// Status line's number, headers, body.
    Full(u16, Vec<(String, String)>, Vec<u8>),
    /// These bytes, then the connection is closed.
    Raw(Vec<u8>),
    /// A head, then this again and again until the client has had enough.
    Endless(Vec<u8>, Vec<u8>),
    /// A head, then a byte now and then.
    Trickle(Vec<u8>),
}

impl Reply {
    pub(crate) fn status(status: u16) -> Self {
        Self::Full(status, Vec::new(), Vec::new())
    }

    pub(crate) fn with(status: u16, headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Self::Full(status, headers.collect(), body.into())
    }
}

/// A web server on the loopback: a function from requests to replies; stopped when dropped.
pub(crate) struct WebServer {
    port: u16,
    seen: Arc<Mutex<Vec<Seen>>>,
    stop: Arc<AtomicBool>,
}

impl WebServer {
    pub(crate) fn new(reply: impl Fn(&Seen) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let (log, stopped, reply) = (Arc::clone(&seen), Arc::clone(&stop), Arc::new(reply));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if stopped.load(Ordering::SeqCst) {
                    return;
                }
                let (log, reply) = (Arc::clone(&log), Arc::clone(&reply));
                thread::spawn(move || serve(&stream, &log, &*reply));
            }
        });
        Self { port, seen, stop }
    }

    /// Serves all repositories below a folder through `git http-backend`; `before` may answer in its place.
    pub(crate) fn of_git(
        root: &Path,
        before: impl Fn(&Seen) -> Option<Reply> + Send + Sync + 'static,
    ) -> Self {
        let root = root.to_owned();
        Self::new(move |request| before(request).unwrap_or_else(|| backend(&root, request)))
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    /// All requests so far.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().expect("no panic").clone()
    }
}

impl Drop for WebServer {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn serve(stream: &TcpStream, log: &Mutex<Vec<Seen>>, reply: &(dyn Fn(&Seen) -> Reply + Send + Sync)) {
    let _ = stream.set_nodelay(true);
    let mut reader = BufReader::new(stream);
    let mut writer = stream;
    while let Some(request) = read_request(&mut reader) {
        log.lock().expect("no panic").push(request.clone());
        match reply(&request) {
            Reply::Full(status, headers, body) => {
                let mut bytes =
                    format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n", body.len()).into_bytes();
                for (name, value) in headers {
                    bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
                }
                bytes.extend_from_slice(b"\r\n");
                bytes.extend_from_slice(&body);
                if writer.write_all(&bytes).is_err() {
                    return;
                }
            }
            Reply::Raw(bytes) => {
                let _ = writer.write_all(&bytes);
                return;
            }
            Reply::Trickle(head) => {
                let _ = writer.write_all(&head);
                while writer.write_all(b"x").is_ok() {
                    thread::sleep(Duration::from_millis(100));
                }
                return;
            }
            Reply::Endless(head, body) => {
                let _ = writer.write_all(&head);
                while writer.write_all(&body).is_ok() {}
                return;
            }
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<Seen> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Seen { method, target, headers, body })
}

/// Runs `git http-backend` as a web server would.
pub(crate) fn backend(root: &Path, request: &Seen) -> Reply {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let mut command = bare_git();
    command
        .arg("http-backend")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("REQUEST_METHOD", &request.method)
        .env("CONTENT_TYPE", request.header("content-type").unwrap_or_default())
        .env("CONTENT_LENGTH", request.body.len().to_string())
        .env("REMOTE_ADDR", "127.0.0.1")
        .env_remove("GIT_PROTOCOL");
    if let Some(version) = request.header("git-protocol") {
        command.env("GIT_PROTOCOL", version);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("git http-backend runs");
    let mut input = child.stdin.take().expect("a pipe");
    let body = request.body.clone();
    let feeder = thread::spawn(move || drop(input.write_all(&body)));
    let output = child.wait_with_output().expect("git http-backend ends").stdout;
    let _ = feeder.join();
    let end = output.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(output.len());
    let head = String::from_utf8_lossy(&output[..end]).into_owned();
    let mut status = 200;
    let mut headers = Vec::new();
    for line in head.lines() {
        match line.split_once(": ") {
            Some(("Status", value)) => {
                status = value.split(' ').next().map_or(500, |n| n.parse().unwrap_or(500));
            }
            Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
            None => {}
        }
    }
    Reply::Full(status, headers, output.get(end + 4..).unwrap_or_default().to_vec())
}
