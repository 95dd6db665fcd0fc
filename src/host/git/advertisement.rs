//! What a server says first: its protocol version and capabilities, and in version 0 all its refs.

use super::{
    Error, Refs,
    channel::Channel,
    refs::Gathering,
    wire::{self, Frame, WireError},
};
use crate::model::git_url::GitUrl;

/// More lines than any server has capabilities.
const MAX_CAPABILITIES: usize = 1_000;

/// A server that has introduced itself.
#[derive(Debug)]
pub(super) struct Server {
    /// 2, or 0 for everything older.
    pub(super) version: u8,
    capabilities: Vec<String>,
    /// Version 0 lists them at once.
    pub(super) refs: Refs,
}

impl Server {
    /// Reads the advertisement from a channel just opened.
    pub(super) fn greet(url: &GitUrl, channel: &mut Channel) -> Result<Self, Error> {
        let server = match first_frame(url, channel)? {
            Frame::Data(line) if wire::text(&line) == "version 2" => Self::version_2(url, channel)?,
            Frame::Data(line) if wire::text(&line) == "version 1" => {
                let next = next_frame(url, channel)?;
                Self::version_0(url, channel, next)?
            }
            frame => Self::version_0(url, channel, frame)?,
        };
        match server.value("object-format") {
            None | Some("sha1") => Ok(server),
            Some(_) => Err(Error::Unsupported {
                url: url.to_string(),
                what: "names its objects by SHA-256, not SHA-1",
            }),
        }
    }

    fn version_2(url: &GitUrl, channel: &mut Channel) -> Result<Self, Error> {
        let mut capabilities = Vec::new();
        loop {
            match next_frame(url, channel)? {
                Frame::Data(line) if capabilities.len() < MAX_CAPABILITIES => {
                    capabilities.push(wire::text(&line).into_owned());
                }
                Frame::Flush => return Ok(Self { version: 2, capabilities, refs: Refs::default() }),
                _ => return Err(Error::protocol(url, "its list of capabilities has no end")),
            }
        }
    }

    fn version_0(url: &GitUrl, channel: &mut Channel, first: Frame) -> Result<Self, Error> {
        let mut capabilities: Vec<String> = Vec::new();
        let mut gathering = Gathering::default();
        let mut next = first;
        loop {
            let line = match next {
                Frame::Data(line) => line,
                Frame::Flush => break,
                Frame::Delimiter | Frame::ResponseEnd => {
                    return Err(Error::protocol(url, "its list of refs is cut by a delimiter"));
                }
            };
            let (entry, words) = match line.iter().position(|byte| *byte == 0) {
                Some(end) => (&line[..end], wire::text(&line[end + 1..])),
                None => (line.as_slice(), "".into()),
            };
            if capabilities.is_empty() {
                capabilities = words.split_ascii_whitespace().map(str::to_owned).collect();
            }
            gathering.version_0_line(url, wire::text(entry).as_ref())?;
            next = next_frame(url, channel)?;
        }
        let symref = capabilities.iter().find_map(|capability| capability.strip_prefix("symref=HEAD:"));
        let refs = gathering.finish(symref);
        Ok(Self { version: 0, capabilities, refs })
    }

    /// Whether the server has a capability of this name, with or without value.
    pub(super) fn has(&self, name: &str) -> bool {
        let follows = |rest: &str| rest.is_empty() || rest.starts_with('=');
        self.capabilities.iter().any(|capability| capability.strip_prefix(name).is_some_and(follows))
    }

    /// The value of a capability.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.capabilities.iter().find_map(|capability| capability.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether `fetch` of version 2 has this feature, or version 0 this capability.
    pub(super) fn can_fetch_with(&self, feature: &str) -> bool {
        match self.version {
            2 => self.value("fetch").is_some_and(|features| features.split(' ').any(|has| has == feature)),
            _ => self.has(feature),
        }
    }
}

/// The first frame of the advertisement proper; over HTTP a line with the service's name stands before it.
fn first_frame(url: &GitUrl, channel: &mut Channel) -> Result<Frame, Error> {
    let frame = match wire::read(channel.advertisement()) {
        Err(WireError::Io(error)) => {
            return Err(match channel.last_words() {
                Some(words) => spoken_by_ssh(url, &words),
                None => Error::io(url, &error),
            });
        }
        result => result.map_err(|error| Error::wire(url, error))?,
    };
    match checked(url, frame)? {
        Frame::Data(line) if line.starts_with(b"# service=") => match next_frame(url, channel)? {
            Frame::Flush => next_frame(url, channel),
            frame => Ok(frame),
        },
        frame => Ok(frame),
    }
}

fn next_frame(url: &GitUrl, channel: &mut Channel) -> Result<Frame, Error> {
    let frame = wire::read(channel.advertisement()).map_err(|error| Error::wire(url, error))?;
    checked(url, frame)
}

/// A line that begins with `ERR` ends every conversation.
pub(super) fn checked(url: &GitUrl, frame: Frame) -> Result<Frame, Error> {
    match frame {
        Frame::Data(line) if line.starts_with(b"ERR ") => Err(Error::server(url, &wire::text(&line))),
        frame => Ok(frame),
    }
}

/// ssh ended before git began: its own words say why.
fn spoken_by_ssh(url: &GitUrl, words: &str) -> Error {
    let words = words.trim();
    if words.contains("Permission denied") {
        return Error::Login { url: url.to_string(), tried: true };
    }
    let network = [
        "Could not resolve",
        "Connection refused",
        "Connection timed out",
        "No route to host",
        "Host key verification failed",
    ];
    if network.iter().any(|phrase| words.contains(phrase)) {
        let line = words.lines().find(|line| network.iter().any(|phrase| line.contains(phrase)));
        return Error::network(url, crate::model::visible::line(line.unwrap_or(words).trim()));
    }
    Error::server(url, words)
}
