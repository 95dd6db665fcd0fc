//! Baselines of a run: the one asked for, or those that `skill.toml` files name; read at first use, written at the end.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{Checked, LintError};
use crate::{
    host::{fs, repository::join},
    lint::baseline::{Accepted, Baseline, encode, fingerprints},
    model::visible,
};

/// Where `--write-baseline` writes when nothing names a file.
const DEFAULT: &str = "skill-lint-baseline.json";

/// What came of one baseline.
pub(crate) struct Settled {
    pub(crate) file: PathBuf,
    /// Findings it accepted in this run, or was written to accept.
    pub(crate) accepted: usize,
    /// Entries for skills of this run that no finding has met.
    pub(crate) stale: Vec<Accepted>,
    pub(crate) is_written: bool,
}

/// All baselines of a run.
pub(super) struct Baselines {
    asked: Option<PathBuf>,
    /// Where one is made when nothing names a file; `None` when none is written.
    made_in: Option<PathBuf>,
    open: BTreeMap<PathBuf, Open>,
}

#[derive(Default)]
struct Open {
    baseline: Baseline,
    accepted: usize,
    new: Vec<Accepted>,
    /// The folders of the skills that were judged by it.
    judged: Vec<String>,
}

impl Baselines {
    pub(super) fn new(asked: Option<PathBuf>, made_in: Option<PathBuf>) -> Self {
        Self { asked, made_in, open: BTreeMap::new() }
    }

    /// Takes accepted findings out of a skill's.
    pub(super) fn apply(&mut self, checked: &mut Checked) -> Result<(), LintError> {
        let made = self.made_in.as_ref().map(|folder| folder.join(DEFAULT));
        let Some(file) = self.asked.clone().or_else(|| checked.baseline.clone()).or(made) else {
            return Ok(());
        };
        let is_written = self.made_in.is_some();
        if !self.open.contains_key(&file) {
            let open = Open { baseline: read(&file, is_written)?, ..Open::default() };
            self.open.insert(file.clone(), open);
        }
        let folder = fs::canonical_or_ahead(file.parent().unwrap_or(&file));
        let place = checked.real.as_deref().map_or_else(String::new, |real| fs::relative(&folder, real));
        let found = std::mem::take(&mut checked.judgement.found);
        let prints = fingerprints(&checked.skill, &place, &found);
        let Some(open) = self.open.get_mut(&file) else { return Ok(()) };
        for (diagnostic, fingerprint) in found.into_iter().zip(prints) {
            let reason = open.baseline.take(&fingerprint);
            if is_written {
                open.new.push(Accepted {
                    file: join(&place, &diagnostic.file),
                    rule: diagnostic.rule.name.to_owned(),
                    message: diagnostic.message.clone(),
                    fingerprint,
                    reason: reason.clone().filter(|reason| !reason.is_empty()),
                });
                checked.accepted.push((diagnostic, reason.unwrap_or_default()));
            } else if let Some(reason) = reason {
                checked.accepted.push((diagnostic, reason));
            } else {
                checked.judgement.found.push(diagnostic);
                continue;
            }
            open.accepted += 1;
        }
        open.judged.push(place);
        Ok(())
    }

    /// Writes what is to be written, and says what came of each baseline.
    pub(super) fn settle(self, is_dry: bool) -> Result<Vec<Settled>, LintError> {
        let mut settled = Vec::new();
        for (file, open) in self.open {
            let is_judged =
                |accepted: &&Accepted| open.judged.iter().any(|place| is_below(&accepted.file, place));
            let mut stale: Vec<Accepted> = open.baseline.unmet().filter(is_judged).cloned().collect();
            if self.made_in.is_some() {
                // Skills that were not looked at keep their entries.
                let others = open.baseline.unmet().filter(|accepted| !is_judged(accepted)).cloned();
                let text = encode(open.new.into_iter().chain(others).collect());
                if !is_dry && fs::read_text_if_there(&file)?.as_ref() != Some(&text) {
                    fs::write_atomic(&file, text.as_bytes())?;
                }
                stale.clear();
            }
            settled.push(Settled {
                file,
                accepted: open.accepted,
                stale,
                is_written: self.made_in.is_some(),
            });
        }
        Ok(settled)
    }
}

fn read(file: &Path, is_written: bool) -> Result<Baseline, LintError> {
    let name = visible::line(&file.to_string_lossy()).into_owned();
    match fs::read_text_if_there(file)? {
        Some(text) => Ok(Baseline::parse(&name, &text)?),
        None if is_written => Ok(Baseline::default()),
        None => Err(LintError::NoBaseline { file: name }),
    }
}

/// Whether a file lies in a skill's folder; the empty folder holds all.
fn is_below(file: &str, place: &str) -> bool {
    place.is_empty() || file == place || file.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}
