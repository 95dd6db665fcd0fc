//! What the profiles, `skill.toml` and the flags together ask of an archive.

use std::collections::BTreeSet;

use super::{PackError, PackOptions};
use crate::{
    lint::profile::{Profile, Transform},
    model::author::{Ending, Layout, PackSettings},
};

/// How an archive is made.
pub(super) struct Policy {
    pub(super) layout: Layout,
    pub(super) ending: Ending,
    /// Patterns of what stays out unless asked for, each with its profile.
    pub(super) exclude: Vec<String>,
    pub(super) transform: BTreeSet<Transform>,
    pub(super) rising_version: bool,
}

impl Policy {
    /// Fails when the profiles can't be met by one archive and no flag decides.
    pub(super) fn new(
        options: &PackOptions,
        settings: &PackSettings,
        profiles: &[Profile],
    ) -> Result<Self, PackError> {
        let packings = || profiles.iter().map(|profile| &profile.packing);
        let layout =
            match options.layout.or(settings.layout) {
                Some(layout) => layout,
                None => common(profiles, |profile| &profile.packing.layouts).ok_or_else(|| {
                    PackError::Apart { what: "layout", flag: "--layout", profiles: names(profiles) }
                })?,
            };
        let ending =
            match options.ending.or(settings.ext) {
                Some(ending) => ending,
                None => common(profiles, |profile| &profile.packing.endings).ok_or_else(|| {
                    PackError::Apart { what: "ending", flag: "--ext", profiles: names(profiles) }
                })?,
            };
        Ok(Self {
            layout,
            ending,
            exclude: packings().flat_map(|packing| packing.exclude.iter().cloned()).collect(),
            transform: packings().flat_map(|packing| packing.transform.iter().copied()).collect(),
            rising_version: packings().any(|packing| packing.rising_version),
        })
    }
}

/// The first choice of the first profile that all others take too.
fn common<T: Copy + PartialEq>(profiles: &[Profile], taken: impl Fn(&Profile) -> &Vec<T>) -> Option<T> {
    let (first, others) = profiles.split_first()?;
    taken(first).iter().copied().find(|one| others.iter().all(|profile| taken(profile).contains(one)))
}

fn names(profiles: &[Profile]) -> Vec<String> {
    profiles.iter().map(|profile| profile.name.to_string()).collect()
}
