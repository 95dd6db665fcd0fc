//! Requests against servers on the loopback that behave well, badly, and worse.

use std::{sync::Mutex, time::Duration};

use super::*;
use crate::{
    host::git::tests::support::{Reply, Seen, WebServer},
    model::event::Silent,
};

fn http() -> Http {
    Http::with_patience(Patience {
        connect: Duration::from_secs(5),
        read: Duration::from_millis(700),
        pause: Duration::from_millis(5),
    })
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn basic() -> Authorization {
    Authorization::Basic(Login { user: "me".to_owned(), password: "secret".to_owned() })
}

#[test]
fn a_download_has_the_bytes_their_digest_and_nothing_inflated() {
    let server = WebServer::new(|seen| {
        assert_eq!(seen.header("accept-encoding"), Some("identity"));
        assert!(seen.header("user-agent").unwrap().starts_with("skill/"));
        Reply::with(200, &[("Content-Encoding", "gzip")], "not gzip at all")
    });
    let download = http().download(&url(&server.url("x.zip?token=1")), 100, &Silent).unwrap();
    assert_eq!(download.bytes, b"not gzip at all");
    assert_eq!(download.digest, Digest::of(b"not gzip at all"));
}

#[test]
fn a_failure_that_may_pass_is_tried_three_times() {
    let count = Mutex::new(0);
    let server = WebServer::new(move |_| {
        let mut count = count.lock().unwrap();
        *count += 1;
        match *count {
            1 => Reply::status(503),
            2 => Reply::with(429, &[("Retry-After", "0")], ""),
            _ => Reply::with(200, &[], "here"),
        }
    });
    assert_eq!(http().get(&url(&server.url("")), 10).unwrap().body, b"here");
    assert_eq!(server.seen().len(), 3);

    let server = WebServer::new(|_| Reply::status(500));
    let error = http().download(&url(&server.url("")), 10, &Silent).unwrap_err();
    assert_eq!(error.status(), Some(500));
    assert_eq!(server.seen().len(), 3);

    let server = WebServer::new(|_| Reply::status(404));
    assert_eq!(http().get(&url(&server.url("")), 10).unwrap().status, 404);
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn a_login_stays_with_its_origin_when_a_redirect_leaves_it() {
    let other = WebServer::new(|_| Reply::with(200, &[], "other"));
    let target = other.url("x");
    let server = WebServer::new(move |seen: &Seen| match seen.target.as_str() {
        "/away" => Reply::with(302, &[("Location", &target)], ""),
        "/near" => Reply::with(301, &[("Location", "/away")], ""),
        _ => Reply::status(404),
    });
    let authorization = basic();
    let request = Request::get(url(&server.url("near"))).authorized(Some(&authorization));
    assert_eq!(http().read(&request, 10).unwrap().body, b"other");
    assert!(server.seen().iter().all(|seen| seen.header("authorization") == Some("Basic bWU6c2VjcmV0")));
    assert_eq!(server.seen().len(), 2);
    assert_eq!(other.seen()[0].header("authorization"), None);
}

#[test]
fn a_login_in_a_url_is_bound_to_its_origin_too() {
    let other = WebServer::new(|_| Reply::with(200, &[], "other"));
    let target = other.url("x");
    let server = WebServer::new(move |seen: &Seen| match seen.target.as_str() {
        "/near" => Reply::with(302, &[("Location", "/away")], ""),
        _ => Reply::with(302, &[("Location", &target)], ""),
    });
    let typed = server.url("near").replace("http://", "http://me:secret@");
    assert_eq!(http().get(&url(&typed), 10).unwrap().body, b"other");
    assert!(server.seen().iter().all(|seen| seen.header("authorization") == Some("Basic bWU6c2VjcmV0")));
    assert_eq!(other.seen()[0].header("authorization"), None);
}

#[test]
fn redirects_end_and_lead_to_web_servers_only() {
    let server = WebServer::new(|seen: &Seen| match seen.target.as_str() {
        "/circle" => Reply::with(302, &[("Location", "/circle")], ""),
        "/file" => Reply::with(302, &[("Location", "file:///etc/passwd")], ""),
        _ => Reply::with(302, &[("Location", "http://[")], ""),
    });
    let get = |path| http().get(&url(&server.url(path)), 10);
    assert!(matches!(get("circle"), Err(Error::TooManyRedirects { .. })));
    assert!(matches!(get("file"), Err(Error::Scheme { .. } | Error::Redirect { .. })));
    assert!(matches!(get("broken"), Err(Error::Redirect { .. })));
}

#[test]
fn an_answer_is_capped_whether_its_length_is_declared_or_not() {
    let server = WebServer::new(|seen: &Seen| match seen.target.as_str() {
        "/declared" => Reply::with(200, &[], vec![0; 1000]),
        _ => Reply::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![b'x'; 4096]),
    });
    for path in ["declared", "endless"] {
        let error = http().get(&url(&server.url(path)), 999).unwrap_err();
        assert!(matches!(error, Error::TooLarge { limit: 999, .. }), "{error}");
    }
    assert_eq!(http().get(&url(&server.url("declared")), 1000).unwrap().body.len(), 1000);
}

#[test]
fn an_answer_that_breaks_off_is_an_error() {
    let server =
        WebServer::new(|_| Reply::Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this".to_vec()));
    let error = http().get(&url(&server.url("x")), 1000).unwrap_err();
    assert!(matches!(error, Error::Broken { .. }), "{error}");
}

#[test]
fn a_silent_server_and_a_closed_port_are_errors_without_the_query() {
    let silent = WebServer::new(|_| {
        std::thread::sleep(Duration::from_secs(20));
        Reply::status(200)
    });
    let mut patience = http().patience();
    patience.read = Duration::from_millis(100);
    let error = Http::with_patience(patience).get(&url(&silent.url("x?token=secret")), 10).unwrap_err();
    assert!(error.to_string().ends_with("no answer in time"), "{error}");
    assert!(!error.to_string().contains("secret"));
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = http().get(&url(&format!("http://me:secret@{closed}/x")), 10).unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error}");
    assert!(!error.to_string().contains("secret"));
}

#[test]
fn offline_nothing_is_asked() {
    let server = WebServer::new(|_| Reply::status(200));
    let error = Http::offline().get(&url(&server.url("x")), 10).unwrap_err();
    assert!(matches!(error, Error::Offline { .. }), "{error}");
    assert!(server.seen().is_empty());
}
