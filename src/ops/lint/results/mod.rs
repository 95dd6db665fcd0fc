//! Results of earlier runs, so that a skill whose files are what they were is not judged again. One file a run, named by
//! what was asked; what it holds counts only for the same program, profiles, settings, files and neighbours. It may be
//! damaged, missing or not to be written: then everything is judged, and nothing is said.

mod record;

use std::{
    collections::HashMap,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use self::record::{Body, HEADER, Header, MAX_BODY, MAX_CARD};
use super::{
    LintOptions, Place,
    find::Found,
    neighbours::{Card, card},
    panel::{self, Panel},
};
use crate::{
    host::{
        dirs,
        fs::{self, Fresh, Parts},
        store,
    },
    lint::{Judgement, surroundings::Surroundings},
    model::{
        digest::{Digest, Hasher},
        skill::Skill,
    },
    ops::Context,
};

/// The beginning of such a file.
const MAGIC: &[u8] = b"skill.lint-results/1\n";
/// Fewer skills are judged faster than looked up.
const LEAST: usize = 8;
/// Files that are kept, at most.
const MOST_FILES: usize = 48;
/// Bytes of all such files, at most; the newest stays whatever its size.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// What is known of the skills of a run.
pub(super) struct Results {
    place: PathBuf,
    /// The program that judges.
    program: Digest,
    file: Option<Parts>,
    /// By the number of the skill.
    known: Vec<Known>,
    names: OnceLock<Digest>,
}

/// What is known of one skill.
#[derive(Default)]
struct Known {
    record: Option<Stored>,
    /// Whether its files are those of the record.
    is_same: AtomicBool,
}

/// Where a record lies.
struct Stored {
    imprint: Digest,
    start: u64,
    card: usize,
    body: usize,
}

/// What a run leaves of a skill for the next one.
pub(super) enum Trace {
    /// Nothing: it can't be told whether its files stay as they are.
    Nothing,
    /// The record it came from.
    Recalled,
    New(Vec<u8>),
}

impl Results {
    /// Opens what there is for this run; `None` where a run has no use for it.
    pub(super) fn open(
        context: &Context<'_>,
        options: &LintOptions,
        found: &[Found],
        top: &Path,
    ) -> Option<Self> {
        let is_plain = options.text.is_none() && options.fix.is_none() && options.changed.is_none();
        let is_folder = |one: &Found| matches!(one.place, Place::Folder(_));
        if !options.remembers || !is_plain || found.len() < LEAST || !found.iter().all(is_folder) {
            return None;
        }
        let stamp = fs::stamp(&dirs::program()?)?;
        let program = Digest::of(format!("{} {}", env!("CARGO_PKG_VERSION"), stamp.as_str()).as_bytes());
        let mut asked = Hasher::default();
        for path in std::iter::once(top).chain(options.paths.iter().map(|(path, _)| path.as_path())) {
            asked.update(path.as_os_str().as_encoded_bytes());
            asked.update(b"\0");
        }
        asked.update(panel::digest(&options.profiles).as_bytes());
        let name = asked.finish().hex()[..32].to_owned();
        let place = context.dirs.cache.join(store::LINT).join(name);
        let known = std::iter::repeat_with(Known::default).take(found.len()).collect();
        let mut results = Self { file: Parts::open(&place), place, program, known, names: OnceLock::new() };
        results.scan(found);
        Some(results)
    }

    /// Finds the records of the run's skills. A file that is damaged ends where the damage begins.
    fn scan(&mut self, found: &[Found]) -> Option<()> {
        let by_path: HashMap<Digest, usize> =
            found.iter().enumerate().filter_map(|(index, one)| Some((path_digest(one)?, index))).collect();
        let mut reader = self.file.as_ref()?.reader();
        let mut opening = vec![0; MAGIC.len() + 32];
        reader.read_exact(&mut opening).ok()?;
        if opening != [MAGIC, self.program.as_bytes()].concat() {
            return None;
        }
        let mut start = opening.len() as u64;
        loop {
            let mut bytes = [0; HEADER];
            reader.read_exact(&mut bytes).ok()?;
            let header = Header::read(&bytes)?;
            let length = header.card + header.body;
            if let Some(&index) = by_path.get(&header.path) {
                let (card, body) = (header.card, header.body);
                self.known[index].record = Some(Stored { imprint: header.imprint, start, card, body });
            }
            start += (HEADER + length) as u64;
            reader.seek_relative(i64::try_from(length).ok()?).ok()?;
        }
    }

    /// A skill's head, when its files are what they were.
    pub(super) fn card(&self, index: usize, real: &Path) -> Option<Card> {
        let known = self.known.get(index)?;
        let record = known.record.as_ref()?;
        if fs::imprint(real)?.digest != record.imprint {
            return None;
        }
        let bytes = self.file.as_ref()?.read(record.start + HEADER as u64, record.card)?;
        let card = record::read_card(&bytes)?;
        known.is_same.store(true, Ordering::Relaxed);
        Some(card)
    }

    /// The findings on a skill that has not changed, with those of its files that they are about.
    pub(super) fn recall(
        &self,
        index: usize,
        real: &Path,
        panel: &Panel,
        surroundings: &Surroundings,
    ) -> Option<(Skill, Judgement)> {
        let known = self.known.get(index).filter(|known| known.is_same.load(Ordering::Relaxed))?;
        let record = known.record.as_ref()?;
        let start = record.start + (HEADER + record.card) as u64;
        let bytes = self.file.as_ref()?.read(start, record.body)?;
        let body = Body::read(&bytes, panel, surroundings.digest(), || self.names(surroundings))?;
        body.restore(real, panel)
    }

    fn names(&self, surroundings: &Surroundings) -> Digest {
        *self.names.get_or_init(|| surroundings.digest_of_names())
    }

    /// What to write of a skill that was judged. `before` is its folder before it was read.
    pub(super) fn trace(
        &self,
        found: &Found,
        before: Option<&fs::Imprint>,
        (skill, judgement): (&Skill, &Judgement),
        panel: &Panel,
        surroundings: &Surroundings,
    ) -> Trace {
        let Place::Folder(real) = &found.place else { return Trace::Nothing };
        let Some(before) = before.filter(|before| before.is_settled) else { return Trace::Nothing };
        // What other descriptions contest is not part of the digest.
        if surroundings.was_asked_for_contests() {
            return Trace::Nothing;
        }
        let names = surroundings.was_asked_for_names().then(|| self.names(surroundings));
        let body = Body::new(before, skill, judgement, panel)
            .and_then(|body| body.written(panel, surroundings.digest(), names));
        let card = record::write_card(&card(real));
        match (path_digest(found), body, card) {
            (Some(path), Some(body), Some(card)) if card.len() <= MAX_CARD && body.len() <= MAX_BODY => {
                let header = Header { card: card.len(), body: body.len(), path, imprint: before.digest };
                Trace::New([&header.written()[..], &card, &body].concat())
            }
            _ => Trace::Nothing,
        }
    }

    /// The whole record of a skill, as it lies in the file.
    fn copy(&self, index: usize) -> Option<Vec<u8>> {
        let record = self.known.get(index)?.record.as_ref()?;
        self.file.as_ref()?.read(record.start, HEADER + record.card + record.body)
    }
}

fn path_digest(found: &Found) -> Option<Digest> {
    match &found.place {
        Place::Folder(real) => Some(Digest::of(real.as_os_str().as_encoded_bytes())),
        _ => None,
    }
}

/// Writes the results of this run; begins at the first that is new.
pub(super) struct Keeper<'a> {
    results: &'a Results,
    /// Skills taken in so far, all of them recalled.
    recalled: Vec<usize>,
    fresh: Option<Fresh>,
    has_failed: bool,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(results: &'a Results) -> Self {
        Self { results, recalled: Vec::new(), fresh: None, has_failed: false }
    }

    /// Takes in what is to be kept of the next skill.
    pub(super) fn take(&mut self, index: usize, trace: Trace, context: &Context<'_>) {
        if self.has_failed {
            return;
        }
        match trace {
            Trace::Nothing => {}
            Trace::Recalled if self.fresh.is_none() => self.recalled.push(index),
            Trace::Recalled => self.has_failed = self.copy(index).is_none(),
            Trace::New(record) => self.has_failed = self.add(&record, context).is_none(),
        }
    }

    fn add(&mut self, record: &[u8], context: &Context<'_>) -> Option<()> {
        if self.fresh.is_none() {
            // It marks the folder as a cache.
            context.store().ok()?;
            let mut fresh = Fresh::at(&self.results.place).ok()?;
            fresh.write_all(MAGIC).and_then(|()| fresh.write_all(self.results.program.as_bytes())).ok()?;
            self.fresh = Some(fresh);
            for index in std::mem::take(&mut self.recalled) {
                self.copy(index)?;
            }
        }
        self.fresh.as_mut()?.write_all(record).ok()
    }

    fn copy(&mut self, index: usize) -> Option<()> {
        let record = self.results.copy(index)?;
        self.fresh.as_mut()?.write_all(&record).ok()
    }

    /// Puts what is new in its place.
    pub(super) fn finish(self) {
        // The cache is a convenience: one that can't be written is none.
        match self.fresh {
            Some(fresh) if !self.has_failed => {
                if fresh.keep().is_ok()
                    && let Some(folder) = self.results.place.parent()
                {
                    let _ = tidy(folder, &self.results.place);
                }
            }
            Some(_) => {}
            None => refresh(&self.results.place),
        }
    }
}

/// Says once a day that a file is in use, so that pruning leaves it.
fn refresh(place: &Path) {
    let day = std::time::Duration::from_hours(24);
    if let Ok((_, time)) = fs::size_and_time(place)
        && time.elapsed().is_ok_and(|age| age > day)
    {
        // One that may not be written stays as old as it is.
        let _ = fs::touch(place);
    }
}

/// Removes the oldest files beyond the bounds.
fn tidy(folder: &Path, newest: &Path) -> fs::Result<()> {
    let mut files = Vec::new();
    for (name, _) in fs::list_if_there(folder)? {
        let path = folder.join(name);
        if let Ok((size, time)) = fs::size_and_time(&path)
            && path != newest
        {
            files.push((time, size, path));
        }
    }
    files.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
    let mut bytes = fs::size_and_time(newest)?.0;
    for (index, (_, size, path)) in files.iter().enumerate() {
        bytes += size;
        if index + 1 >= MOST_FILES || bytes > MOST_BYTES {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
