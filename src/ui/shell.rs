//! `Shell`: the one object that speaks to the user. Talk goes to stderr, data to stdout; questions are asked only on a
//! terminal.

use std::{
    fmt::Display,
    io::{self, IsTerminal as _, Write as _},
};

use anstyle::Style;
use dialoguer::console::Term;
use indicatif::MultiProgress;

use super::{line_input::LineInput, render::text::Page, style, table::columns, wrap::wrapped};
use crate::model::event::Verb;

/// How much is said on stderr.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors and warnings only.
    Quiet,
    Normal,
    Verbose,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colour {
    /// As the terminal, `NO_COLOR` and `CLICOLOR_FORCE` say.
    Auto,
    Always,
    Never,
}

/// What a run may do with the user's attention.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) verbosity: Verbosity,
    pub(crate) colour: Colour,
    /// `--yes`: questions are answered yes without being asked.
    pub(crate) yes: bool,
    /// Progress bars are allowed (they are drawn on a terminal only).
    pub(crate) progress: bool,
}

/// Speaks to the user.
pub(crate) struct Shell {
    manner: Manner,
    interactive: bool,
    /// Whether data on stdout may have colours.
    colours: bool,
    talks_in_colours: bool,
    bars: MultiProgress,
}

/// The answer to a question that may not have been asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// No terminal to ask on, and no `--yes`.
    Unasked,
}

