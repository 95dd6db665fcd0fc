//! The three ways to a git server: smart HTTP, the user's own `ssh`, and bare TCP (`git://`). Each opens with the
//! server's advertisement; after it one message is sent at a time and its answer read.

mod http;
mod ssh;
mod tcp;

use std::{
    io::{self, BufReader, Read, Write},
    time::{Duration, Instant},
};

use super::{Access, Error};
use crate::model::git_url::GitUrl;

/// Frames are short, and a read from a socket is not cheap.
const BUFFER: usize = 64 * 1024;

/// An open way to a server.
pub(super) enum Channel {
    Http(http::HttpChannel),
    Stream { reader: Buffered, writer: Box<dyn Write + Send>, end: Option<ssh::Child> },
}

type Buffered = BufReader<Box<dyn Read + Send>>;

impl Channel {
    /// Connects; the advertisement is the first thing that [`Channel::advertisement`] reads.
    pub(super) fn open(url: &GitUrl, access: &Access<'_>) -> Result<Self, Error> {
        if access.http.is_offline() && !url.is_local() {
            return Err(Error::Offline { url: url.to_string() });
        }
        match url {
            GitUrl::Http(address) => Ok(Self::Http(http::HttpChannel::open(url, address, access)?)),
            GitUrl::Ssh(address) => ssh::open(url, address, access),
            GitUrl::Git { host, port, path } => tcp::open(url, host, *port, path, access),
            GitUrl::File(_) => Err(Error::NotFound { url: url.to_string() }),
        }
    }

    /// The stream that begins with the server's advertisement.
    pub(super) fn advertisement(&mut self) -> &mut dyn Read {
        match self {
            Self::Http(channel) => channel.advertisement(),
            Self::Stream { reader, .. } => reader,
        }
    }

    /// Sends a message and gives the stream its answer comes on.
    pub(super) fn ask(
        &mut self,
        url: &GitUrl,
        message: &[u8],
        version: u8,
        access: &Access<'_>,
    ) -> Result<Box<dyn Read + '_>, Error> {
        match self {
            Self::Http(channel) => channel.ask(url, message, version, access),
            Self::Stream { reader, writer, .. } => {
                let sent = writer.write_all(message).and_then(|()| writer.flush());
                // When the server has hung up, what it said before is still to be read and says why.
                if let Err(error) = sent
                    && error.kind() != io::ErrorKind::BrokenPipe
                {
                    return Err(Error::io(url, &error));
                }
                Ok(Box::new(reader))
            }
        }
    }

    /// Whether each answer is a body of its own, which has an end beyond what git reads of it.
    pub(super) fn has_bodies(&self) -> bool {
        matches!(self, Self::Http(_))
    }

    /// What the other end said beside the protocol: the error output of ssh, once it has ended.
    pub(super) fn last_words(&mut self) -> Option<String> {
        match self {
            Self::Http(_) => None,
            Self::Stream { end, .. } => end.as_mut().and_then(ssh::Child::last_words),
        }
    }
}

/// Reads the last bytes of a body whose answer is complete, so that its connection serves the next request too. The
/// answer stands whether or not that succeeds.
pub(super) fn finish(answer: &mut dyn Read, has_bodies: bool) {
    if has_bodies {
        let _ = io::copy(&mut answer.take(64 * 1024), &mut io::sink());
    }
}

fn buffered(reader: impl Read + Send + 'static) -> Buffered {
    BufReader::with_capacity(BUFFER, Box::new(Paced { reader, begun: Instant::now(), received: 0 }))
}

/// A stream that is given up when it only trickles. Signs of life of a server at work pass: five bytes every five
/// seconds.
struct Paced<R> {
    reader: R,
    begun: Instant,
    received: usize,
}

const WINDOW: Duration = Duration::from_mins(10);
/// The fewest bytes of one window.
const LEAST: usize = 256;

impl<R: Read> Read for Paced<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.begun.elapsed() > WINDOW {
            if self.received < LEAST {
                return Err(io::ErrorKind::TimedOut.into());
            }
            (self.begun, self.received) = (Instant::now(), 0);
        }
        let read = self.reader.read(buffer)?;
        self.received += read;
        Ok(read)
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        if let Self::Stream { writer, .. } = self {
            // A flush says good-bye; the server may be gone already.
            let _ = writer.write_all(b"0000").and_then(|()| writer.flush());
        }
    }
}
