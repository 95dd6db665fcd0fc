//! Bodies: of requests, read with a cap and a limit of time; of answers, from memory or from a file piece by piece.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use tokio::time::{Instant, timeout, timeout_at};

use crate::host::fs::Reading;

/// The longest wait for the next piece of a body.
const PIECE: Duration = Duration::from_secs(20);
/// The longest that all of a body may take.
const WHOLE: Duration = Duration::from_mins(5);
/// How much of a file is in memory at once, in bytes.
const CHUNK: u64 = 64 * 1024;
/// What is read of a body that nobody wants, so that its sender sees the answer.
const MAX_UNWANTED: u64 = 64 * 1024 * 1024;
const UNWANTED: Duration = Duration::from_secs(10);

/// Why a body could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unread {
    TooLong,
    TooSlow,
    Broken,
}

async fn next(body: &mut Incoming) -> Option<Result<Frame<Bytes>, hyper::Error>> {
    std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

/// A whole body of at most `cap` bytes.
pub(super) async fn read(body: &mut Incoming, cap: u64) -> Result<Vec<u8>, Unread> {
    if body.size_hint().lower() > cap {
        return Err(Unread::TooLong);
    }
    let end = Instant::now() + WHOLE;
    let mut bytes = Vec::new();
    loop {
        let until = end.min(Instant::now() + PIECE);
        let frame = match timeout_at(until, next(body)).await {
            Err(_) => return Err(Unread::TooSlow),
            Ok(None) => return Ok(bytes),
            Ok(Some(Err(_))) => return Err(Unread::Broken),
            Ok(Some(Ok(frame))) => frame,
        };
        if let Ok(data) = frame.into_data() {
            if (bytes.len() + data.len()) as u64 > cap {
                return Err(Unread::TooLong);
            }
            bytes.extend_from_slice(&data);
        }
    }
}

/// Reads what is left of a body and forgets it: a sender that is cut off midway often misses the answer.
pub(super) async fn pour_away(body: &mut Incoming) {
    let pour = async {
        let mut poured = 0;
        while let Some(Ok(frame)) = next(body).await {
            poured += frame.data_ref().map_or(0, Bytes::len) as u64;
            if poured > MAX_UNWANTED {
                break;
            }
        }
    };
    // A sender that dawdles is cut off.
    let _ = timeout(UNWANTED, pour).await;
}

/// The body of an answer.
#[derive(Debug)]
pub(super) enum Content {
    Whole(Bytes),
    /// So many bytes more of a file.
    File(Reading, u64),
}

impl Content {
    pub(super) fn of(bytes: impl Into<Bytes>) -> Self {
        Self::Whole(bytes.into())
    }

    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Whole(bytes) => bytes.len() as u64,
            Self::File(_, left) => *left,
        }
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let piece = match self.get_mut() {
            Self::Whole(bytes) if bytes.is_empty() => return Poll::Ready(None),
            Self::Whole(bytes) => Ok(Frame::data(std::mem::take(bytes))),
            Self::File(_, 0) => return Poll::Ready(None),
            Self::File(reading, left) => match reading.next(CHUNK.min(*left)) {
                Ok(bytes) if bytes.is_empty() => Err(io::Error::other("the file became shorter")),
                Ok(bytes) => {
                    *left -= bytes.len() as u64;
                    Ok(Frame::data(bytes.into()))
                }
                Err(error) => Err(io::Error::other(error)),
            },
        };
        Poll::Ready(Some(piece))
    }

    fn is_end_stream(&self) -> bool {
        self.size() == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.size())
    }
}
