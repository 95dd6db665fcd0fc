//! The only integration binary: one `mod` line a subject.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

mod add;
mod archive;
mod builtin;
mod cache;
mod consumer;
mod floors;
mod generated;
mod git;
mod install;
mod lint;
mod new;
mod new_upload;
mod pack;
mod readme;
mod refuse;
mod support;

#[path = "../archives/forge.rs"]
mod forge;
