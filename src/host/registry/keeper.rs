//! A registry's folder written: one writer at a time, archives before the index that names them, every file replaced
//! whole. A writer killed anywhere leaves at most an archive that no index names.

use std::path::{Path, PathBuf};

use semver::Version;

use crate::{
    host::fs::{self, FileLock, Standing},
    model::registry::{
        line::{Index, IndexLine, LineError, MAX_INDEX},
        package::Package,
        settings::{MAX_SETTINGS, Settings, SettingsError},
    },
};

/// A registry's folder that can't be kept so.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeeperError {
    #[error("`{place}` is no registry: it has no `config.json`")]
    NoRegistry { place: String },
    #[error("`{place}` is a registry already")]
    Exists { place: String },
    #[error("`{place}`: {error}")]
    Settings { place: String, error: SettingsError },
    #[error("`{place}`: {error}")]
    Index { place: String, error: LineError },
    #[error("`{place}` holds lines that only a newer `skill` understands")]
    Newer { place: String },
    #[error("version {version} of `{package}` is published already, and a published version never changes")]
    Published { package: Package, version: Version },
    #[error(
        "version {version} of `{package}` is not higher than {newest}, and this registry wants rising versions"
    )]
    NotRising { package: Package, version: Version, newest: Version },
    #[error("`{package}` reads like `{other}`, which is in the registry already")]
    Alike { package: Package, other: Package },
    #[error("the registry has no package `{package}`")]
    NoPackage { package: Package },
    #[error("the registry has no version {version} of `{package}`")]
    NoVersion { package: Package, version: Version },
    #[error(transparent)]
    Files(#[from] fs::Error),
}

/// Whether a folder is a registry.
pub(crate) fn is_registry(folder: &Path) -> bool {
    fs::is_file(&folder.join("config.json"))
}

/// A registry's folder, opened for reading.
#[derive(Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    settings: Settings,
}

/// A registry's folder while nobody else writes to it.
#[derive(Debug)]
pub(crate) struct Keeper {
    shelf: Shelf,
    _lock: FileLock,
}

impl std::ops::Deref for Keeper {
    type Target = Shelf;

    fn deref(&self) -> &Shelf {
        &self.shelf
    }
}

impl Shelf {
    /// Opens a registry's folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, KeeperError> {
        let file = folder.join("config.json");
        if !fs::is_file(&file) {
            return Err(KeeperError::NoRegistry { place: shown(folder) });
        }
        let bytes = fs::read_capped(&file, MAX_SETTINGS)?;
        let settings =
            Settings::decode(&bytes).map_err(|error| KeeperError::Settings { place: shown(&file), error })?;
        Ok(Self { folder: folder.to_owned(), settings })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The versions of a package; none where the registry does not have it.
    pub(crate) fn index(&self, package: &Package) -> Result<Index, KeeperError> {
        let file = self.folder.join(package.index_path());
        if fs::standing_followed(&file)? == Standing::Nothing {
            return Ok(Index::default());
        }
        let bytes = fs::read_capped(&file, MAX_INDEX)?;
        Index::decode(&bytes, package).map_err(|error| KeeperError::Index { place: shown(&file), error })
    }

    /// All packages, sorted, with paths below `index/` that belong to none.
    pub(crate) fn packages(&self) -> Result<(Vec<Package>, Vec<String>), KeeperError> {
        let (mut packages, mut strays) = (Vec::new(), Vec::new());
        for path in self.files("index")? {
            match Package::of_index_path(&path) {
                Some(package) => packages.push(package),
                None => strays.push(path),
            }
        }
        packages.sort();
        Ok((packages, strays))
    }

