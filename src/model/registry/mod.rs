//! What a registry says: names of packages, index lines, its configuration, and which version is chosen. The shape of
//! the files is the static sparse skill index, version 1; reading and writing them is `host/registry`'s matter.

pub(crate) mod advisory;
pub(crate) mod choose;
pub(crate) mod grant;
pub(crate) mod head;
pub(crate) mod line;
pub(crate) mod package;
pub(crate) mod settings;
