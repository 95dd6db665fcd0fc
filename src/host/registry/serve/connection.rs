//! One connection: heads with caps and limits of time, and a reader that stops reading is given up.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use hyper::{
    rt::{Read, ReadBufCursor, Write},
    server::conn::http1,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::TcpStream,
    time::{Instant, Sleep, sleep},
};

/// The longest that a head may take, and that a connection may lie idle.
const HEAD: Duration = Duration::from_secs(20);
/// The longest that a reader may take nothing.
const STALL: Duration = Duration::from_secs(30);
/// The most header lines, and bytes, of a request.
const MAX_HEADERS: usize = 64;
const MAX_HEAD: usize = 32 * 1024;

/// How connections are read.
pub(super) fn builder() -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD);
    builder
}

/// A connection that ends with an error when its other end takes nothing for too long.
pub(super) struct Patient {
    inner: TokioIo<TcpStream>,
    /// Set while a write waits.
    stall: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub(super) fn new(stream: TcpStream) -> Self {
        // Answers are small: none waits for the next. A socket without the option works too.
        let _ = stream.set_nodelay(true);
        Self { inner: TokioIo::new(stream), stall: None }
    }

    fn patiently<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep(STALL)));
        debug_assert!(stall.deadline() <= Instant::now() + STALL);
        match stall.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl Read for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, buffer)
    }
}

impl Write for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.patiently(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.inner).poll_flush(context);
        self.patiently(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(context, pieces);
        self.patiently(context, written)
    }
}
