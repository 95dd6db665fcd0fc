//! Fetching a pack: one commit without its history, or single blobs. No object is ever offered as known, so no pack
//! comes that leans on objects it does not hold.

use std::{
    io::Read,
    path::Path,
    time::{Duration, Instant},
};

use super::{
    Access, Error,
    advertisement::checked,
    channel,
    connections::Connection,
    objects::PackWriter,
    refs::AGENT,
    wire::{self, Frame, Message},
};
use crate::model::{commit::Commit, event::Event, git_url::GitUrl};

/// Whether the contents of files come along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blobs {
    All,
    None,
}

/// How long a server may prepare a pack and send nothing of it but signs of life.
const PREPARATION: Duration = Duration::from_mins(10);
/// The most bytes of progress messages and signs of life.
const MAX_TALK: u64 = 8 * 1024 * 1024;
/// Progress is reported in steps of this many bytes.
const STEP: u64 = 64 * 1024;

/// What to ask for.
struct Wish<'a> {
    wants: &'a [Commit],
    blobs: Blobs,
}

/// Fetches one commit; says whether the contents of its files came along.
pub(super) fn commit(
    url: &GitUrl,
    commit: &Commit,
    folder: &Path,
    access: &Access<'_>,
    blobs: Blobs,
) -> Result<Blobs, Error> {
    access.connections.with(url, access, |connection| {
        if connection.server.version == 2 {
            let blobs = if connection.server.can_fetch_with("filter") { blobs } else { Blobs::All };
            version_2(url, connection, &Wish { wants: &[*commit], blobs }, folder, access)?;
            return Ok(blobs);
        }
        version_0(url, connection, commit, folder, access)?;
        Ok(Blobs::All)
    })
}

/// Fetches exactly these blobs, from a server that left them out before.
pub(super) fn blobs(url: &GitUrl, blobs: &[Commit], folder: &Path, access: &Access<'_>) -> Result<(), Error> {
    access.connections.with(url, access, |connection| {
        if connection.server.version != 2 {
            return Err(Error::protocol(url, "it no longer speaks the version that fetches single files"));
        }
        version_2(url, connection, &Wish { wants: blobs, blobs: Blobs::All }, folder, access)
    })
}

fn version_2(
    url: &GitUrl,
    connection: &mut Connection,
    wish: &Wish<'_>,
    folder: &Path,
    access: &Access<'_>,
) -> Result<(), Error> {
    let Connection { channel, server, .. } = connection;
    if !server.has("fetch") {
        return Err(Error::protocol(url, "it offers no `fetch`"));
    }
    let mut message = Message::default().line("command=fetch").line(AGENT);
    if server.has("object-format") {
        message = message.line("object-format=sha1");
    }
    message = message.delimiter().line("ofs-delta").line("no-progress");
    if server.can_fetch_with("shallow") {
        message = message.line("deepen 1");
    }
    if wish.blobs == Blobs::None {
        message = message.line("filter blob:none");
    }
    for want in wish.wants {
        message = message.line(&format!("want {want}"));
    }
    let message = message.line("done").flush();
    let has_bodies = channel.has_bodies();
    let mut answer = channel.ask(url, message.bytes(), 2, access)?;
    let mut frames = 0;
    loop {
        frames = counted(url, frames)?;
        let frame = wire::read(&mut answer).map_err(|error| Error::wire(url, error))?;
        match checked(url, frame)? {
            Frame::Data(line) if wire::text(&line) == "packfile" => break,
            // `shallow-info` and its lines: what is cut off is known, it was asked for.
            Frame::Data(line) if is_section_or_shallow(&line) => {}
            Frame::Delimiter => {}
            Frame::Data(line) => {
                let line: String = wire::text(&line).chars().take(100).collect();
                let line = crate::model::visible::line(&line);
                return Err(Error::protocol(url, format!("expected a pack, found `{line}`")));
            }
            Frame::Flush | Frame::ResponseEnd => return Err(Error::protocol(url, "its answer has no pack")),
        }
    }
    receive(url, &mut answer, folder, access, true)?;
    channel::finish(&mut answer, has_bodies);
    Ok(())
}

/// Before the pack stand a few lines, at most one for each commit wanted.
fn counted(url: &GitUrl, frames: usize) -> Result<usize, Error> {
    const MAX_FRAMES: usize = 100_000;
    if frames < MAX_FRAMES { Ok(frames + 1) } else { Err(Error::protocol(url, "its answer has no pack")) }
}

fn is_section_or_shallow(line: &[u8]) -> bool {
    let line = wire::text(line);
    line == "shallow-info" || line.starts_with("shallow ") || line.starts_with("unshallow ")
}

