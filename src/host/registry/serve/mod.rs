//! A registry's folder offered over HTTP/1.1, without encryption: that is a reverse proxy's matter. Connections are
//! asynchronous in here alone; the shop's work is done on threads of its own.

mod body;
mod connection;
mod files;
mod message;
mod route;

use std::{
    future::Future,
    io,
    net::{SocketAddr, TcpListener, ToSocketAddrs as _},
    path::PathBuf,
    pin::{Pin, pin},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, sync_channel},
    },
    task::Poll,
    time::Duration,
};

use hyper::service::service_fn;
use tokio::{
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};

use super::tokens::{TokenFile, TokensError};
use crate::{
    host::fs,
    model::{
        event::{Event, Reporter, Verb},
        visible,
    },
};
use files::Files;
pub(crate) use message::{Asked, JSON, Method, Reply, Shop, names_tag};
use route::{Job, Shared};

/// Connections at once; more wait to be taken in.
const MAX_CONNECTIONS: u32 = 1024;
/// Threads that answer questions, and threads that publish: publications wait for one lock.
const READERS: usize = 4;
const WRITERS: usize = 2;
/// Work that may wait.
const MAX_READING: usize = 1024;
const MAX_WRITING: usize = 32;
/// Bodies in memory at once.
const MAX_UPLOADS: usize = 8;
/// Lines of the log that may wait.
const MAX_LINES: usize = 4096;
/// How long requests that are under way when the server stops may take.
const GRACE: Duration = Duration::from_secs(10);

/// What is offered, and where.
#[derive(Debug)]
pub(crate) struct ServeOptions {
    /// The registry's folder.
    pub(crate) folder: PathBuf,
    /// The file with its tokens.
    pub(crate) tokens: PathBuf,
    /// `HOST:PORT`, `:PORT` or `PORT`.
    pub(crate) listen: String,
    /// Nothing is taken in.
    pub(crate) is_read_only: bool,
}

/// A server that can't be.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    #[error("`{}` is no address to listen on: {why}", visible::line(.text))]
    Address { text: String, why: String },
    #[error("cannot listen on `{address}`: {}", fs::plain(.error))]
    Listen { address: SocketAddr, error: io::Error },
    #[error(
        "`{address}` can be reached from other machines, and nobody could publish: the registry has no tokens"
    )]
    NoTokens { address: SocketAddr },
    #[error("`{}` lies where everybody could read it", visible::line(&.file.to_string_lossy()))]
    Reachable { file: PathBuf },
    #[error("the server can't run: {}", fs::plain(.0))]
    Runtime(io::Error),
    #[error(transparent)]
    Tokens(#[from] TokensError),
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// A server that listens and does not answer yet.
pub(crate) struct Bound {
    listener: TcpListener,
    pub(crate) address: SocketAddr,
    files: Files,
    tokens: TokenFile,
    /// How many tokens there are.
    pub(crate) known: usize,
}

/// Reads an address to listen on; a bare port is one of this machine alone.
fn address(text: &str) -> Result<SocketAddr, ServeError> {
    let wrong = |why: &str| ServeError::Address { text: text.to_owned(), why: why.to_owned() };
    let whole = match text.strip_prefix(':') {
        Some(port) => format!("127.0.0.1:{port}"),
        None if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("127.0.0.1:{text}")
        }
        None => text.to_owned(),
    };
    if !whole.contains(':') {
        return Err(wrong("expected `HOST:PORT`"));
    }
    let mut found = whole.to_socket_addrs().map_err(|error| wrong(&fs::plain(&error)))?;
    found.next().ok_or_else(|| wrong("the host has no address"))
}

/// Starts to listen.
pub(crate) fn bind(options: &ServeOptions) -> Result<Bound, ServeError> {
    let files = Files::new(&options.folder, options.is_read_only)?;
    if files::is_reachable(&options.folder, &options.tokens, files.settings().as_deref()) {
        return Err(ServeError::Reachable { file: options.tokens.clone() });
    }
    let tokens = TokenFile::new(&options.tokens);
    let known = tokens.tokens()?.0.len();
    let wanted = address(&options.listen)?;
    if known == 0 && !options.is_read_only && !wanted.ip().is_loopback() {
        return Err(ServeError::NoTokens { address: wanted });
    }
    let failed = |error| ServeError::Listen { address: wanted, error };
    let listener = TcpListener::bind(wanted).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok(Bound { listener, address, files, tokens, known })
}

