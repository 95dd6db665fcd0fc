//! First floor: the outside world, one adapter a file. Imports `model` only.

pub(crate) mod archive;
pub(crate) mod assemble;
pub(crate) mod clock;
pub(crate) mod credentials;
pub(crate) mod dirs;
pub(crate) mod fs;
pub(crate) mod git;
pub(crate) mod http;
pub(crate) mod link;
pub(crate) mod registry;
pub(crate) mod repository;
pub(crate) mod store;