impl Shell {
    pub(crate) fn new(manner: Manner) -> Self {
        let choice = match manner.colour {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::Always,
            Colour::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let interactive = io::stdin().is_terminal() && io::stderr().is_terminal();
        let draws = manner.progress && manner.verbosity > Verbosity::Quiet && io::stderr().is_terminal();
        let target = if draws {
            indicatif::ProgressDrawTarget::stderr()
        } else {
            indicatif::ProgressDrawTarget::hidden()
        };
        let colours = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let talks_in_colours = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        Self { manner, interactive, colours, talks_in_colours, bars: MultiProgress::with_draw_target(target) }
    }

    /// Whether questions can be asked.
    pub(crate) fn is_interactive(&self) -> bool {
        self.interactive
    }

    /// Whether `--yes` answers questions.
    pub(crate) fn says_yes(&self) -> bool {
        self.manner.yes
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.manner.verbosity == Verbosity::Quiet
    }

    pub(crate) fn is_verbose(&self) -> bool {
        self.manner.verbosity == Verbosity::Verbose
    }

    /// Where progress bars live.
    pub(crate) fn bars(&self) -> &MultiProgress {
        &self.bars
    }

    /// Columns of the terminal stderr leads to; 80 when there is none.
    #[expect(clippy::unused_self, reason = "the width is the shell's to know")]
    pub(crate) fn width(&self) -> usize {
        Term::stderr().size_checked().map_or(80, |(_, columns)| usize::from(columns).max(40))
    }

    /// A text for stdout behind `before` columns, broken between words on a terminal; what is piped stays one line.
    pub(crate) fn hanging(&self, text: &str, before: usize) -> String {
        let page = self.page();
        if !page.wraps {
            return text.to_owned();
        }
        wrapped(text, page.width.saturating_sub(before)).replace('\n', &format!("\n{:before$}", ""))
    }

    /// How findings are laid out on stdout.
    pub(crate) fn page(&self) -> Page {
        Page { width: self.width(), wraps: Term::stdout().is_term() }
    }

    /// A status line: a verb in 12 columns and what it was done to.
    pub(crate) fn status(&self, verb: Verb, what: impl Display) {
        self.act(verb.as_str(), what);
    }

    /// A status line whose verb is in any language.
    pub(crate) fn act(&self, verb: &str, what: impl Display) {
        if !self.is_quiet() {
            let pad = 12_usize.saturating_sub(columns(verb));
            self.say(&format!("{}{:pad$}{verb}{:#} {what}", style::GOOD, "", style::GOOD));
        }
    }

    /// Plain talk below a status line.
    pub(crate) fn remark(&self, text: impl Display) {
        if self.manner.verbosity > Verbosity::Quiet {
            self.say(&text.to_string());
        }
    }

    /// Talk for `--verbose` only.
    pub(crate) fn detail(&self, text: impl Display) {
        if self.is_verbose() {
            self.say(&format!("{}{text}{:#}", style::DIM, style::DIM));
        }
    }

    pub(crate) fn note(&self, text: impl Display) {
        if self.manner.verbosity > Verbosity::Quiet {
            self.labelled("note", style::NOTE, text);
        }
    }

    pub(crate) fn warning(&self, text: impl Display) {
        self.labelled("warning", style::WARNING, text);
    }

    pub(crate) fn error(&self, text: impl Display) {
        self.labelled("error", style::ERROR, text);
    }

    /// The next command to type; a blank line before it is the caller's choice.
    pub(crate) fn hint(&self, text: impl Display) {
        self.labelled("hint", style::HINT, text);
    }

    /// Talk behind a label.
    pub(crate) fn labelled(&self, label: &str, style: Style, text: impl Display) {
        self.say(&format!("{style}{label}{style:#}: {text}"));
    }

    /// A line of talk; what stderr does with it is nobody's concern.
    fn say(&self, text: &str) {
        // One write a line, and no look at what stderr is: a plan may have thousands.
        let text = format!("{text}\n");
        self.bars.suspend(|| {
            let _ = if self.talks_in_colours {
                anstream::stderr().write_all(text.as_bytes())
            } else {
                let plain = anstream::adapter::strip_str(&text).to_string();
                io::stderr().lock().write_all(plain.as_bytes())
            };
        });
    }

    /// A line of data for stdout. An error means that the reader has gone.
    pub(crate) fn data(&self, text: impl Display) -> io::Result<()> {
        // One write, however many lines: pieces between colours would else be written one by one.
        let text = format!("{text}\n");
        self.bars.suspend(|| {
            if self.colours {
                anstream::stdout().write_all(text.as_bytes())
            } else {
                let plain = anstream::adapter::strip_str(&text).to_string();
                io::stdout().lock().write_all(plain.as_bytes())
            }
        })
    }

    /// Bytes of data for stdout, as they are.
    pub(crate) fn raw_data(&self, bytes: &[u8]) -> io::Result<()> {
        self.bars.suspend(|| {
            let mut out = io::stdout().lock();
            out.write_all(bytes)?;
            out.flush()
        })
    }

    /// A value as pretty JSON on stdout, with a line end.
    pub(crate) fn json(&self, value: &impl serde::Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(value).map_err(io::Error::other)?;
        text.push(b'\n');
        self.raw_data(&text)
    }

    /// Asks a yes-or-no question on a terminal; the default answer is `default`.
    pub(crate) fn confirm(&self, question: &str, default: bool) -> Answer {
        if self.manner.yes {
            return Answer::Yes;
        }
        if !self.interactive {
            return Answer::Unasked;
        }
        let asked = dialoguer::Confirm::new().with_prompt(question).default(default);
        match asked.interact_on_opt(&terminal()) {
            Ok(Some(true)) => Answer::Yes,
            Ok(Some(false) | None) => Answer::No,
            Err(_) => Answer::Unasked,
        }
    }

    /// Asks a yes-or-no question on a terminal; `None` without one or when the user gives up.
    pub(crate) fn yes_or_no(&self, question: &str, default: bool) -> Option<bool> {
        if !self.interactive {
            return None;
        }
        let asked = dialoguer::Confirm::new().with_prompt(question).default(default);
        asked.interact_on_opt(&terminal()).ok().flatten()
    }

    /// Asks for a line of text on a terminal; `None` without one or when the user gives up.
    pub(crate) fn input(&self, question: &str, default: Option<&str>) -> Option<String> {
        if !self.interactive {
            return None;
        }
        LineInput::new(question, default, &|_| String::new()).ask(&Term::stderr()).ok().flatten()
    }

    /// Asks for a line of text on a terminal without showing it; `None` without one or when the user gives up.
    pub(crate) fn secret(&self, question: &str) -> Option<String> {
        if !self.interactive {
            return None;
        }
        dialoguer::Password::new().with_prompt(question).interact().ok()
    }

    /// Asks for a line of text on a terminal and shows behind it what it becomes; `None` without a terminal or when the
    /// user gives up.
    pub(crate) fn input_with_preview(
        &self,
        question: &str,
        becomes: &dyn Fn(&str) -> String,
    ) -> Option<String> {
        if !self.interactive {
            return None;
        }
        LineInput::new(question, None, becomes).ask(&Term::stderr()).ok().flatten()
    }

    /// Asks to pick one of the items on a terminal, the one at `chosen` at first; `None` without a terminal or when the
    /// user gives up.
    pub(crate) fn pick_one(&self, question: &str, items: &[String], chosen: usize) -> Option<usize> {
        if !self.interactive {
            return None;
        }
        dialoguer::Select::new()
            .with_prompt(question)
            .items(items)
            .default(chosen)
            .interact_on_opt(&terminal())
            .ok()
            .flatten()
    }

    /// Asks to pick any of the items on a terminal, those in `chosen` ticked at first; `None` without a terminal or
    /// when the user gives up.
    pub(crate) fn pick_many(&self, question: &str, items: &[String], chosen: &[bool]) -> Option<Vec<usize>> {
        if !self.interactive {
            return None;
        }
        let term = terminal();
        let asked =
            dialoguer::MultiSelect::new().report(false).with_prompt(question).items(items).defaults(chosen);
        let picked = asked.interact_on_opt(&term).ok().flatten()?;
        // The words on keys have done their service.
        let question = question.split(" (").next().unwrap_or(question);
        let names: Vec<&str> = picked.iter().filter_map(|at| items.get(*at)).map(String::as_str).collect();
        let names = if names.is_empty() { "-".to_owned() } else { names.join(", ") };
        term.write_line(&format!("{question}: {names}")).ok()?;
        Some(picked)
    }
}

/// The terminal for questions. The library hides the cursor while it waits for a key, and the signal of Ctrl-C would
/// leave it hidden: here it stays.
#[cfg(unix)]
fn terminal() -> Term {
    Term::read_write_pair(io::stdin(), Steady(io::stderr()))
}

#[cfg(not(unix))]
fn terminal() -> Term {
    Term::stderr()
}

/// Standard error without the sequence that hides the cursor.
#[cfg(unix)]
#[derive(Debug)]
struct Steady(io::Stderr);

#[cfg(unix)]
impl io::Write for Steady {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes == b"\x1b[?25l" {
            return Ok(bytes.len());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(unix)]
impl std::os::fd::AsRawFd for Steady {
    fn as_raw_fd(&self) -> std::os::fd::RawFd {
        std::os::fd::AsRawFd::as_raw_fd(&self.0)
    }
}
