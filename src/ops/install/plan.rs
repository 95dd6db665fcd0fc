//! `Plan`: every step of an install, to be shown and then carried out as one.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use super::{Content, Incoming, Options, backups, check, no_twins, target};
use crate::{
    host::{fs, link, store::Store},
    model::{
        agent::Scope,
        event::{Event, Verb},
        lockfile::{Locked, Lockfile},
        manifest::{Agents, LinkMode, Manifest},
        name::FolderName,
        source::Source,
        visible,
    },
    ops::{
        Context, advisories,
        error::Error,
        links::{self, LinkReport},
        parallel, policy,
        state::ScopeState,
        transaction::Transaction,
        trust,
    },
};

pub(crate) use check::Action;

/// One skill and what is to be done with its folder.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) incoming: Incoming,
    pub(crate) action: Action,
    /// What the lockfile held before.
    pub(crate) before: Option<Locked>,
}

/// All steps, with the manifest and lockfile as they will be.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) state: ScopeState,
    pub(crate) steps: Vec<Step>,
    /// Locked skills that nobody wants any more.
    pub(crate) leaving: Vec<FolderName>,
    manifest: Manifest,
    lockfile: Lockfile,
    /// Whether policy and advisories were asked.
    is_admitted: bool,
}

/// What an install came to.
#[derive(Debug)]
pub(crate) struct Installed {
    pub(crate) changed: Vec<FolderName>,
    pub(crate) removed: Vec<FolderName>,
    pub(crate) links: LinkReport,
}

impl Plan {
    /// Checks every step against what stands in the scope. `saving` says whether the manifest takes the skills in;
    /// a restore only brings the lockfile up to date.
    pub(crate) fn new(
        state: ScopeState,
        store: &Store,
        incoming: Vec<Incoming>,
        leaving: Vec<FolderName>,
        options: &Options,
        saving: bool,
    ) -> Result<Self, Error> {
        no_twins(&incoming)?;
        let decide = |incoming: Incoming| {
            let action = check::action(&state, store, &incoming, options.force)?;
            Ok((incoming, action))
        };
        let decided = incoming.into_iter().map(decide).collect::<Result<Vec<_>, Error>>()?;
        Self::decided(state, decided, leaving, saving)
    }

    /// The same where it is known already what is to be done with each folder.
    pub(in crate::ops) fn decided(
        state: ScopeState,
        decided: Vec<(Incoming, Action)>,
        leaving: Vec<FolderName>,
        saving: bool,
    ) -> Result<Self, Error> {
        no_twins(decided.iter().map(|(incoming, _)| incoming))?;
        let mut manifest = state.manifest.clone();
        let mut lockfile = state.lockfile.clone();
        let mut steps = Vec::new();
        for (mut incoming, action) in decided {
            if let Some(wanted) = state.manifest.skills.get(&incoming.name) {
                incoming.requirement.enabled = wanted.enabled;
            }
            if saving && !incoming.is_dependency {
                manifest.set(&incoming.name, incoming.requirement.clone());
            }
            let before = lockfile.skills.get(&incoming.name).cloned();
            if before.as_ref() != Some(&incoming.locked) {
                let kept =
                    before.as_ref().map(|before| incoming.locked.clone().keeping_unknown_keys_of(before));
                lockfile
                    .skills
                    .insert(incoming.name.clone(), kept.unwrap_or_else(|| incoming.locked.clone()));
            }
            steps.push(Step { incoming, action, before });
        }
        for name in &leaving {
            lockfile.skills.remove(name);
        }
        steps.sort_by(|a, b| a.incoming.name.cmp(&b.incoming.name));
        Ok(Self { state, steps, leaving, manifest, lockfile, is_admitted: false })
    }

    /// Whether carrying it out would change any skill's folder, the lockfile or the manifest.
    pub(crate) fn changes_anything(&self) -> bool {
        self.steps.iter().any(|step| step.action != Action::Keep)
            || !self.leaving.is_empty()
            || self.lockfile != self.state.lockfile
            || self.state.is_mended
            || self.manifest.encode() != self.state.manifest.encode()
    }

