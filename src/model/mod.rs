//! Ground floor: values and text. No disk, no network, no clock, no screen.

pub(crate) mod agent;
pub(crate) mod author;
pub(crate) mod commit;
pub(crate) mod config;
pub(crate) mod credential;
pub(crate) mod digest;
pub(crate) mod event;
pub(crate) mod foreign;
pub(crate) mod frontmatter;
pub(crate) mod git_url;
pub(crate) mod locale;
pub(crate) mod lockfile;
pub(crate) mod manifest;
pub(crate) mod name;
pub(crate) mod skill;
pub(crate) mod source;
pub(crate) mod span;
pub(crate) mod template;
pub(crate) mod tokens;
pub(crate) mod tree;
pub(crate) mod visible;