impl Bound {
    /// Answers requests until the process is told to stop.
    pub(crate) fn serve(self, shop: &dyn Shop, reporter: &dyn Reporter) -> Result<(), ServeError> {
        let (reading, to_read) = sync_channel(MAX_READING);
        let (writing, to_write) = sync_channel(MAX_WRITING);
        let (log, lines) = sync_channel(MAX_LINES);
        let (to_read, to_write) = (Mutex::new(to_read), Mutex::new(to_write));
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(4);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(workers)
            .thread_name("serve")
            .enable_all()
            .build()
            .map_err(ServeError::Runtime)?;
        let shared = Arc::new(Shared {
            files: self.files,
            tokens: self.tokens,
            reading,
            writing,
            log,
            uploads: Semaphore::new(MAX_UPLOADS),
        });
        std::thread::scope(|scope| {
            for _ in 0..READERS {
                scope.spawn(|| work(&to_read, shop));
            }
            for _ in 0..WRITERS {
                scope.spawn(|| work(&to_write, shop));
            }
            scope.spawn(move || {
                for line in lines {
                    reporter.event(Event::Answered(&line));
                }
            });
            // When the runtime is gone, so are the queues' other ends, and the threads end with their work.
            let ended = runtime.block_on(run(self.listener, shared, reporter));
            runtime.shutdown_timeout(Duration::from_secs(1));
            ended
        })
    }
}

/// Does the work of a queue until nobody can add to it.
fn work(queue: &Mutex<Receiver<Job>>, shop: &dyn Shop) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        // Who asked may be gone.
        match job {
            Ok(Job::Admit(asked, sender)) => _ = sender.send(shop.admit(&asked)),
            Ok(Job::Answer(asked, body, sender)) => _ = sender.send(shop.answer(&asked, &body)),
            Err(_) => return,
        }
    }
}

async fn run(listener: TcpListener, shared: Arc<Shared>, reporter: &dyn Reporter) -> Result<(), ServeError> {
    let listener = tokio::net::TcpListener::from_std(listener).map_err(ServeError::Runtime)?;
    let mut stop = pin!(told_to_stop()?);
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS as usize));
    let (ending, end) = watch::channel(false);
    loop {
        let taken = first(stop.as_mut(), pin!(Arc::clone(&places).acquire_owned())).await;
        let Either::Second(Ok(place)) = taken else { break };
        let (stream, peer) = match first(stop.as_mut(), pin!(listener.accept())).await {
            Either::First(()) => break,
            Either::Second(Ok(accepted)) => accepted,
            Either::Second(Err(_)) => {
                // Mostly too many open files: some will be closed.
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let (shared, mut end) = (Arc::clone(&shared), end.clone());
        tokio::spawn(async move {
            let service = service_fn(|request| route::answer(Arc::clone(&shared), peer.ip(), request));
            let stream = connection::Patient::new(stream);
            let mut served = pin!(connection::builder().serve_connection(stream, service));
            // What a connection ends with is its other end's matter.
            if let Either::First(_) = first(pin!(end.changed()), served.as_mut()).await {
                served.as_mut().graceful_shutdown();
                let _ = served.await;
            }
            drop(place);
        });
    }
    drop(listener);
    reporter.event(Event::Done { verb: Verb::Stopped, what: "listening; requests under way are finished" });
    // Connections without a request end at once; who asked for the end twice waits for nothing.
    let _ = ending.send(true);
    let again = told_to_stop()?;
    let _ = timeout(GRACE, first(pin!(again), pin!(places.acquire_many(MAX_CONNECTIONS)))).await;
    Ok(())
}

/// Ends when the process is asked to: Ctrl-C, or SIGTERM.
#[cfg(unix)]
fn told_to_stop() -> Result<impl Future<Output = ()>, ServeError> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt()).map_err(ServeError::Runtime)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(ServeError::Runtime)?;
    Ok(async move {
        first(pin!(interrupt.recv()), pin!(terminate.recv())).await;
    })
}

#[cfg(not(unix))]
fn told_to_stop() -> Result<impl Future<Output = ()>, ServeError> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Which of two ended first.
enum Either<A, B> {
    First(A),
    Second(B),
}

/// Waits for one of two; the other can be waited for again.
async fn first<A: Future, B: Future>(mut a: Pin<&mut A>, mut b: Pin<&mut B>) -> Either<A::Output, B::Output> {
    std::future::poll_fn(|context| match a.as_mut().poll(context) {
        Poll::Ready(a) => Poll::Ready(Either::First(a)),
        Poll::Pending => b.as_mut().poll(context).map(Either::Second),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_host_is_this_machines_own() {
        for (text, expected) in [
            ("8080", "127.0.0.1:8080"),
            (":0", "127.0.0.1:0"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:9", "[::1]:9"),
        ] {
            assert_eq!(address(text).expect("an address").to_string(), expected);
        }
        for text in ["", "here", "127.0.0.1", "127.0.0.1:99999", "::"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