    /// Skills that would be taken from local places outside the scope's root: a manifest somebody else wrote may point
    /// anywhere on this machine.
    pub(crate) fn outside_sources(&self) -> Vec<(&FolderName, PathBuf)> {
        let root = fs::canonical_or_ahead(&self.state.folder.root);
        let agents = self.state.folder.agents();
        let steps = self.steps.iter().filter(|step| step.action != Action::Keep);
        steps
            .filter_map(|step| match &step.incoming.locked.source {
                Source::Folder { path } | Source::Archive { file: path, .. } => {
                    Some((&step.incoming.name, fs::canonical_or_ahead(&agents.join(path))))
                }
                Source::Git { .. }
                | Source::Url { .. }
                | Source::Registry { .. }
                | Source::Discovery { .. } => None,
            })
            .filter(|(_, path)| !path.starts_with(&root))
            .collect()
    }

    /// Holds what would arrive against the policy and the advisories of the registries, once.
    pub(crate) fn admit(&mut self, context: &Context<'_>, store: &Store) -> Result<(), Error> {
        if self.is_admitted {
            return Ok(());
        }
        let coming: Vec<&Incoming> =
            self.steps.iter().filter(|step| step.action != Action::Keep).map(|step| &step.incoming).collect();
        policy::content(context, store, coming.iter().copied())?;
        let folder = &self.state.folder;
        advisories::refuse(
            context,
            folder,
            Some(&self.state.manifest),
            coming.iter().map(|one| (&one.name, &one.locked)),
        )?;
        self.is_admitted = true;
        Ok(())
    }

    /// Carries the plan out: folders, lockfile and manifest as one, then links.
    pub(crate) fn carry_out(
        mut self,
        context: &Context<'_>,
        store: &Store,
        options: &Options,
    ) -> Result<Installed, Error> {
        self.admit(context, store)?;
        self.record_agents(context, options)?;
        if !options.no_save {
            self.warn_of_absolute_paths(context);
        }
        let saves = !options.no_save;
        // An empty lockfile is not made anew, and one that says the same is not touched.
        let is_news = if self.state.has_lockfile {
            self.lockfile != self.state.lockfile || self.state.is_mended
        } else {
            !self.lockfile.skills.is_empty()
        };
        let lockfile = (saves && is_news).then(|| self.lockfile.encode());
        let manifest_text = self.manifest.encode();
        let manifest = (saves && manifest_text != self.state.manifest.encode()).then_some(manifest_text);
        let kept_all = self.steps.iter().all(|step| step.action == Action::Keep);
        if kept_all && self.leaving.is_empty() && lockfile.is_none() && manifest.is_none() {
            // Nothing is written, so that a project that can't be written to can be restored from.
            let links = self.link(context, saves)?;
            return Ok(Installed { changed: Vec::new(), removed: Vec::new(), links });
        }
        let mut transaction = Transaction::begin(&self.state.folder)?;
        let (mut changed, mut vouched) = (Vec::new(), Vec::new());
        let mut to_stage = Vec::new();
        for step in &self.steps {
            let name = &step.incoming.name;
            if step.action == Action::Keep {
                continue;
            }
            if step.action == Action::Replace {
                back_up(context, &target(&self.state.folder, name), name)?;
            }
            to_stage.push(&step.incoming);
        }
        let (done, total) = (AtomicU64::new(0), to_stage.len() as u64);
        let skills = self.state.folder.skills();
        let staged = parallel::each(&to_stage, |incoming| {
            let place = transaction.stage(&incoming.name)?;
            let result = stage(store, incoming, &place, &skills);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            context.reporter.event(Event::Step { verb: Verb::Installing, done, total });
            result
        });
        staged.into_iter().collect::<Result<(), Error>>()?;
        for incoming in &to_stage {
            let digest = match &incoming.content {
                Content::Live(_) => None,
                Content::Merged(tree) => Some(tree.digest()),
                Content::Tree(_) | Content::Stored(_) | Content::InPlace(_) => incoming.locked.digest,
            };
            transaction.staged(&incoming.name, digest)?;
            changed.push(incoming.name.clone());
            vouched.push((incoming.name.clone(), digest.filter(|_| incoming.content.speaks_for_itself())));
        }
        let mut removed = Vec::new();
        for name in &self.leaving {
            links::unlink(context, &self.state.folder, name)?;
            transaction.remove(name)?;
            removed.push(name.clone());
        }
        transaction.commit(lockfile, manifest)?;
        trust::record(context, &self.state.folder, &vouched, &removed);
        for step in self.steps.iter().filter(|step| step.action != Action::Keep) {
            let tree = match &step.incoming.content {
                Content::Tree(tree) | Content::Merged(tree) => Some(tree),
                Content::Stored(_) | Content::InPlace(_) | Content::Live(_) => None,
            };
            context.reporter.event(Event::Installed {
                name: &step.incoming.name,
                tree,
                version: &step.incoming.version(),
                replaced: step.action != Action::Add,
            });
        }
        for name in &removed {
            context.reporter.event(Event::Done { verb: Verb::Removed, what: name.as_str() });
        }
        Ok(Installed { changed, removed, links: self.link(context, saves)? })
    }

