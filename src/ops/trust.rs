//! Which project skills may reach an agent. A project's files come from other people: until this user has trusted
//! them, or installed them, they are left out of what is disclosed. The user's own skills are always trusted.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::{
    Context,
    error::Error,
    list::{self, State},
    scope::ScopeFolder,
};
use crate::{
    host::{
        dirs::Dirs,
        fs::{self, FileLock},
    },
    model::{
        agent::Scope,
        digest::Digest,
        event::Event,
        name::FolderName,
        tree::{Mode, TreeHasher, is_part_of_skill},
        trust::Trusted,
        visible,
    },
};

/// The largest file behind a link that is taken into a digest, in bytes.
const MAX_BEHIND: u64 = 10 * 1024 * 1024;
/// How many entries behind a skill's links are taken into its digest.
const MAX_ENTRIES: usize = 1000;

/// Trust that can't be read or kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrustError {
    #[error("`{}`: {why}", visible::line(&.path.to_string_lossy()))]
    Broken { path: PathBuf, why: String },
    #[error("`{}` can't be trusted: its path is not UTF-8", visible::line(&.0.to_string_lossy()))]
    NotUtf8(PathBuf),
    #[error("the skills of your home folder are your own, and always trusted")]
    Own,
    #[error("`{}` leads to more than {MAX_ENTRIES} files outside of its skill, too many to be trusted", visible::line(&.0.to_string_lossy()))]
    LeadsFar(PathBuf),
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// How a skill of a project stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// Nobody has trusted it.
    New,
    /// It is not what was trusted.
    Changed,
    /// Its files can't be read.
    Unreadable,
}

impl Doubt {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Unreadable => "unreadable",
        }
    }
}

/// What this user trusts.
#[derive(Debug)]
pub(crate) struct Trust(Trusted);

fn file(dirs: &Dirs) -> PathBuf {
    dirs.config.join("trust.toml")
}

fn read(dirs: &Dirs) -> Result<Trusted, TrustError> {
    let path = file(dirs);
    let text = fs::read_text_if_there(&path)?.unwrap_or_default();
    Trusted::parse(&text).map_err(|why| TrustError::Broken { path, why: visible::block(&why).into_owned() })
}

impl Trust {
    /// Reads `trust.toml`; an absent one trusts nothing.
    pub(crate) fn open(context: &Context<'_>) -> Result<Self, TrustError> {
        read(context.dirs).map(Self)
    }

    /// What speaks against the skill in `folder` of the project at `root`. `tree` is its tree's digest, where it is known.
    pub(crate) fn doubt(&self, root: &Path, folder: &Path, tree: Option<Digest>) -> Option<Doubt> {
        let known = key(root).ok().and_then(|root| self.0.0.get(&root));
        // What nobody trusted is not even read.
        let Some(known) = known.and_then(|skills| skills.get(&below(root, folder))) else {
            return Some(Doubt::New);
        };
        match digest(folder, tree) {
            Err(_) => Some(Doubt::Unreadable),
            Ok(found) => (*known != found).then_some(Doubt::Changed),
        }
    }

    /// All folders and their skills.
    pub(crate) fn all(&self) -> &Trusted {
        &self.0
    }
}

/// The real path of a project, as the file has it.
fn key(root: &Path) -> Result<String, TrustError> {
    let real = fs::canonical_or_ahead(root);
    real.to_str().map(str::to_owned).ok_or(TrustError::NotUtf8(real))
}

/// A skill's path below the root, with `/`.
fn below(root: &Path, folder: &Path) -> String {
    folder.strip_prefix(root).unwrap_or(folder).to_string_lossy().replace('\\', "/")
}

/// The digest of all that a skill's folder can say: its tree, and what its links to elsewhere lead to, since a tree's
/// digest holds only a link's text.
fn digest(folder: &Path, tree: Option<Digest>) -> Result<Digest, TrustError> {
    let real = fs::canonical(folder)?;
    let tree = tree.map_or_else(|| fs::hash_tree(&real), Ok)?;
    let mut links = Vec::new();
    links_below(&real, &mut links)?;
    let mut hasher = TreeHasher::default();
    hasher.add("", Mode::Regular, tree);
    let (mut is_alone, mut left) = (true, MAX_ENTRIES);
    for link in links {
        // What leads nowhere says nothing; should something come to stand there, the digest is another.
        let Ok(target) = fs::canonical(&link) else { continue };
        if !target.starts_with(&real) {
            is_alone = false;
            behind(&target, &below(&real, &link), &link, &mut left, &mut hasher)?;
        }
    }
    Ok(if is_alone { tree } else { hasher.finish() })
}

