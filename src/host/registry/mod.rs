//! Registries: where a bare name and a version requirement become a skill's files. One file a protocol.

pub(crate) mod builtin;
mod carrier;
pub(crate) mod discovery;
mod error;
mod interface;
pub(crate) mod keeper;
pub(crate) mod seal;
pub(crate) mod serve;
pub(crate) mod sparse;
pub(crate) mod tokens;
