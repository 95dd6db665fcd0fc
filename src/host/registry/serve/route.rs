//! From a request to its answer: who asks, whether the path is a file or a matter of the shop, and the line for the log.

use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{
        Arc,
        mpsc::{SyncSender, TrySendError},
    },
    time::{Duration, Instant},
};

use hyper::{
    Request, Response,
    body::{Body as _, Incoming},
    header::{
        AUTHORIZATION, CONTENT_TYPE, EXPECT, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, IF_RANGE,
        RANGE,
    },
};
use percent_encoding::percent_decode_str;
use tokio::{
    sync::{Semaphore, oneshot},
    time::timeout,
};

use super::{
    body::{self, Content, Unread},
    files::{Conditions, Files, Served},
    message::{Asked, Method, Reply},
};
use crate::{
    host::{clock, registry::tokens::TokenFile},
    model::{base64, event::Answered, registry::grant::Token},
};

/// How long an upload waits for its turn.
const TURN: Duration = Duration::from_secs(30);

/// Work for the shop's threads.
pub(super) enum Job {
    Admit(Arc<Asked>, oneshot::Sender<Result<u64, Reply>>),
    Answer(Arc<Asked>, Vec<u8>, oneshot::Sender<Reply>),
}

/// What all connections share.
pub(super) struct Shared {
    pub(super) files: Files,
    pub(super) tokens: TokenFile,
    /// Questions, which are answered fast.
    pub(super) reading: SyncSender<Job>,
    /// Publications and the like, which wait for the registry's lock.
    pub(super) writing: SyncSender<Job>,
    pub(super) log: SyncSender<Answered>,
    /// Bodies that may be in memory at once.
    pub(super) uploads: Semaphore,
}

/// Answers one request.
pub(super) async fn answer(
    shared: Arc<Shared>,
    peer: IpAddr,
    request: Request<Incoming>,
) -> Result<Response<Content>, Infallible> {
    let started = Instant::now();
    let (parts, mut body) = request.into_parts();
    let method = match parts.method.as_str() {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "PUT" => Method::Put,
        "PATCH" => Method::Patch,
        _ => Method::Other,
    };
    let (mut who, mut path) = (None, parts.uri.path().to_owned());
    let served = match head(&shared, method, &parts.uri, &parts.headers) {
        Ok(asked) => {
            who = asked.token.as_ref().map(|token| token.label.clone());
            path = format!("/{}", asked.path);
            dispatch(&shared, asked, &parts.headers, &mut body).await
        }
        Err(reply) => Err(reply),
    };
    let served = served.unwrap_or_else(of_reply);
    // An answer that comes before the end of a body would be lost on its sender, unless it waits for one.
    if !body.is_end_stream() && !parts.headers.contains_key(EXPECT) {
        body::pour_away(&mut body).await;
    }
    let line = Answered {
        at: clock::now(),
        peer,
        method: parts.method.as_str().chars().take(16).collect(),
        path: path.chars().take(300).collect(),
        status: served.status,
        size: if method == Method::Head { 0 } else { served.content.size() },
        took: started.elapsed(),
        who,
    };
    // A log that can't keep up loses lines, never requests.
    let _ = shared.log.try_send(line);
    Ok(response(served))
}

fn of_reply(reply: Reply) -> Served {
    let mut headers = reply.headers;
    if reply.status != 304 {
        headers.push(("content-type", reply.kind.to_owned()));
    }
    Served { status: reply.status, headers, content: Content::of(reply.body) }
}

