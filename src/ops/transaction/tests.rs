//! Every state in which a killed run can leave a scope, and what mending makes of it.
#![expect(clippy::disallowed_methods, reason = "tests make real files")]

use std::fs as disk;

use super::*;
use crate::model::agent::Scope;

/// A scope midway through a run that adds `add`, changes `change` and removes `gone`.
struct Scene {
    _root: tempfile::TempDir,
    folder: ScopeFolder,
    journal: Journal,
}

fn skill(at: &Path, text: &str) {
    disk::create_dir_all(at).unwrap();
    for file in ["SKILL.md", "notes.md"] {
        disk::write(at.join(file), text).unwrap();
    }
}

fn skill_print(text: &str) -> String {
    let root = tempfile::tempdir().unwrap();
    skill(root.path(), text);
    fingerprint(root.path()).unwrap()
}

impl Scene {
    fn new(add: char, change: char, gone: char, texts: (bool, bool)) -> Self {
        let root = tempfile::tempdir().unwrap();
        let folder = ScopeFolder { scope: Scope::Project, root: root.path().to_owned() };
        let target = |name: &str| folder.skills().join(name);
        for name in ["add", "change", "gone"] {
            disk::create_dir_all(own_stage(&folder, name)).unwrap();
        }
        match add {
            'S' => skill(&staged(&folder, "add"), "new"),
            'P' => skill(&target("add"), "new"),
            _ => {}
        }
        let (place, stage, aside_) = match change {
            // Staged; exchanged; moved aside; moved aside and placed; the stage was lost.
            'S' => (Some("old"), Some("new"), None),
            'X' => (Some("new"), Some("old"), None),
            'A' => (None, Some("new"), Some("old")),
            'B' => (Some("new"), None, Some("old")),
            _ => (Some("old"), None, None),
        };
        let places = [
            (target("change"), place),
            (staged(&folder, "change"), stage),
            (aside(&folder, "change"), aside_),
        ];
        for (path, text) in places {
            if let Some(text) = text {
                skill(&path, text);
            }
        }
        match gone {
            'H' => skill(&target("gone"), "old"),
            'A' => skill(&aside(&folder, "gone"), "old"),
            // Copied aside, and killed while the original was removed.
            _ => {
                skill(&aside(&folder, "gone"), "old");
                skill(&target("gone"), "old");
                disk::remove_file(target("gone").join("notes.md")).unwrap();
            }
        }
        disk::write(folder.lockfile(), if texts.0 { "new" } else { "old" }).unwrap();
        if texts.1 {
            disk::write(folder.manifest(), "new").unwrap();
        }
        let (old, new) = (skill_print("old"), skill_print("new"));
        let entry = |name: &str, old: &str, new: &str| Entry {
            name: name.to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        let journal = Journal {
            version: 1,
            folders: vec![
                entry("add", NOTHING, &new),
                entry("change", &old, &new),
                entry("gone", &old, NOTHING),
            ],
            lockfile: Some(Text { old: Some("old".to_owned()), new: "new".to_owned() }),
            manifest: Some(Text { old: None, new: "new".to_owned() }),
        };
        Self { _root: root, folder, journal }
    }

    /// The fingerprints of the three folders, and the two texts.
    fn state(&self) -> (Vec<String>, Option<String>, Option<String>) {
        let print = |name: &str| fingerprint(&self.folder.skills().join(name)).unwrap();
        let text = |path: PathBuf| fs::read_text_if_there(&path).unwrap();
        let prints = ["add", "change", "gone"].map(print).to_vec();
        (prints, text(self.folder.lockfile()), text(self.folder.manifest()))
    }
}

#[test]
fn whatever_moment_a_run_is_killed_at_the_old_state_or_the_new_one_stands() {
    let (old, new) = (skill_print("old"), skill_print("new"));
    let nothing = || NOTHING.to_owned();
    let before = (vec![nothing(), old.clone(), old.clone()], Some("old".to_owned()), None::<String>);
    let after = (vec![new.clone(), new.clone(), nothing()], Some("new".to_owned()), Some("new".to_owned()));
    for add in ['S', 'P', 'L'] {
        for change in ['S', 'X', 'A', 'B', 'L'] {
            for gone in ['H', 'A', 'C'] {
                for texts in [(false, false), (true, false), (false, true), (true, true)] {
                    let scene = Scene::new(add, change, gone, texts);
                    let (_, left) = mend(&scene.folder, &scene.journal).unwrap();
                    forget(&scene.folder).unwrap();
                    let lost = add == 'L' || change == 'L';
                    let expected = if lost { &before } else { &after };
                    let moment = format!("add {add}, change {change}, gone {gone}, texts {texts:?}");
                    assert_eq!(&scene.state(), expected, "{moment}");
                    assert_eq!(left, Vec::<PathBuf>::new(), "{moment}");
                    assert!(!scene.folder.work().exists(), "{moment}");
                }
            }
        }
    }
}

#[test]
fn mending_twice_is_mending_once() {
    for change in ['S', 'X', 'A', 'B', 'L'] {
        let scene = Scene::new('S', change, 'H', (false, false));
        mend(&scene.folder, &scene.journal).unwrap();
        let once = scene.state();
        // Killed again before the journal was removed.
        mend(&scene.folder, &scene.journal).unwrap();
        assert_eq!(scene.state(), once, "{change}");
    }
}

#[test]
fn what_somebody_changed_after_the_kill_is_left_and_named() {
    for add in ['S', 'L'] {
        let scene = Scene::new(add, 'X', 'H', (false, false));
        let changed = scene.folder.skills().join("change");
        disk::write(changed.join("SKILL.md"), "edited since").unwrap();
        disk::write(scene.folder.manifest(), "edited since").unwrap();
        let (_, left) = mend(&scene.folder, &scene.journal).unwrap();
        assert_eq!(left, [changed.clone(), scene.folder.manifest()], "{add}");
        assert_eq!(disk::read_to_string(changed.join("SKILL.md")).unwrap(), "edited since");
        assert_eq!(disk::read_to_string(scene.folder.manifest()).unwrap(), "edited since");
    }
}

#[test]
fn a_skill_named_like_anothers_leftover_is_staged_apart() {
    let root = tempfile::tempdir().unwrap();
    let folder = ScopeFolder { scope: Scope::Project, root: root.path().to_owned() };
    let mut transaction = Transaction::begin(&folder).unwrap();
    skill(&folder.skills().join("a"), "old");
    for name in ["a", "a.old", "new", "new.old"] {
        let name: FolderName = name.parse().unwrap();
        skill(&transaction.stage(&name).unwrap(), name.as_str());
        transaction.staged(&name, None).unwrap();
    }
    transaction.commit(None, None).unwrap();
    for name in ["a", "a.old", "new", "new.old"] {
        assert_eq!(disk::read_to_string(folder.skills().join(name).join("SKILL.md")).unwrap(), name);
    }
    assert!(!folder.work().exists());
}

/// A scope with a folder beside it, and a journal that names `name` and was not written by us.
fn brought(name: &str) -> (tempfile::TempDir, ScopeFolder, Journal) {
    let root = tempfile::tempdir().unwrap();
    let folder = ScopeFolder { scope: Scope::Project, root: root.path().join("project") };
    skill(&root.path().join("beside"), "precious");
    disk::create_dir_all(folder.work().join(STAGE)).unwrap();
    let entry = Entry { name: name.to_owned(), old: skill_print("precious"), new: NOTHING.to_owned() };
    (root, folder, Journal { version: 1, folders: vec![entry], lockfile: None, manifest: None })
}

#[test]
fn a_journal_that_names_a_path_is_not_followed() {
    for name in ["../../../beside", "..", ".", "", "/beside", "a/b", "..\\beside"] {
        let (root, folder, journal) = brought(name);
        assert!(matches!(check_trust(&folder, &journal), Err(JournalError::Unreadable { .. })), "{name}");
        assert!(root.path().join("beside/SKILL.md").is_file(), "{name}");
    }
    let (_root, folder, journal) = brought("fine");
    check_trust(&folder, &journal).unwrap();
}

#[cfg(unix)]
#[test]
fn work_folders_that_are_links_are_refused_and_what_they_lead_to_stays() {
    let links: [fn(&ScopeFolder) -> PathBuf; 3] =
        [|folder| folder.work(), |folder| folder.work().join(STAGE), |folder| own_stage(folder, "fine")];
    for link in links {
        let (root, folder, journal) = brought("fine");
        let beside = root.path().join("beside");
        let link = link(&folder);
        fs::remove_all(&link).unwrap();
        std::os::unix::fs::symlink(&beside, &link).unwrap();
        let refused = if link == folder.work() {
            Transaction::begin(&folder).map(|_| ())
        } else {
            check_trust(&folder, &journal)
        };
        assert!(matches!(refused, Err(JournalError::NotOurs { .. })), "{}", link.display());
        assert_eq!(disk::read_dir(&beside).unwrap().count(), 2, "{}", link.display());
    }
}