    /// Links what the scope has now: every enabled skill, or (with `--no-save`) those of the steps.
    fn link(&self, context: &Context<'_>, saves: bool) -> Result<LinkReport, Error> {
        let names: Vec<FolderName> = if saves {
            links::enabled(&self.manifest, &self.lockfile)
        } else {
            self.steps.iter().map(|step| step.incoming.name.clone()).collect()
        };
        links::link_all(context, &self.state.folder, &self.manifest.agents, &names)
    }

    /// Says which of the new sources no other machine can use.
    fn warn_of_absolute_paths(&self, context: &Context<'_>) {
        for step in &self.steps {
            let source = &step.incoming.locked.source;
            let (Source::Folder { path } | Source::Archive { file: path, .. }) = source else { continue };
            let is_new = step.before.as_ref().is_none_or(|before| before.source != *source);
            if is_new && Path::new(path).is_absolute() {
                let outside = match self.state.folder.scope {
                    Scope::Project => "project",
                    Scope::User => "home folder",
                };
                let text = format!(
                    "`{}` lies outside the {outside}: its absolute path is recorded, which other machines can't use",
                    visible::line(path)
                );
                context.reporter.event(Event::Warning { text: &text });
            }
        }
    }

    /// Takes `--agent` and `--copy` into the manifest.
    fn record_agents(&mut self, context: &Context<'_>, options: &Options) -> Result<(), Error> {
        if options.agents.is_empty() && !options.copy {
            return Ok(());
        }
        let mut agents: Agents = self.manifest.agents.clone();
        if !options.agents.is_empty() {
            agents.link = Some(links::with_named(context, &self.state.folder, &agents, &options.agents)?);
        }
        if options.copy {
            agents.mode = Some(LinkMode::Copy);
        }
        self.manifest.set_agents(agents);
        Ok(())
    }
}

/// Makes the new folder (or link) of a skill at the stage.
fn stage(store: &Store, incoming: &Incoming, stage: &Path, skills: &Path) -> Result<(), Error> {
    match &incoming.content {
        Content::Tree(tree) => {
            // Into the store too, so that the next project pays nothing.
            store.insert(tree, incoming.locked.digest.unwrap_or_else(|| tree.digest()))?;
            Ok(fs::write_tree(tree, stage)?)
        }
        Content::Merged(tree) => Ok(fs::write_tree(tree, stage)?),
        Content::Stored(digest) | Content::InPlace(digest) => Ok(store.copy_out(*digest, stage)?),
        Content::Live(folder) => {
            // The link's text must hold at its final place, not at the stage.
            fs::create_folders(skills)?;
            let text = link::text_for(folder, &fs::canonical(skills)?);
            Ok(fs::symlink(&text, stage)?)
        }
    }
}

/// Copies what stands at `path` to the backups, beside what lies there already.
pub(super) fn back_up(context: &Context<'_>, path: &Path, name: &FolderName) -> Result<(), Error> {
    if fs::standing(path)? == fs::Standing::Nothing {
        return Ok(());
    }
    let folder = backups(context);
    fs::create_folders(&folder)?;
    let mut backup = folder.join(name.as_str());
    let mut number = 1;
    while fs::standing(&backup)? != fs::Standing::Nothing {
        number += 1;
        backup = folder.join(format!("{name}.{number}"));
    }
    fs::copy_all(path, &backup)?;
    let text = format!("what stood there is kept in `{}`", backup.display());
    context.reporter.event(Event::Note { text: &text });
    Ok(())
}
