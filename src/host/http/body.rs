//! The body of an answer: read with a cap, and given up when it only trickles. As a bare stream it has neither: git
//! keeps its own count of both.

use std::{
    io::{self, Read},
    time::{Duration, Instant},
};

use reqwest::blocking::Response;
use url::Url;

use super::{Error, shown};

/// In bytes a second, on the average.
const LEAST_RATE: u64 = 512;

/// The bytes of an answer as the server sends them.
#[derive(Debug)]
pub(crate) struct Body {
    response: Response,
    url: String,
    /// After this long an answer must have come at [`LEAST_RATE`] or better, else it is given up.
    grace: Duration,
}

impl Body {
    pub(super) fn new(response: Response, url: &Url, grace: Duration) -> Self {
        Self { response, url: shown(url), grace }
    }

    /// The length the server declares, if it does.
    pub(crate) fn declared(&self) -> Option<u64> {
        self.response.content_length()
    }

    /// Reads to the end; more than `cap` bytes are an error. `progress` hears of the bytes so far.
    pub(crate) fn read_all(&mut self, cap: u64, mut progress: impl FnMut(u64)) -> Result<Vec<u8>, Error> {
        let too_large = || Error::TooLarge { url: self.url.clone(), limit: cap };
        if self.declared().is_some_and(|length| length > cap) {
            return Err(too_large());
        }
        let begun = Instant::now();
        let mut bytes = Vec::new();
        let mut chunk = vec![0; 64 * 1024];
        loop {
            let read = self.read(&mut chunk).map_err(|error| Error::Broken {
                url: self.url.clone(),
                why: crate::host::fs::plain(&error),
            })?;
            if read == 0 {
                return Ok(bytes);
            }
            bytes.extend_from_slice(&chunk[..read]);
            if bytes.len() as u64 > cap {
                return Err(Error::TooLarge { url: self.url.clone(), limit: cap });
            }
            progress(bytes.len() as u64);
            let waited = begun.elapsed();
            if waited > self.grace && (bytes.len() as u64) < LEAST_RATE * waited.as_secs() {
                return Err(Error::Broken { url: self.url.clone(), why: "it comes too slowly".to_owned() });
            }
        }
    }
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.response.read(buffer).map_err(plain)
    }
}

/// An error of reqwest wrapped in one of io, as its own innermost words.
fn plain(error: io::Error) -> io::Error {
    let kind = error.kind();
    let Some(inner) = error.into_inner() else { return kind.into() };
    match inner.downcast::<reqwest::Error>() {
        Ok(inner) if inner.is_timeout() => io::Error::new(io::ErrorKind::TimedOut, "nothing comes in time"),
        Ok(inner) => io::Error::new(kind, super::error::reason(&inner)),
        Err(other) => io::Error::new(kind, other),
    }
}