/// The links in a skill's folder, at any depth.
fn links_below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), fs::Error> {
    for (name, standing) in fs::list(folder)? {
        match standing {
            fs::Standing::Symlink => found.push(folder.join(name)),
            fs::Standing::Folder if name.to_str().is_none_or(is_part_of_skill) => {
                links_below(&folder.join(name), found)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Takes in what stands at `place`, behind a link: files, and folders with all in them. Further links count by name.
fn behind(
    place: &Path,
    path: &str,
    link: &Path,
    left: &mut usize,
    hasher: &mut TreeHasher,
) -> Result<(), TrustError> {
    *left = left.checked_sub(1).ok_or_else(|| TrustError::LeadsFar(link.to_owned()))?;
    let content = match fs::standing(place)? {
        fs::Standing::File => Digest::of(&fs::read_capped(place, MAX_BEHIND)?),
        fs::Standing::Symlink => Digest::of(fs::read_link(place)?.to_string_lossy().as_bytes()),
        fs::Standing::Folder => {
            for (name, _) in fs::list(place)? {
                let inner = format!("{path}/{}", name.to_string_lossy());
                behind(&place.join(name), &inner, link, left, hasher)?;
            }
            return Ok(());
        }
        fs::Standing::Nothing | fs::Standing::Special => Digest::of(b""),
    };
    hasher.add(path, Mode::Regular, content);
    Ok(())
}

/// Reads, changes and writes the file while no other run does.
fn change<T>(
    context: &Context<'_>,
    act: impl FnOnce(&mut Trusted) -> Result<T, TrustError>,
) -> Result<T, TrustError> {
    let (folder, path) = (&context.dirs.config, file(context.dirs));
    fs::create_folders(folder)?;
    let _lock = FileLock::on_folder(folder, || context.reporter.event(Event::Waiting { path: &path }))?;
    let before = read(context.dirs)?;
    let mut trusted = before.clone();
    let done = act(&mut trusted)?;
    if trusted != before {
        fs::write_atomic(&path, trusted.encode().as_bytes())?;
    }
    Ok(done)
}

/// One skill that is trusted now.
#[derive(Debug)]
pub(crate) struct Vouched {
    pub(crate) name: String,
    /// The project, or a folder in it that has skills of its own.
    pub(crate) root: PathBuf,
    /// Below that root, with `/`.
    pub(crate) path: String,
    pub(crate) digest: Digest,
    /// What spoke against it before.
    pub(crate) doubt: Option<Doubt>,
    pub(crate) description: String,
}

/// Trusts every usable skill of a project (its root, and folders in it that have skills of their own) as it is now, and
/// forgets those that are gone. With `dry_run` it only says what it would trust.
pub(crate) fn trust(
    context: &Context<'_>,
    folders: &[ScopeFolder],
    dry_run: bool,
) -> Result<Vec<Vouched>, Error> {
    if folders.iter().any(|folder| folder.scope == Scope::User) {
        return Err(TrustError::Own.into());
    }
    let known = Trust::open(context)?;
    let listing = list::list(context, folders.to_vec())?;
    let mut roots: BTreeMap<String, BTreeMap<String, Digest>> = BTreeMap::new();
    for folder in folders {
        roots.insert(key(&folder.root)?, BTreeMap::new());
    }
    let mut vouched = Vec::new();
    for skill in listing.skills {
        let Some(card) = &skill.card else { continue };
        if matches!(skill.state, State::Missing | State::Invalid { .. }) {
            continue;
        }
        let (path, digest) = (below(&skill.root, &skill.folder), digest(&skill.folder, None)?);
        roots.entry(key(&skill.root)?).or_default().insert(path.clone(), digest);
        vouched.push(Vouched {
            name: skill.called().to_owned(),
            doubt: known.doubt(&skill.root, &skill.folder, None),
            root: skill.root,
            path,
            digest,
            description: card.description.clone().unwrap_or_default(),
        });
    }
    if !dry_run {
        change(context, |trusted| {
            trusted.0.extend(roots);
            Ok(())
        })?;
    }
    Ok(vouched)
}

/// Takes trust from a project; gives how many skills had it, `None` when none of the folders was known.
pub(crate) fn revoke(
    context: &Context<'_>,
    folders: &[ScopeFolder],
    dry_run: bool,
) -> Result<Option<usize>, Error> {
    let roots = folders.iter().map(|folder| key(&folder.root)).collect::<Result<Vec<_>, _>>()?;
    let take = |trusted: &mut Trusted| {
        let had = roots.iter().filter_map(|root| trusted.0.remove(root));
        had.map(|skills| skills.len()).reduce(|all, more| all + more)
    };
    if dry_run {
        return Ok(take(&mut read(context.dirs)?));
    }
    Ok(change(context, |trusted| Ok(take(trusted)))?)
}

/// Trusts what an install has just written into a project, and forgets what it removed: installing is an act of trust.
/// The install itself stands, so a failure is only told. Where the digest of what was written is known (and its
/// SKILL.md is no link), the files are not read again.
pub(crate) fn record(
    context: &Context<'_>,
    folder: &ScopeFolder,
    written: &[(FolderName, Option<Digest>)],
    removed: &[FolderName],
) {
    if folder.scope == Scope::User || (written.is_empty() && removed.is_empty()) {
        return;
    }
    let place = |name: &FolderName| folder.skills().join(name.as_str());
    let recorded = key(&folder.root).and_then(|root| {
        let mut digests = Vec::new();
        for (name, known) in written {
            let found = known.map_or_else(|| digest(&place(name), None), Ok)?;
            digests.push((below(&folder.root, &place(name)), found));
        }
        change(context, |trusted| {
            if !digests.is_empty() || trusted.0.contains_key(&root) {
                let skills = trusted.0.entry(root).or_default();
                for name in removed {
                    skills.remove(&below(&folder.root, &place(name)));
                }
                skills.extend(digests);
            }
            Ok(())
        })
    });
    if let Err(error) = recorded {
        let text = format!("what was installed could not be marked as trusted: {error}");
        context.reporter.event(Event::Warning { text: &text });
    }
}
