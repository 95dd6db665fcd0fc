//! Third floor: the screen. The only place that prints, asks or draws.

mod line_input;
pub(crate) mod locale;
pub(crate) mod outline;
pub(crate) mod progress;
pub(crate) mod render;
pub(crate) mod shell;
pub(crate) use crate::model::size;
pub(crate) mod style;
pub(crate) mod table;
pub(crate) mod wrap;
