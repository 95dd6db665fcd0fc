//! The only integration binary: one `mod` line a subject.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

mod add;
mod builtin;
mod floors;
mod generated;
mod new;
mod cache;
mod floors;
mod pack;
mod support;
