//! One skill's results as bytes: a header, what its neighbours want to know of it, and the findings. Each part bears a
//! checksum; what does not fit is as good as absent.

use std::{path::Path, sync::Arc};

use serde::{Deserialize, Serialize};

use super::super::{neighbours::Card, panel::Panel};
use crate::{
    host::fs::{self, Imprint, Mark},
    lint::{
        Judgement,
        diagnostic::{Diagnostic, Label, Severity},
        fix::{Action, Applicability, Edit, Fix},
        rules,
    },
    model::{
        digest::Digest,
        skill::Skill,
        span::Span,
        tree::{Mode, Tree, TreeFile},
    },
};

/// Bytes of a header.
pub(super) const HEADER: usize = 8 + 64 + CHECK;
pub(super) const MAX_CARD: usize = 1 << 20;
pub(super) const MAX_BODY: usize = 1 << 22;
const CHECK: usize = 8;

/// What stands before a record.
pub(super) struct Header {
    /// Bytes of the card.
    pub(super) card: usize,
    /// Bytes of the findings.
    pub(super) body: usize,
    pub(super) path: Digest,
    pub(super) imprint: Digest,
}

impl Header {
    pub(super) fn written(&self) -> Vec<u8> {
        let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
        let mut bytes = [&length(self.card)[..], &length(self.body)].concat();
        bytes.extend_from_slice(self.path.as_bytes());
        bytes.extend_from_slice(self.imprint.as_bytes());
        let check = check(&bytes);
        bytes.extend_from_slice(&check);
        bytes
    }

    pub(super) fn read(bytes: &[u8; HEADER]) -> Option<Self> {
        let (content, sum) = bytes.split_at(HEADER - CHECK);
        let number = |at: usize| Some(u32::from_le_bytes(content.get(at..at + 4)?.try_into().ok()?) as usize);
        let digest = |at: usize| Some(Digest::from_bytes(content.get(at..at + 32)?.try_into().ok()?));
        let header = Self { card: number(0)?, body: number(4)?, path: digest(8)?, imprint: digest(40)? };
        (check(content) == sum && header.card <= MAX_CARD && header.body <= MAX_BODY).then_some(header)
    }
}

fn check(bytes: &[u8]) -> [u8; CHECK] {
    let digest = Digest::of(bytes);
    std::array::from_fn(|index| digest.as_bytes()[index])
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let check = check(&bytes);
    bytes.extend_from_slice(&check);
    bytes
}

fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(CHECK)?)?;
    (check(content) == sum).then_some(content)
}

pub(super) fn write_card(card: &Card) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for number in [card.length, card.name.len(), card.triggers.len(), card.pieces.len()] {
        bytes.extend_from_slice(&u32::try_from(number).ok()?.to_le_bytes());
    }
    bytes.extend_from_slice(card.name.as_bytes());
    for word in card.triggers.iter().chain(&card.pieces) {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    Some(sealed(bytes))
}

pub(super) fn read_card(bytes: &[u8]) -> Option<Card> {
    let content = unsealed(bytes)?;
    let number = |at: usize| Some(u32::from_le_bytes(content.get(at..at + 4)?.try_into().ok()?));
    let count = |at: usize| number(at).map(|number| number as usize);
    let (length, name, words, pieces) = (count(0)?, count(4)?, count(8)?, count(12)?);
    let text = content.get(16..16 + name)?;
    let words_at = |index: usize| number(16 + name + 4 * index);
    Some(Card {
        name: String::from_utf8(text.to_vec()).ok()?,
        length,
        triggers: (0..words).map(words_at).collect::<Option<_>>()?,
        pieces: (words..words + pieces).map(words_at).collect::<Option<_>>()?,
    })
}

/// The findings on a skill, and the files that they are about.
#[derive(Serialize, Deserialize)]
pub(super) struct Body {
    folder: String,
    files: Vec<(String, Mark)>,
    found: Vec<Finding>,
    silenced: Vec<(Finding, String)>,
}

#[derive(Serialize, Deserialize)]
struct Finding {
    rule: String,
    severity: u8,
    message: String,
    file: String,
    span: Option<(usize, usize)>,
    label: Option<String>,
    labels: Vec<(usize, usize, String)>,
    help: Option<String>,
    fix: Option<Cure>,
    /// Numbers of the profiles of the panel.
    profiles: Vec<usize>,
}

#[derive(Serialize, Deserialize)]
struct Cure {
    title: String,
    is_safe: bool,
    edits: Vec<(usize, usize, String)>,
    rename: Option<String>,
    make_executable: Option<Vec<String>>,
}

impl Body {
    /// `None` where more than the marked files is needed to show the findings.
    pub(super) fn new(
        imprint: &Imprint,
        skill: &Skill,
        judgement: &Judgement,
        panel: &Panel,
    ) -> Option<Self> {
        if !skill.oddities.is_empty() || !skill.replaced.is_empty() || !skill.begun.is_empty() {
            return None;
        }
        let found = judgement.found.iter().map(|found| Finding::of(found, panel));
        let silenced = judgement.silenced.iter();
        let silenced = silenced.map(|(found, reason)| Some((Finding::of(found, panel)?, reason.clone())));
        let (found, silenced) = (found.collect::<Option<Vec<_>>>()?, silenced.collect::<Option<Vec<_>>>()?);
        let all = || found.iter().chain(silenced.iter().map(|(found, _)| found));
        let is_needed = |path: &str| path == skill.manifest_path() || all().any(|found| found.file == path);
        let files = imprint.files.iter().filter(|(path, _)| is_needed(path)).cloned().collect();
        Some(Self { folder: skill.folder.clone(), files, found, silenced })
    }

