//! The registry inside the binary (`builtin:NAME`): starter skills of our own, compiled in from `templates/builtin`.
//! It needs no network and no cache, and has one version of each skill.

use semver::{Version, VersionReq};

use crate::model::tree::{Mode, Tree, TreeFile};

/// One skill that the binary carries. Name, version and description are those of its `SKILL.md`.
#[derive(Debug)]
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    /// `MAJOR.MINOR.PATCH`, the `metadata.version` of the skill.
    pub(crate) version: &'static str,
    pub(crate) description: &'static str,
    files: &'static [File],
}

#[derive(Debug)]
struct File {
    path: &'static str,
    mode: Mode,
    content: &'static [u8],
}

impl Builtin {
    /// How many files have the executable bit.
    pub(crate) fn executables(&self) -> usize {
        self.files.iter().filter(|file| file.mode == Mode::Executable).count()
    }

    /// The files as they are installed.
    pub(crate) fn tree(&self) -> Tree {
        let files = self.files.iter().map(|file| TreeFile {
            path: file.path.to_owned(),
            mode: file.mode,
            content: file.content.to_vec(),
        });
        Tree::new(files.collect())
    }
}

/// Why a name leads to no built-in skill.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BuiltinError {
    #[error("no built-in skill is called `{}`; there are {}", crate::model::visible::line(.name), names())]
    Unknown { name: String },
    #[error("built-in skill `{name}` has version {available} only, which `{requirement}` does not allow")]
    Version { name: &'static str, available: &'static str, requirement: String },
}

/// All built-in skills, sorted by name.
pub(crate) fn skills() -> &'static [Builtin] {
    SKILLS
}

/// The names of all, for a message.
fn names() -> String {
    skills().iter().map(|skill| format!("`{}`", skill.name)).collect::<Vec<_>>().join(", ")
}

/// The built-in skill of this name whose version the requirement allows.
pub(crate) fn find(name: &str, requirement: Option<&VersionReq>) -> Result<&'static Builtin, BuiltinError> {
    let Some(skill) = SKILLS.iter().find(|skill| skill.name == name) else {
        return Err(BuiltinError::Unknown { name: name.to_owned() });
    };
    let allows = |requirement: &VersionReq| {
        Version::parse(skill.version).is_ok_and(|version| requirement.matches(&version))
    };
    match requirement {
        Some(requirement) if !allows(requirement) => Err(BuiltinError::Version {
            name: skill.name,
            available: skill.version,
            requirement: requirement.to_string(),
        }),
        Some(_) | None => Ok(skill),
    }
}

/// A table entry: each file is named once, with the mode it is installed with.
macro_rules! builtin {
    ($name:literal $version:literal $description:literal { $($mode:ident $path:literal)* }) => {
        Builtin {
            name: $name,
            version: $version,
            description: $description,
            files: &[$(File {
                path: $path,
                mode: Mode::$mode,
                content: include_bytes!(concat!("../../../templates/builtin/", $name, "/", $path)),
            }),*],
        }
    };
}

static SKILLS: &[Builtin] = &[
    builtin! {
        "release-notes" "1.0.0"
        "Write release notes or a changelog entry from a git repository's history: collects the commits since the last tag, sorts them and words them for users. Use when asked for release notes, a changelog, \"what changed since the last version\" or an announcement of a release. Not for tagging or publishing."
        {
            Regular "SKILL.md"
            Regular "references/style.md"
            Executable "scripts/collect.py"
        }
    },
    builtin! {
        "review-changes" "1.0.0"
        "Review the uncommitted or branch changes of a git repository before they are committed or merged: correctness, tests, leftovers, secrets, scope. Use when asked to review a diff, check changes before a commit or pull request, or answer whether something is ready to merge. Not for reviewing a whole code base."
        {
            Regular "SKILL.md"
            Regular "references/questions.md"
            Executable "scripts/survey.sh"
        }
    },
    builtin! {
        "write-a-skill" "1.0.0"
        "Write, improve or split an Agent Skill: scope, name, description, steps, scripts, references. Use when someone wants to make a skill, turn a prompt or a repeated task into one, or when a skill is not picked up, is picked up for the wrong requests, or has grown too long."
        {
            Regular "SKILL.md"
            Regular "references/description.md"
            Regular "references/fields.md"
        }
    },
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{
        host::{
            assemble::{Limits, assemble},
            fs::{Disk, list},
        },
        model::{frontmatter::Frontmatter, name::SkillName},
    };

    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/builtin")
    }

    #[test]
    fn the_table_names_every_file_of_the_folder_with_its_mode() {
        let folders: Vec<_> = list(&folder()).unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(folders, SKILLS.iter().map(|skill| skill.name).collect::<Vec<_>>());
        for skill in SKILLS {
            let disk = Disk::new(&folder().join(skill.name));
            let read = assemble(&disk, "", &[], Limits::default()).unwrap();
            let paths = |tree: &Tree| tree.files().iter().map(|file| file.path.clone()).collect::<Vec<_>>();
            assert_eq!(paths(&read.tree), paths(&skill.tree()));
            if cfg!(unix) {
                assert_eq!(read.tree, skill.tree(), "{}", skill.name);
            }
        }
    }

    #[test]
    fn the_table_says_what_the_frontmatter_says() {
        for skill in SKILLS {
            let tree = skill.tree();
            let text = std::str::from_utf8(&tree.file("SKILL.md").unwrap().content).unwrap();
            let quoted = skill.description.replace('"', "\\\"");
            let head = format!("---\nname: {}\ndescription: \"{quoted}\"\n", skill.name);
            assert!(text.starts_with(&head), "{}", skill.name);
            assert!(text.contains(&format!("\n  version: \"{}\"\n", skill.version)), "{}", skill.name);
            assert!(skill.description.chars().count() <= 1024);
            let read = Frontmatter::parse(text);
            assert_eq!((read.faults.len(), read.exotics.len()), (0, 0), "{}", skill.name);
            assert_eq!(read.text("description"), Some(skill.description));
            assert!(text.lines().count() < 500);
            assert!(skill.name.parse::<SkillName>().is_ok());
            assert!(Version::parse(skill.version).is_ok());
        }
    }

    #[test]
    fn a_requirement_narrows_and_a_miss_says_what_there_is() {
        let requirement = |text: &str| VersionReq::parse(text).unwrap();
        assert_eq!(find("write-a-skill", None).unwrap().name, "write-a-skill");
        assert!(find("write-a-skill", Some(&requirement("^1"))).is_ok());
        assert_eq!(
            find("write-a-skill", Some(&requirement("^2"))).unwrap_err().to_string(),
            "built-in skill `write-a-skill` has version 1.0.0 only, which `^2` does not allow"
        );
        assert_eq!(
            find("nope", None).unwrap_err().to_string(),
            "no built-in skill is called `nope`; there are `release-notes`, `review-changes`, `write-a-skill`"
        );
    }
}
