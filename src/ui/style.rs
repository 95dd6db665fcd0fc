//! Colours by meaning; a text must read well without them.

use anstyle::{AnsiColor, Effects, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);
pub(crate) const HINT: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);
/// The verb of a status line.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
/// Something to type, or a name.
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default();
/// Column heads.
pub(crate) const HEADER: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
/// What matters less.
pub(crate) const DIM: Style = Style::new().effects(Effects::DIMMED);
