//! The only integration binary: one `mod` line a subject.
#![expect(clippy::disallowed_methods, reason = "tests make and read real files")]

mod floors;
mod support;