/// Version 0 lets clients want what is advertised. For other commits of servers that allow no more, all branches and
/// tags are fetched with their history, in which the commit may lie.
fn version_0(
    url: &GitUrl,
    connection: &mut Connection,
    commit: &Commit,
    folder: &Path,
    access: &Access<'_>,
) -> Result<(), Error> {
    // One fetch ends such a conversation.
    connection.is_spent = true;
    let Connection { channel, server, .. } = connection;
    let refs = &server.refs;
    let heads = refs.head.iter().map(|head| &head.commit);
    let mut advertised: Vec<Commit> =
        heads.chain(refs.branches.values()).chain(refs.tags.values()).copied().collect();
    advertised.sort_unstable();
    advertised.dedup();
    let allowed = ["allow-tip-sha1-in-want", "allow-reachable-sha1-in-want", "allow-any-sha1-in-want"];
    let alone = advertised.contains(commit) || allowed.iter().any(|capability| server.has(capability));
    let wants = if alone { vec![*commit] } else { advertised };
    if wants.is_empty() {
        return Err(Error::UnknownCommit { url: url.to_string(), commit: *commit });
    }
    let shallow = alone && server.has("shallow");
    let side_band = server.has("side-band-64k");
    let mut capabilities = String::new();
    for capability in ["multi_ack_detailed", "side-band-64k", "ofs-delta", "shallow", "no-progress"] {
        if server.has(capability) {
            capabilities.push(' ');
            capabilities.push_str(capability);
        }
    }
    if server.has("agent") {
        capabilities.push(' ');
        capabilities.push_str(AGENT);
    }
    let mut message = Message::default();
    for (index, want) in wants.iter().enumerate() {
        message = message.line(&format!("want {want}{}", if index == 0 { &capabilities } else { "" }));
    }
    if shallow {
        message = message.line("deepen 1");
    }
    let message = message.flush().line("done");
    let mut answer = channel.ask(url, message.bytes(), 0, access)?;
    let mut frames = 0;
    loop {
        frames = counted(url, frames)?;
        let frame = wire::read(&mut answer).map_err(|error| Error::wire(url, error))?;
        match checked(url, frame)? {
            Frame::Data(line) if is_section_or_shallow(&line) => {}
            // The end of the list of what is cut off.
            Frame::Flush if shallow => {}
            Frame::Data(line) if wire::text(&line) == "NAK" => break,
            Frame::Data(line) => {
                let line: String = wire::text(&line).chars().take(100).collect();
                let line = crate::model::visible::line(&line);
                return Err(Error::protocol(url, format!("expected `NAK`, found `{line}`")));
            }
            Frame::Flush | Frame::Delimiter | Frame::ResponseEnd => {
                return Err(Error::protocol(url, "its answer has no pack"));
            }
        }
    }
    receive(url, &mut answer, folder, access, side_band)
}

/// Reads a pack to its end and indexes it as it comes.
fn receive(
    url: &GitUrl,
    answer: &mut dyn Read,
    folder: &Path,
    access: &Access<'_>,
    side_band: bool,
) -> Result<(), Error> {
    let mut incoming = Incoming {
        url,
        source: url.to_string(),
        access,
        pack: PackWriter::new(url, folder)?,
        received: 0,
        reported: 0,
        talk: 0,
        words: String::new(),
        last: Instant::now(),
    };
    if side_band {
        while let Frame::Data(line) =
            checked(url, wire::read(answer).map_err(|error| Error::wire(url, error))?)?
        {
            incoming.frame(&line)?;
        }
    } else {
        let mut chunk = vec![0; 64 * 1024];
        loop {
            match answer.read(&mut chunk).map_err(|error| Error::io(url, &error))? {
                0 => break,
                read => incoming.data(&chunk[..read])?,
            }
        }
    }
    incoming.finish()
}

/// A pack on its way in.
struct Incoming<'a> {
    url: &'a GitUrl,
    source: String,
    access: &'a Access<'a>,
    pack: PackWriter,
    received: u64,
    reported: u64,
    talk: u64,
    /// The last message beside the pack: where a server breaks off, it says why.
    words: String,
    last: Instant,
}

impl Incoming<'_> {
    /// One frame of the side band: its first byte says what it is.
    fn frame(&mut self, frame: &[u8]) -> Result<(), Error> {
        match frame.split_first() {
            Some((1, data)) if !data.is_empty() => self.data(data),
            Some((3, words)) => Err(Error::server(self.url, &wire::text(words))),
            Some((1 | 2, words)) => {
                self.talk += words.len() as u64 + 5;
                if self.talk > MAX_TALK {
                    return Err(Error::TooLarge { url: self.source.clone(), limit: MAX_TALK });
                }
                if self.last.elapsed() > PREPARATION {
                    return Err(Error::network(self.url, "it sends signs of life, but no pack"));
                }
                if !words.is_empty() {
                    self.words = wire::text(words).into_owned();
                }
                Ok(())
            }
            _ => Err(Error::protocol(self.url, "a frame is of no known band")),
        }
    }

    fn data(&mut self, data: &[u8]) -> Result<(), Error> {
        self.received += data.len() as u64;
        self.last = Instant::now();
        if self.received > self.access.limit {
            return Err(Error::TooLarge { url: self.source.clone(), limit: self.access.limit });
        }
        if self.received - self.reported >= STEP {
            self.reported = self.received;
            let event = Event::Received { source: &self.source, bytes: self.received, total: None };
            self.access.reporter.event(event);
        }
        self.pack.write(self.url, data)
    }

    fn finish(self) -> Result<(), Error> {
        if self.received == 0 && !self.words.trim().is_empty() {
            return Err(Error::server(self.url, &self.words));
        }
        self.pack.finish(self.url)
    }
}
