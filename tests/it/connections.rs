//! How often servers are asked, and servers that hang up.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::support::{
    TestContext,
    git::{Daemon, RepoBuilder, WebServer},
};

fn repository(folder: &Path) -> RepoBuilder {
    let mut repository = RepoBuilder::new(folder);
    for name in ["one", "two", "three"] {
        repository.skill(&format!("skills/{name}"), name);
        repository.file(&format!("skills/{name}/references/a.md"), format!("{name}\n"));
    }
    repository.commit("Add skills");
    repository.tag("v1.0.0");
    repository
}

#[test]
fn an_install_asks_once_for_each_of_refs_folders_and_files() {
    let context = TestContext::new();
    let root = context.root().join("served");
    let mut repository = repository(&root.join("repository.git"));
    let server = WebServer::of_git(&root, |_| None);
    let url = format!("git+{}", server.url("repository.git/.git"));
    let requests = |before: usize| -> Vec<String> {
        server.seen().iter().skip(before).map(|seen| format!("{} {}", seen.method, seen.target)).collect()
    };
    let (advertisement, message) = (
        "GET /repository.git/.git/info/refs?service=git-upload-pack",
        "POST /repository.git/.git/git-upload-pack",
    );
    context.run_words(&["install", &url, "--skill", "one", "-q"]).ends_with(0);
    assert_eq!(requests(0), [advertisement, message, message, message], "refs, folders, files");
    let before = server.seen().len();
    context.run_words(&["install", &url, "--all", "-q"]).ends_with(0);
    assert_eq!(requests(before), [advertisement, message, message], "refs, the other files");
    // Three skills of one repository: its refs are asked for once.
    let before = server.seen().len();
    context.run("outdated").ends_with(0);
    assert_eq!(requests(before), [advertisement, message]);
    for name in ["one", "two", "three"] {
        repository.file(&format!("skills/{name}/references/a.md"), format!("{name} again\n"));
    }
    repository.commit("Change them");
    repository.tag("v1.1.0");
    let before = server.seen().len();
    context.run("update -q").ends_with(0);
    assert_eq!(requests(before).first().map(String::as_str), Some(advertisement));
    assert_eq!(requests(before).iter().filter(|request| request.starts_with("GET")).count(), 1);
    context.run("verify").ends_with(0);
}

/// A way to a git server that breaks off each time when the refs were listed.
fn hanging_up(port: u16, connections: &Arc<AtomicUsize>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let own = listener.local_addr().expect("an address").port();
    let connections = Arc::clone(connections);
    thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            connections.fetch_add(1, Ordering::SeqCst);
            let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { return };
            let (mut up, mut down) =
                (client.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
            thread::spawn(move || std::io::copy(&mut up, &mut down));
            thread::spawn(move || pass_until_refs_end(server, client));
        }
    });
    own
}

fn pass_until_refs_end(mut server: TcpStream, mut client: TcpStream) {
    let mut passed: Vec<u8> = Vec::new();
    let mut chunk = [0; 4096];
    while let Ok(read @ 1..) = server.read(&mut chunk) {
        passed.extend(&chunk[..read]);
        let _ = client.write_all(&chunk[..read]);
        let text = String::from_utf8_lossy(&passed);
        if text.contains("symref-target") && text.ends_with("0000") {
            break;
        }
    }
    let _ = (client.shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
}

#[test]
fn a_server_that_hangs_up_between_two_requests_is_called_again() {
    let context = TestContext::new();
    let root = context.root().join("served");
    repository(&root.join("repository"));
    let daemon = Daemon::new(&root);
    let address = daemon.url("repository");
    let port = address.split([':', '/']).find_map(|part| part.parse().ok()).expect("a port");
    let connections = Arc::new(AtomicUsize::new(0));
    let url = format!("git://127.0.0.1:{}/repository", hanging_up(port, &connections));
    context.run_words(&["install", &url, "--all", "-q"]).ends_with(0);
    context.run("verify").ends_with(0);
    assert_eq!(connections.load(Ordering::SeqCst), 2, "one for the refs, one for all else");
}
