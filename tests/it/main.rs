//! The only integration binary: one `mod` line a subject.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

mod add;
mod builtin;
mod cache;
mod floors;
mod generated;
mod lint;
mod new;
mod pack;
mod rules;
mod support;
