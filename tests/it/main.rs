//! The only integration binary: one `mod` line a subject.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

mod add;
mod archive;
mod builtin;
mod cache;
mod floors;
mod generated;
mod new;
mod pack;
mod support;

#[path = "../archives/forge.rs"]
mod forge;
