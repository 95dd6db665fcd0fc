//! The package manager for Agent Skills. Programs that show skills to a model use [`client`]; all else is the program's
//! own.
//!
//! The house has five floors, and imports go down only (`tests/it/floors.rs` guards it):
//!
//! | floor | rooms | knows |
//! |---|---|---|
//! | roof | `cli`, `client` | the words of the command line, exit codes, hints; the library's interface |
//! | third | `ui` | the screen: statuses, prompts, progress, rendered findings |
//! | second | `ops` | whole acts: scaffold, pack, discover, resolve, install, link; they report events and never print |
//! | first | `host`, `lint` | `host`: disk, network, git, archives; `lint`: judges a skill already read |
//! | ground | `model` | values and text: names, digests, sources, frontmatter, manifest, lockfile |
//!
//! Who owns a file on disk: `model::manifest` the text of `.agents/skills.toml`, `model::lockfile` that of
//! `.agents/skills.lock`, `ops::install` the folders in `.agents/skills` and the journal in `.agents/.skill`,
//! `host::link` the entries in agents' folders, `host::store` the cache.

mod cli;
pub mod client;
mod host;
mod lint;
mod model;
mod ops;
mod ui;

use std::{ffi::OsString, process::ExitCode};

/// Runs the program with the given arguments (the first is the program's own name) and says how it ended.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    cli::main(arguments)
}
