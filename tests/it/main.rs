//! The only integration binary: one `mod` line a subject.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

mod add;
mod archive;
mod audit;
mod builtin;
mod cache;
mod connections;
mod consumer;
mod corpus;
mod crash;
mod crowd;
mod discovery;
mod floors;
mod generated;
mod git;
mod hostile;
mod import;
mod install;
mod lint;
mod lint_cache;
mod lint_control;
mod lint_output;
mod locale;
mod mend;
mod merge;
mod month;
mod new;
mod new_upload;
mod pack;
mod pack_check;
mod pack_corpus;
mod pack_platform;
mod pack_profiles;
mod pack_version;
mod platforms;
mod prompt;
mod readme;
mod refuse;
mod registry;
mod requires;
mod rules;
mod schemas;
mod serve;
mod show;
mod support;
mod trust;

#[path = "../archives/forge.rs"]
mod forge;