    /// The bytes, with what they hold for: a panel, surroundings, and the names of all skills where they were asked for.
    pub(super) fn written(&self, panel: &Panel, around: Digest, names: Option<Digest>) -> Option<Vec<u8>> {
        let mut bytes = [&panel.digest.as_bytes()[..], around.as_bytes()].concat();
        bytes.push(u8::from(names.is_some()));
        bytes.extend_from_slice(names.as_ref().map_or(&[0; 32][..], |names| names.as_bytes()));
        serde_json::to_writer(&mut bytes, self).ok()?;
        Some(sealed(bytes))
    }

    /// The body, when it holds for this panel, these surroundings and names.
    pub(super) fn read(
        bytes: &[u8],
        panel: &Panel,
        around: Digest,
        names: impl FnOnce() -> Digest,
    ) -> Option<Self> {
        let content = unsealed(bytes)?;
        let (head, text) = content.split_at_checked(97)?;
        let holds = head.get(..32)? == panel.digest.as_bytes()
            && head.get(32..64)? == around.as_bytes()
            && (head.get(64)? == &0 || head.get(65..)? == names().as_bytes());
        holds.then(|| serde_json::from_slice(text).ok()).flatten()
    }

    /// The findings with the files they are about; `None` when one of them is no longer what it was.
    pub(super) fn restore(self, real: &Path, panel: &Panel) -> Option<(Skill, Judgement)> {
        let file = |(path, mark): (String, Mark)| {
            let content = fs::read_marked(&real.join(&path), &mark)?;
            // Only links of a tree matter to what is shown, and a marked file is none.
            Some(TreeFile { path, mode: Mode::Regular, content })
        };
        let files = self.files.into_iter().map(file).collect::<Option<Vec<_>>>()?;
        let found = self.found.into_iter().map(|found| found.restored(panel));
        let silenced = self.silenced.into_iter();
        let silenced = silenced.map(|(found, reason)| Some((found.restored(panel)?, reason)));
        let judgement =
            Judgement { found: found.collect::<Option<_>>()?, silenced: silenced.collect::<Option<_>>()? };
        Some((Skill::new(&self.folder, Tree::new(files)), judgement))
    }
}

impl Finding {
    fn of(found: &Diagnostic, panel: &Panel) -> Option<Self> {
        let span = |span: Span| (span.start, span.end);
        let number = |name: &Arc<str>| panel.profiles.iter().position(|profile| profile.name == *name);
        Some(Self {
            rule: found.rule.name.to_owned(),
            severity: found.severity as u8,
            message: found.message.clone(),
            file: found.file.clone(),
            span: found.span.map(span),
            label: found.label.clone(),
            labels: found
                .labels
                .iter()
                .map(|label| (label.span.start, label.span.end, label.text.clone()))
                .collect(),
            help: found.help.clone(),
            fix: found.fix.as_ref().map(Cure::of),
            profiles: found.profiles.iter().map(number).collect::<Option<_>>()?,
        })
    }

    fn restored(self, panel: &Panel) -> Option<Diagnostic> {
        let severity = [Severity::Note, Severity::Warning, Severity::Error]
            .into_iter()
            .find(|severity| *severity as u8 == self.severity)?;
        let name = |number: usize| panel.profiles.get(number).map(|profile| Arc::clone(&profile.name));
        let label = |(start, end, text)| Label { span: Span::new(start, end), text };
        Some(Diagnostic {
            rule: rules::named(&self.rule)?,
            severity,
            message: self.message,
            file: self.file,
            span: self.span.map(|(start, end)| Span::new(start, end)),
            label: self.label,
            labels: self.labels.into_iter().map(label).collect(),
            help: self.help,
            fix: self.fix.map(Cure::restored),
            profiles: self.profiles.into_iter().map(name).collect::<Option<_>>()?,
        })
    }
}

impl Cure {
    fn of(fix: &Fix) -> Self {
        let edit = |edit: &Edit| (edit.span.start, edit.span.end, edit.replacement.clone());
        let (rename, make_executable) = match &fix.action {
            None => (None, None),
            Some(Action::Rename(path)) => (Some(path.clone()), None),
            Some(Action::MakeExecutable(files)) => (None, Some(files.clone())),
        };
        Self {
            title: fix.title.clone(),
            is_safe: fix.applicability == Applicability::Safe,
            edits: fix.edits.iter().map(edit).collect(),
            rename,
            make_executable,
        }
    }

    fn restored(self) -> Fix {
        let edit = |(start, end, replacement)| Edit { span: Span::new(start, end), replacement };
        Fix {
            title: self.title,
            applicability: if self.is_safe { Applicability::Safe } else { Applicability::Unsafe },
            edits: self.edits.into_iter().map(edit).collect(),
            action: self.rename.map(Action::Rename).or(self.make_executable.map(Action::MakeExecutable)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_damaged_is_not_read() {
        let card = Card { name: "pdf".to_owned(), length: 40, triggers: vec![1, 70_000], pieces: vec![7] };
        let bytes = write_card(&card).unwrap();
        assert_eq!(read_card(&bytes), Some(card));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert_eq!(read_card(&damaged), None, "byte {at}");
            assert_eq!(read_card(&bytes[..at]), None, "cut at {at}");
        }
        let digest = Digest::of(b"x");
        let header = Header { card: 7, body: 9, path: digest, imprint: digest }.written();
        let mut header: [u8; HEADER] = header.try_into().unwrap();
        assert_eq!(Header::read(&header).map(|header| header.body), Some(9));
        header[5] ^= 1;
        assert!(Header::read(&header).is_none());
    }
}
