//! Rules on archives. They are found by [`crate::lint::package`], which knows the archive, not by reading the folder;
//! they stand in the table so that they have pages and levels like all others.

use crate::lint::{
    Subject,
    rule::{Findings, declare_rule},
};

/// A folder alone says nothing of the archive.
fn elsewhere(_subject: &Subject<'_>, _found: &mut Findings<'_>) {}

declare_rule! {
    /// ## What it finds
    /// A file in an archive under a name by which programs keep keys and passwords: `.env`, `id_rsa`, `*.pem` …
    /// ## Why it matters
    /// Whoever gets the archive gets what it opens. `skill pack` never takes such files; other packers do.
    /// ## Example
    /// `x/.env` in a zip made by hand. Take it out and pack anew.
    PACK_CREDENTIAL = "pack-credential" {
        summary: "an archive holds a file that keeps keys or passwords",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A file with more bytes than the profile allows for one file.
    /// ## Why it matters
    /// The platform refuses the upload.
    /// ## Example
    /// A 30 MB model below `assets/` under `openai`, which takes 25 MB a file. Fetch it at run time instead.
    PACK_FILE_TOO_BIG = "pack-file-too-big" {
        summary: "a file is larger than the platform takes",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A file that the text links to or names, and that ignore rules keep out of the archive.
    /// ## Why it matters
    /// The skill works here and breaks where it is uploaded.
    /// ## Example
    /// `See [the table](data/table.csv)` while `.gitignore` has `*.csv`. Take it in with `--include
    /// data/table.csv`.
    PACK_IGNORED_BUT_REFERENCED = "pack-ignored-but-referenced" {
        summary: "the text names a file that stays out of the archive",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// Entries of an archive that are never part of a skill: `__MACOSX`, `.DS_Store`, `node_modules`, `.git` …
    /// ## Why it matters
    /// They cost room, and TeleAI refuses the upload.
    /// ## Example
    /// A zip made in the Finder. Pack it with `skill pack`.
    PACK_JUNK = "pack-junk" {
        summary: "an archive holds what is never part of a skill",
        category: Package,
        level: Warning,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A change that packing makes to a file: a byte order mark or installers' notes taken away, line ends written
    /// as LF.
    /// ## Why it matters
    /// The archive is then not just what is in the folder. `--no-transform` makes it an error.
    /// ## Example
    /// `SKILL.md` with CR LF under `teleai`. Save it with LF, or let `skill lint --fix` do it.
    PACK_LOSSY = "pack-lossy" {
        summary: "the archive differs from the working tree",
        category: Package,
        level: Note,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A second SKILL.md below the first, or beside it.
    /// ## Why it matters
    /// An archive holds one skill: uploaders refuse it, or take the wrong one.
    /// ## Example
    /// A whole plugin in one zip. Pack each skill alone: `skill pack skills/*`.
    PACK_MULTI_SKILL = "pack-multi-skill" {
        summary: "more than one SKILL.md",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A `.zip`, `.tar`, `.gz`, `.7z` … among the files.
    /// ## Why it matters
    /// Uploaders refuse archives in archives, since they can hide anything.
    /// ## Example
    /// `assets/templates.zip`. Unpack it into `assets/templates/`.
    PACK_NESTED_ARCHIVE = "pack-nested-archive" {
        summary: "an archive inside the archive",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A path with characters, a length or a depth that the profile does not take, or a type of file it refuses.
    /// ## Why it matters
    /// The platform refuses the upload, or renames the file, and then links break.
    /// ## Example
    /// `references/接口 说明.md` under `teleai`, which takes neither blanks nor Chinese characters in paths.
    PACK_PATH = "pack-path" {
        summary: "a path that the platform does not take",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A `.claude-plugin/` folder in the skill.
    /// ## Why it matters
    /// Uploaders take the archive for a plugin and refuse it as a skill.
    /// ## Example
    /// A skill at the root of a plugin. Leave the folder out: `--exclude .claude-plugin`.
    PACK_PLUGIN_MANIFEST = "pack-plugin-manifest" {
        summary: "a plugin's manifest in the archive",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// An archive whose first level is not what the platform asks for: one folder called as the skill, or SKILL.md
    /// itself.
    /// ## Why it matters
    /// The platform finds no skill in it.
    /// ## Example
    /// SKILL.md at the root under `teleai`, or one folder too many: `x-main/x/SKILL.md`.
    PACK_ROOT = "pack-root" {
        summary: "the files lie in the wrong place of the archive",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A symbolic link among the entries of an archive.
    /// ## Why it matters
    /// Platforms refuse links or store them as tiny text files. `skill pack` stores what they lead to.
    /// ## Example
    /// `x/latest.md -> v2.md` in a zip made with `zip -y`.
    PACK_SYMLINK = "pack-symlink" {
        summary: "an archive holds a symbolic link",
        category: Package,
        level: Warning,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// More bytes, packed or unpacked, than the profile allows.
    /// ## Why it matters
    /// The platform refuses the upload.
    /// ## Example
    /// 40 MB of files under `claude`, which takes 30 MB. `skill pack --list` shows the largest.
    PACK_TOO_BIG = "pack-too-big" {
        summary: "the archive is larger than the platform takes",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// Unpacked bytes over packed bytes above what the profile allows.
    /// ## Why it matters
    /// Such archives are taken for bombs.
    /// ## Example
    /// A file of a million blanks under `google`, which takes a ratio of 100.
    PACK_TOO_DENSE = "pack-too-dense" {
        summary: "the archive unpacks to far more than its size",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// More files than the profile allows.
    /// ## Why it matters
    /// The platform refuses the upload, or drops some without a word.
    /// ## Example
    /// 700 icons under `openai`, which takes 500 files.
    PACK_TOO_MANY_FILES = "pack-too-many-files" {
        summary: "more files than the platform takes",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A top-level `version` and a `version` below `metadata` that are not the same.
    /// ## Why it matters
    /// One tool reads the one, the next the other: nobody knows which version this is.
    /// ## Example
    /// `version: 1.2.0` and below `metadata:` `version: "1.1.0"`. Keep one of them.
    VERSION_CONFLICT = "version-conflict" {
        summary: "`version` and `metadata.version` disagree",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}

declare_rule! {
    /// ## What it finds
    /// A version that is no MAJOR.MINOR.PATCH or not greater than the last one that was packed or tagged.
    /// ## Why it matters
    /// A platform that keeps every version refuses one that it has already.
    /// ## Example
    /// `version: 1.2.0` again after a change. `skill pack --bump patch` makes it 1.2.1.
    VERSION_NOT_INCREASING = "version-not-increasing" {
        summary: "the version is not greater than the one before",
        category: Package,
        level: Error,
        fix: None,
        check: elsewhere,
    }
}