    /// The paths of all files below a folder of the registry, sorted; links are files.
    pub(crate) fn files(&self, below: &str) -> Result<Vec<String>, KeeperError> {
        let mut found = Vec::new();
        let mut ahead = vec![below.to_owned()];
        while let Some(folder) = ahead.pop() {
            for (name, kind) in fs::list_if_there(&self.folder.join(&folder))? {
                let path = format!("{folder}/{}", name.to_string_lossy());
                match kind {
                    Standing::Folder => ahead.push(path),
                    _ => found.push(path),
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Where the archive of a version lies in this folder; `None` where the settings put archives elsewhere.
    pub(crate) fn archive(&self, line: &IndexLine) -> Option<PathBuf> {
        let place = self.settings.archive(&line.name, &line.version, &line.archive.hex());
        let is_inside = !place.contains("://") && place.split(['/', '\\']).all(|part| part != "..");
        is_inside.then(|| self.folder.join(place))
    }
}

impl Keeper {
    /// Makes a registry in a folder, which may have other files.
    pub(crate) fn create(
        folder: &Path,
        settings: Settings,
        waiting: impl FnOnce(),
    ) -> Result<Self, KeeperError> {
        fs::create_folders(folder)?;
        let lock = FileLock::on_folder(folder, waiting)?;
        if is_registry(folder) {
            return Err(KeeperError::Exists { place: shown(folder) });
        }
        fs::create_folders(&folder.join("index"))?;
        fs::create_folders(&folder.join("dl"))?;
        fs::write_atomic(&folder.join("config.json"), settings.encode().as_bytes())?;
        Ok(Self { shelf: Shelf { folder: folder.to_owned(), settings }, _lock: lock })
    }

    /// Opens a registry to change it; `waiting` is called while another process does.
    pub(crate) fn open(folder: &Path, waiting: impl FnOnce()) -> Result<Self, KeeperError> {
        if !is_registry(folder) {
            return Err(KeeperError::NoRegistry { place: shown(folder) });
        }
        let lock = FileLock::on_folder(folder, waiting)?;
        Ok(Self { shelf: Shelf::open(folder)?, _lock: lock })
    }

    /// Whether this version may be published here.
    pub(crate) fn allows(&self, package: &Package, version: &Version) -> Result<(), KeeperError> {
        let index = self.index(package)?;
        if index.version(version).is_some() {
            return Err(KeeperError::Published { package: package.clone(), version: version.clone() });
        }
        let newest = index.lines.iter().map(|line| &line.version).max();
        if let Some(newest) = newest.filter(|newest| self.settings().rising && *newest >= version) {
            return Err(KeeperError::NotRising {
                package: package.clone(),
                version: version.clone(),
                newest: newest.clone(),
            });
        }
        if index.lines.is_empty() {
            let folded = package.folded();
            let (packages, _) = self.packages()?;
            if let Some(other) =
                packages.into_iter().find(|other| other != package && other.folded() == folded)
            {
                return Err(KeeperError::Alike { package: package.clone(), other });
            }
        }
        Ok(())
    }

    /// Publishes a version: its archive first, then its line. An archive that a killed run left is written over.
    pub(crate) fn publish(&self, line: IndexLine, archive: &[u8]) -> Result<(), KeeperError> {
        self.allows(&line.name, &line.version)?;
        if let Some(place) = self.archive(&line) {
            fs::write_atomic(&place, archive)?;
        }
        let package = line.name.clone();
        let mut index = self.index(&package)?;
        index.lines.push(line);
        self.save(&package, &index)
    }

    /// Changes what may change of a version: whether it is yanked, and its status. `change` says whether it did.
    pub(crate) fn mark(
        &self,
        package: &Package,
        version: &Version,
        change: impl FnOnce(&mut IndexLine) -> bool,
    ) -> Result<bool, KeeperError> {
        let mut index = self.index(package)?;
        if index.lines.is_empty() {
            return Err(KeeperError::NoPackage { package: package.clone() });
        }
        let absent = || KeeperError::NoVersion { package: package.clone(), version: version.clone() };
        let changed = change(index.version_mut(version).ok_or_else(absent)?);
        if changed {
            self.save(package, &index)?;
        }
        Ok(changed)
    }

    fn save(&self, package: &Package, index: &Index) -> Result<(), KeeperError> {
        let file = self.folder().join(package.index_path());
        if index.newer > 0 {
            return Err(KeeperError::Newer { place: shown(&file) });
        }
        fs::write_atomic(&file, index.encode().as_bytes())?;
        Ok(())
    }

    /// Writes a derived file; says whether it changed.
    pub(crate) fn derive(&self, path: &str, bytes: &[u8]) -> Result<bool, KeeperError> {
        Ok(fs::write_atomic(&self.folder().join(path), bytes)?)
    }
}

fn shown(path: &Path) -> String {
    crate::model::visible::line(&path.to_string_lossy()).into_owned()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make and read real files")]
mod tests {
    use super::*;
    use crate::model::digest::Digest;

    fn line(name: &str, version: &str) -> IndexLine {
        let published = "2026-11-30T19:55:00Z".parse().unwrap();
        let digest = Digest::of(version.as_bytes());
        IndexLine::new(name.parse().unwrap(), Version::parse(version).unwrap(), digest, digest, 3, published)
    }

    fn made() -> (tempfile::TempDir, Keeper) {
        let folder = tempfile::tempdir().unwrap();
        let keeper = Keeper::create(folder.path(), Settings::new("test"), || ()).unwrap();
        (folder, keeper)
    }

    #[test]
    fn what_is_published_is_listed_and_never_published_again() {
        let (folder, keeper) = made();
        keeper.publish(line("@t/x", "1.0.0"), b"one").unwrap();
        keeper.publish(line("@t/x", "1.1.0"), b"two").unwrap();
        assert_eq!(keeper.packages().unwrap().0, ["@t/x".parse().unwrap()]);
        assert_eq!(std::fs::read(folder.path().join("dl/@t/x/1.0.0/x-1.0.0.tar.gz")).unwrap(), b"one");
        let again = keeper.publish(line("@t/x", "1.1.0+build"), b"three").unwrap_err();
        assert!(matches!(again, KeeperError::Published { .. }), "{again}");
        assert_eq!(keeper.index(&"@t/x".parse().unwrap()).unwrap().lines.len(), 2);
    }

    #[test]
    fn names_that_read_alike_and_falling_versions_are_refused() {
        let (folder, keeper) = made();
        keeper.publish(line("my-skill", "1.0.0"), b"one").unwrap();
        assert!(matches!(keeper.publish(line("myskill", "1.0.0"), b"x"), Err(KeeperError::Alike { .. })));
        keeper.publish(line("my-skill", "0.9.0"), b"x").unwrap();
        drop(keeper);
        let text = "{\"v\":1,\"name\":\"test\",\"rising\":true}";
        std::fs::write(folder.path().join("config.json"), text).unwrap();
        let keeper = Keeper::open(folder.path(), || ()).unwrap();
        assert!(matches!(
            keeper.publish(line("my-skill", "0.9.5"), b"x"),
            Err(KeeperError::NotRising { .. })
        ));
    }

    #[test]
    fn lines_of_a_newer_program_are_never_lost() {
        let (folder, keeper) = made();
        keeper.publish(line("hello", "1.0.0"), b"one").unwrap();
        let file = folder.path().join("index/he/ll/hello.jsonl");
        let text = std::fs::read_to_string(&file).unwrap() + "{\"v\":2}\n";
        std::fs::write(&file, &text).unwrap();
        let yank = keeper.mark(&"hello".parse().unwrap(), &Version::new(1, 0, 0), |line| {
            line.yanked = Some("broken".to_owned());
            true
        });
        assert!(matches!(yank, Err(KeeperError::Newer { .. })));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
}
