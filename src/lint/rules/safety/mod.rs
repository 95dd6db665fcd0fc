//! Rules on safety: what no skill should hold, run or hide.

mod access;
mod address;
mod command;
mod credential_file;
mod environment;
mod formats;
mod instructions;
mod placeholder;
mod secret;
mod unicode;

pub(super) use access::{DYNAMIC_EXEC, OUTSIDE_ACCESS};
pub(super) use address::{HOME_PATH, INTERNAL_ADDRESS, UNLISTED_HOST};
pub(super) use command::{BULK_DELETE, DESTRUCTIVE, PIPE_TO_SHELL};
pub(super) use credential_file::CREDENTIAL_FILE;
pub(super) use environment::{AUTH_ENV, ENV_STYLE};
pub(super) use instructions::{HIDDEN_INSTRUCTIONS, PROMPT_INJECTION};
pub(super) use secret::{CONNECTION_STRING, SECRET};
pub(super) use unicode::HIDDEN_UNICODE;
