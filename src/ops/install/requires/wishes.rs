//! Who wants which versions of a skill, and the story that is told when that can't be had.

use std::{collections::BTreeMap, rc::Rc};

use semver::{Comparator, Op, Version, VersionReq};

use crate::model::{
    lockfile::{Locked, Pin},
    name::FolderName,
    source::Wanted,
};

/// One wish of one skill, with the way to it: who wants whom, from what the user named on.
#[derive(Debug, Clone)]
pub(super) struct Need {
    /// As its SKILL.md has it.
    pub(super) text: String,
    /// Shared by all needs of a skill: a thousand skills that need each other make a million needs.
    pub(super) through: Rc<Vec<FolderName>>,
}

/// A version requirement and who made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) version: VersionReq,
    /// The skill that wants it, and before it those through which it came; empty for the user.
    pub(super) through: Rc<Vec<FolderName>>,
}

impl Wish {
    /// Who, for people.
    pub(super) fn who(&self) -> String {
        match self.through.as_slice() {
            [] => "you".to_owned(),
            [only] => format!("`{only}`"),
            [before @ .., last] => {
                let before: Vec<String> = before.iter().map(|name| format!("`{name}`")).collect();
                format!("`{last}`, which {} needs,", before.join(" -> "))
            }
        }
    }
}

/// A restriction that a try is made with.
#[derive(Debug, Clone)]
pub(super) enum Narrowing {
    /// Only what this wish allows.
    To(FolderName, Wish),
    /// Only versions before this one.
    Below(FolderName, Version),
}

/// All restrictions of one try.
#[derive(Debug, Clone, Default)]
pub(super) struct Narrowed {
    wishes: BTreeMap<FolderName, Vec<Wish>>,
    below: BTreeMap<FolderName, Version>,
}

impl Narrowed {
    pub(super) fn with(&self, one: Narrowing) -> Self {
        let mut all = self.clone();
        match one {
            Narrowing::To(name, wish) => all.wishes.entry(name).or_default().push(wish),
            // Tries only go down.
            Narrowing::Below(name, version) => {
                all.below.insert(name, version);
            }
        }
        all
    }

    pub(super) fn wishes(&self, name: &FolderName) -> &[Wish] {
        self.wishes.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn holds(&self, name: &FolderName) -> bool {
        self.wishes.contains_key(name) || self.below.contains_key(name)
    }

    /// What a skill is asked for with: `base` and these wishes; `None` where `base` names no versions.
    pub(super) fn wanted(&self, name: &FolderName, base: &Wanted, wishes: &[Wish]) -> Option<Wanted> {
        let mut version = match base {
            Wanted::Default => VersionReq::STAR,
            Wanted::Version(text) => crate::model::source::version_requirement(text)?,
            Wanted::Ref(_) | Wanted::Rev(_) => return None,
        };
        for wish in wishes.iter().chain(self.wishes(name)) {
            version = join(&version, &wish.version);
        }
        if let Some(below) = self.below.get(name) {
            version.comparators.push(Comparator {
                op: Op::Less,
                major: below.major,
                minor: Some(below.minor),
                patch: Some(below.patch),
                pre: below.pre.clone(),
            });
        }
        Some(Wanted::Version(version.to_string()))
    }

    /// What the lockfile says was wanted: wishes, and not which versions a search left out.
    pub(super) fn recorded(&self, name: &FolderName, base: &Wanted, wishes: &[Wish]) -> Wanted {
        let without = Self { wishes: self.wishes.clone(), below: BTreeMap::new() };
        if wishes.is_empty() && !self.wishes.contains_key(name) {
            return base.clone();
        }
        without.wanted(name, base, wishes).unwrap_or_else(|| base.clone())
    }

    /// Equal for equal restrictions.
    pub(super) fn key(&self) -> String {
        let mut key = String::new();
        for (name, wishes) in &self.wishes {
            let mut all: Vec<String> = wishes.iter().map(|wish| wish.version.to_string()).collect();
            all.sort_unstable();
            all.dedup();
            key.extend([format!("{name}:{};", all.join(","))]);
        }
        for (name, version) in &self.below {
            key.extend([format!("{name}<{version};")]);
        }
        key
    }
}

/// What meets both.
pub(super) fn join(one: &VersionReq, other: &VersionReq) -> VersionReq {
    let mut joined = one.clone();
    for comparator in &other.comparators {
        if !joined.comparators.contains(comparator) {
            joined.comparators.push(comparator.clone());
        }
    }
    joined
}

/// The version a pin carries, where it carries one.
pub(super) fn version_of(locked: &Locked) -> Option<Version> {
    match &locked.pin {
        Pin::Commit { release: Some(release), .. } => Version::parse(&release.version).ok(),
        Pin::Version { version }
        | Pin::Package { version, .. }
        | Pin::Artifact { version: Some(version), .. } => Version::parse(version).ok(),
        // Nothing says which version this is.
        Pin::Commit { release: None, .. }
        | Pin::Archive { .. }
        | Pin::Artifact { version: None, .. }
        | Pin::Alive => None,
    }
}

/// Whether a locked state is what is wanted; one without a version always is.
pub(super) fn fits(wanted: &VersionReq, locked: &Locked) -> bool {
    version_of(locked).is_none_or(|version| wanted.matches(&version))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> FolderName {
        text.parse().expect("a name")
    }

    #[test]
    fn restrictions_are_joined_and_only_go_down() {
        let through = Rc::new(vec![name("team"), name("old")]);
        let wish = Wish { version: VersionReq::parse("^1.2").expect("a requirement"), through };
        let narrowed = Narrowed::default()
            .with(Narrowing::To(name("a"), wish.clone()))
            .with(Narrowing::Below(name("a"), Version::new(1, 9, 0)))
            .with(Narrowing::Below(name("a"), Version::new(1, 8, 0)));
        let wanted = |base: &Wanted| narrowed.wanted(&name("a"), base, &[]).map(|wanted| wanted.to_string());
        assert_eq!(wanted(&Wanted::Default).as_deref(), Some("^1.2, <1.8.0"));
        assert_eq!(wanted(&Wanted::Version("1".to_owned())).as_deref(), Some("^1, ^1.2, <1.8.0"));
        assert_eq!(wanted(&Wanted::Ref("main".to_owned())), None);
        assert_eq!(wish.who(), "`old`, which `team` needs,");
        assert_eq!(narrowed.key(), "a:^1.2;a<1.8.0;");
    }
}