fn response(served: Served) -> Response<Content> {
    let size = served.content.size();
    let mut response = Response::new(served.content);
    *response.status_mut() =
        hyper::StatusCode::from_u16(served.status).unwrap_or(hyper::StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    for (name, value) in served.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
    if served.status != 304 {
        headers.insert("content-length", HeaderValue::from(size));
    }
    response
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn decoded(part: &str) -> Result<String, Reply> {
    let text = percent_decode_str(part).decode_utf8();
    let text = text.map_err(|_| Reply::problem(400, "the address is not UTF-8"))?;
    if text.chars().any(char::is_control) {
        return Err(Reply::problem(400, "the address holds control characters"));
    }
    Ok(text.into_owned())
}

/// Reads the head of a request, and whose token came with it.
fn head(shared: &Shared, method: Method, uri: &hyper::Uri, headers: &HeaderMap) -> Result<Asked, Reply> {
    let path = decoded(uri.path().strip_prefix('/').unwrap_or(uri.path()))?;
    let mut query = Vec::new();
    for (name, value) in url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        query.push((name.into_owned(), value.into_owned()));
    }
    let own = |name| text(headers, name).map(str::to_owned);
    Ok(Asked {
        method,
        path,
        query,
        token: token(shared, headers)?,
        content_type: own(CONTENT_TYPE),
        content_digest: own(HeaderName::from_static("content-digest")),
        if_none_match: own(IF_NONE_MATCH),
    })
}

/// The token of a request. A wrong one is refused even where none is needed: its owner should know.
fn token(shared: &Shared, headers: &HeaderMap) -> Result<Option<Arc<Token>>, Reply> {
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(None) };
    let (scheme, rest) = value.to_str().ok().and_then(|text| text.trim().split_once(' ')).unwrap_or_default();
    let secret = if scheme.eq_ignore_ascii_case("bearer") {
        Some(rest.trim().to_owned())
    } else if scheme.eq_ignore_ascii_case("basic") {
        // What netrc gives: the password is the token, whatever the user is called.
        let bytes = base64::decode(rest.trim());
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        text.and_then(|text| text.split_once(':').map(|(_, password)| password.to_owned()))
    } else {
        None
    };
    let tokens = shared
        .tokens
        .tokens()
        .map_err(|_| Reply::problem(500, "the registry's tokens can't be read: ask who keeps it"))?;
    let found = secret.and_then(|secret| tokens.find(&secret).cloned());
    match found {
        Some(token) if token.is_expired(clock::now()) => Err(Reply::problem(401, "the token has expired")),
        Some(token) => Ok(Some(Arc::new(token))),
        None => Err(Reply::problem(401, "the registry does not know this token")),
    }
}

/// Whether a path belongs to the shop rather than to the files.
fn is_shops(path: &str) -> bool {
    path.is_empty() || ["p/", "-/", "api/"].iter().any(|own| path.starts_with(own))
}

async fn dispatch(
    shared: &Shared,
    asked: Asked,
    headers: &HeaderMap,
    body: &mut Incoming,
) -> Result<Served, Reply> {
    let is_question = matches!(asked.method, Method::Get | Method::Head);
    if asked.path == "healthz" && is_question {
        return Err(Reply::new(200, "text/plain; charset=utf-8", "ok\n").header("cache-control", "no-store"));
    }
    let is_open = || shared.files.settings().is_some_and(|settings| !settings.auth_required);
    if asked.token.is_none() && !is_open() {
        return Err(Reply::problem(401, "this registry wants a token with every request"));
    }
    if !is_shops(&asked.path) {
        if !is_question {
            let reply = Reply::problem(405, "files of a registry are only read");
            return Err(reply.header("allow", "GET, HEAD"));
        }
        let conditions = Conditions {
            if_none_match: asked.if_none_match.as_deref(),
            range: text(headers, RANGE),
            if_range: text(headers, IF_RANGE),
        };
        return shared.files.serve(asked.method, &asked.path, &conditions);
    }
    let asked = Arc::new(asked);
    if is_question {
        let (sender, answer) = oneshot::channel();
        return Err(ask(&shared.reading, Job::Answer(asked, Vec::new(), sender), answer).await?);
    }
    let (sender, admitted) = oneshot::channel();
    let cap = ask(&shared.reading, Job::Admit(Arc::clone(&asked), sender), admitted).await??;
    let turn = timeout(TURN, shared.uploads.acquire()).await;
    let Ok(Ok(_turn)) = turn else { return Err(busy()) };
    let bytes = body::read(body, cap).await.map_err(|unread| match unread {
        Unread::TooLong => Reply::problem(413, format_args!("the body has more than {cap} bytes")),
        Unread::TooSlow => Reply::problem(408, "the body did not come in time"),
        Unread::Broken => Reply::problem(400, "the body could not be read"),
    })?;
    let (sender, answer) = oneshot::channel();
    Err(ask(&shared.writing, Job::Answer(asked, bytes, sender), answer).await?)
}

fn busy() -> Reply {
    Reply::problem(503, "the server has too much to do: try again")
}

async fn ask<T>(queue: &SyncSender<Job>, job: Job, answer: oneshot::Receiver<T>) -> Result<T, Reply> {
    match queue.try_send(job) {
        Ok(()) => answer.await.map_err(|_| Reply::problem(503, "the server is stopping")),
        Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => Err(busy()),
    }
}
