//! From a skill's folder to the skill as it would be packed: settings, the choice of files, links, the raised version,
//! what the platform asks to be changed.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    MANIFEST, PackError, PackOptions, Raised, Reason,
    error::shown,
    inline, mentions, named_profiles,
    policy::Policy,
    selection::{self, Rules, Selection},
    shelf::Shelf,
    target::{Target, settings},
    transform, version,
};
use crate::{
    host::{
        assemble::{AssembleError, Limits, assemble_with},
        fs::{self, Disk, GitIgnores, Patterns},
        git::Tracked,
    },
    lint::{
        package::{Missing, Previous},
        profile::Profile,
    },
    model::skill::{Skill, read_card},
    ops::{Context, lint::as_wished, scope},
};

/// A skill that is ready for the gate.
pub(super) struct Prepared<'a> {
    pub(super) target: &'a Target,
    pub(super) disk: Disk,
    pub(super) policy: Policy,
    pub(super) profiles: Vec<Profile>,
    /// The name in the head, else the folder's.
    pub(super) declared: String,
    pub(super) folder_name: String,
    /// The folder as the user would write it.
    pub(super) shown: String,
    pub(super) skill: Skill,
    pub(super) version: Option<String>,
    pub(super) raised: Option<(Raised, PathBuf, String)>,
    pub(super) left_out: BTreeMap<String, Reason>,
    pub(super) replaced: Vec<String>,
    pub(super) changes: Vec<(String, String)>,
    pub(super) missing: Vec<Missing>,
    pub(super) previous: Option<Previous>,
}

/// Reads a skill and makes it what would be packed.
pub(super) fn prepare<'a>(
    context: &Context<'_>,
    options: &PackOptions,
    target: &'a Target,
) -> Result<Prepared<'a>, PackError> {
    let folder = target.folder();
    let folder_name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (settings, settings_folder) = settings(target, &context.dirs.current)?;
    let asked = if options.profiles.is_empty() {
        named_profiles(&settings.profiles, &settings_folder)?
    } else {
        options.profiles.clone()
    };
    let profiles = as_wished(&folder, &context.dirs.current, &asked)?;
    let policy = Policy::new(options, &settings, &profiles)?;
    let spelling = if fs::is_file(&folder.join(MANIFEST)) { MANIFEST } else { "skill.md" };
    let manifest = folder.join(spelling);
    let card = fs::read(&manifest).ok().and_then(|bytes| read_card(&bytes).ok()).unwrap_or_default();
    let declared = card.name.clone().unwrap_or_else(|| folder_name.clone());

    let include = settings.include.iter().chain(&options.include).map(String::as_str);
    let exclude = settings.exclude.iter().chain(&options.exclude).map(String::as_str);
    let skillignore = folder.join(".skillignore");
    let ignored = fs::read_text_if_there(&skillignore)?.unwrap_or_default();
    let is_repository = scope::is_git_root(&target.root);
    let rules = Rules {
        include: Patterns::parse(&folder, include)?,
        exclude: Patterns::parse(&folder, exclude)?,
        profile: Patterns::parse(&folder, policy.exclude.iter().map(String::as_str))?,
        skillignore: Patterns::parse(&folder, ignored.trim_start_matches('\u{feff}').lines())
            .map_err(|source| PackError::IgnoreFile { file: skillignore, source })?,
        git: is_repository.then(|| GitIgnores::new(&target.root)),
        tracked: if is_repository { selection::tracked(context, &target.root) } else { Tracked::default() },
        name: declared.clone(),
        out: options.out.as_deref().filter(|_| !options.out_is_folder).map(fs::canonical_or_ahead),
    };
    let disk = Disk::new(&target.root);
    let selection = Selection::new(&disk, &target.path, rules);
    let mut shelf = Shelf::default();
    let shown = shown_from(&context.dirs.current, &folder);
    let taken = assemble_with(&selection, &target.path, &target.excluded, Limits::default(), &mut shelf);
    let mut found = taken.map_err(|error| match error {
        AssembleError::TooLarge { what, limit, .. } => {
            AssembleError::TooLarge { path: shown.clone(), what, limit }
        }
        error @ AssembleError::Read(_) => error,
    })?;
    let (tree, mut begun) = shelf.close(found.tree);
    found.tree = tree;
    let left_out = selection.left_out();
    if !found.refused.is_empty() {
        return Err(PackError::Refused { name: declared, refused: found.refused });
    }
    let (mut tree, links) = inline::inlined(found.tree, &mut begun).map_err(|bad| PackError::Link {
        path: bad.path,
        target: bad.target,
        why: bad.why,
    })?;
    let mut replaced: Vec<String> = found.replaced.into_iter().chain(links).collect();
    replaced.sort();

    let (mut version, mut raised) = (card.version, None);
    if let Some(bump) = options.bump {
        let (new, text, made) = version::raise(&declared, tree, bump)?;
        version = Some(made.to.clone());
        raised = Some((made, fs::canonical(&manifest)?, text));
        tree = new;
    }
    let (tree, changes) = if options.keep_as_is {
        let (_, changes) = transform::apply(tree.clone(), &policy.transform, &mut begun.clone());
        (tree, changes)
    } else {
        transform::apply(tree, &policy.transform, &mut begun)
    };
    let mut skill = Skill::new(&folder_name, tree);
    // Links to what is left out are judged by their own rule.
    skill.left_out = left_out.keys().cloned().collect();
    skill.begun = begun;
    let missing = mentions::left_out(&skill.tree, &left_out, &folder);
    let previous = options.previous_version.clone().map(|version| Previous {
        version,
        found: "given as the one before".to_owned(),
        must_rise: true,
    });
    Ok(Prepared {
        target,
        disk,
        policy,
        profiles,
        declared,
        folder_name,
        shown,
        skill,
        version,
        raised,
        left_out,
        replaced,
        changes,
        missing,
        previous,
    })
}

/// A folder as the user would write it from where the command runs.
fn shown_from(current: &Path, folder: &Path) -> String {
    let current = fs::canonical_or_ahead(current);
    match folder.strip_prefix(&current) {
        Ok(inner) if inner.as_os_str().is_empty() => ".".to_owned(),
        Ok(inner) => shown(inner),
        Err(_) => shown(folder),
    }
}
