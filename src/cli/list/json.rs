//! A listing as JSON, written from what was found without a tree of values between.

use std::{borrow::Cow, path::Path};

use serde::Serialize;

use crate::{
    model::{
        agent::Scope,
        lockfile::{Locked, Pin},
    },
    ops::list::{Listed, Listing, State},
};

#[derive(Serialize)]
pub(super) struct Document<'a> {
    format: &'static str,
    skills: Vec<Skill<'a>>,
    strays: Vec<Stray<'a>>,
    troubles: Vec<Trouble<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Skill<'a> {
    name: &'a str,
    scope: Scope,
    state: &'static str,
    shadowed_by: Option<Cow<'a, str>>,
    /// Of a project's skills that can be read.
    trusted: Option<bool>,
    reason: Option<&'a str>,
    advisories: &'a [String],
    platform_code: Option<&'static str>,
    version: Option<String>,
    source: Option<String>,
    commit: Option<String>,
    digest: Option<String>,
    description: Option<&'a str>,
    path: Cow<'a, str>,
    real_path: Option<Cow<'a, str>>,
    also_at: Vec<Cow<'a, str>>,
    agents: &'a [&'static str],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stray<'a> {
    path: Cow<'a, str>,
    move_to: &'a str,
}

#[derive(Serialize)]
struct Trouble<'a> {
    path: Cow<'a, str>,
    reason: &'a str,
}

pub(super) fn document(listing: &Listing) -> Document<'_> {
    Document {
        format: "skill.list/1",
        skills: listing.skills.iter().map(skill).collect(),
        strays: listing
            .strays
            .iter()
            .map(|stray| Stray { path: text(&stray.path), move_to: &stray.advice })
            .collect(),
        troubles: listing
            .troubles
            .iter()
            .map(|(path, why)| Trouble { path: text(path), reason: why })
            .collect(),
    }
}

fn skill(listed: &Listed) -> Skill<'_> {
    let (reason, platform_code) = match &listed.state {
        State::Invalid { reason, code } => (Some(reason.as_str()), *code),
        _ => (None, None),
    };
    let locked = listed.locked.as_ref();
    let is_judged = listed.scope == Scope::Project && listed.card.is_some();
    Skill {
        name: &listed.name,
        scope: listed.scope,
        state: listed.shown_state(),
        shadowed_by: listed.shadowed_by.as_deref().map(text),
        trusted: is_judged.then_some(listed.doubt.is_none()),
        reason,
        advisories: &listed.advisories,
        platform_code,
        version: locked.map(Locked::version),
        source: locked.map(|locked| locked.source.to_string()),
        commit: locked.and_then(|locked| match &locked.pin {
            Pin::Commit { commit, .. } => Some(commit.to_string()),
            Pin::Archive { .. }
            | Pin::Version { .. }
            | Pin::Package { .. }
            | Pin::Artifact { .. }
            | Pin::Alive => None,
        }),
        digest: locked.and_then(|locked| locked.digest).map(|digest| digest.to_string()),
        description: listed.card.as_ref().and_then(|card| card.description.as_deref()),
        path: text(&listed.folder),
        real_path: listed.real.as_deref().map(text),
        also_at: listed.also_at.iter().map(|path| text(path)).collect(),
        agents: &listed.agents,
    }
}

/// A path's text; what is no Unicode of it is replaced.
fn text(path: &Path) -> Cow<'_, str> {
    path.to_string_lossy()
}
