//! Rules on scripts: how they start, what they need, what they bring.

mod builtin;
mod compiled;
mod dependencies;
mod runner;
mod start;

pub(super) use compiled::{ASSET_EXECUTABLE, BINARY_DISGUISED, BYTECODE, VENDORED_DEPS, WRONG_DRAWER};
pub(super) use dependencies::SCRIPT_DEPS_UNDECLARED;
pub(super) use runner::{RUNNER_UNPINNED, SCRIPT_NO_HELP, SHELL_NO_STRICT};
pub(super) use start::{SCRIPT_INTERACTIVE, SCRIPT_NO_SHEBANG, SCRIPT_NOT_EXEC};
