//! A line of text typed on a terminal. It may be longer than the terminal is wide: all its rows are drawn anew with each
//! key, which the question library does for the last one only.

use std::io;

use dialoguer::console::{Key, Term, measure_text_width};

use super::style;

/// A line that is being typed.
pub(super) struct LineInput<'a> {
    /// What stands before it.
    question: String,
    /// The answer of an empty line; without one it is no answer.
    default: Option<&'a str>,
    /// What is shown behind the line while it is typed.
    becomes: &'a dyn Fn(&str) -> String,
    typed: Vec<char>,
    /// Where the next character goes.
    at: usize,
    /// The row of the cursor below the first one drawn.
    row: usize,
}

impl<'a> LineInput<'a> {
    pub(super) fn new(question: &str, default: Option<&'a str>, becomes: &'a dyn Fn(&str) -> String) -> Self {
        Self { question: question.to_owned(), default, becomes, typed: Vec::new(), at: 0, row: 0 }
    }

    /// The line; `None` when the user gives up.
    pub(super) fn ask(mut self, term: &Term) -> io::Result<Option<String>> {
        loop {
            self.draw(term)?;
            match term.read_key()? {
                Key::Enter => {
                    let text: String = self.typed.iter().collect();
                    let text = match self.default {
                        Some(default) if text.is_empty() => default.to_owned(),
                        None if text.trim().is_empty() => continue,
                        _ => text,
                    };
                    (self.typed, self.default) = (text.chars().collect(), None);
                    self.at = self.typed.len();
                    self.draw(term)?;
                    // What it became stays to be read.
                    term.write_line("")?;
                    return Ok(Some(text));
                }
                Key::Escape | Key::CtrlC => {
                    self.at = self.typed.len();
                    self.draw(term)?;
                    term.write_line("")?;
                    return Ok(None);
                }
                key => self.edit(&key),
            }
        }
    }

    fn edit(&mut self, key: &Key) {
        match key {
            Key::Char(c) if !c.is_control() => {
                self.typed.insert(self.at, *c);
                self.at += 1;
            }
            Key::Backspace if self.at > 0 => {
                self.at -= 1;
                self.typed.remove(self.at);
            }
            Key::Del if self.at < self.typed.len() => {
                self.typed.remove(self.at);
            }
            Key::ArrowLeft => self.at = self.at.saturating_sub(1),
            Key::ArrowRight => self.at = (self.at + 1).min(self.typed.len()),
            Key::Home => self.at = 0,
            Key::End => self.at = self.typed.len(),
            _ => {}
        }
    }

    fn draw(&mut self, term: &Term) -> io::Result<()> {
        let room = usize::from(term.size().1).max(20);
        let text: String = self.typed.iter().collect();
        let shown = (self.becomes)(&text);
        let before = match self.default.filter(|default| !default.is_empty()) {
            Some(default) => format!("{} [{default}]: ", self.question),
            None => format!("{}: ", self.question),
        };
        let behind = if shown.is_empty() || shown == text { String::new() } else { format!("  -> {shown}") };
        let (line, end) = laid_out(&format!("{before}{text}"), room);
        let head: String = self.typed[..self.at].iter().collect();
        let (_, cursor) = laid_out(&format!("{before}{head}"), room);

        term.move_cursor_up(self.row)?;
        term.write_str("\r")?;
        term.clear_to_end_of_screen()?;
        term.write_str(&line)?;
        if !behind.is_empty() && end.1 + measure_text_width(&behind) < room {
            term.write_str(&format!("{}{behind}{:#}", style::DIM, style::DIM))?;
        }
        term.move_cursor_up(end.0 - cursor.0)?;
        term.write_str("\r")?;
        term.move_cursor_right(cursor.1)?;
        self.row = cursor.0;
        Ok(())
    }
}

/// A text with a line end wherever the terminal's row is full, and the row and column it ends in.
fn laid_out(text: &str, room: usize) -> (String, (usize, usize)) {
    let (mut out, mut row, mut column) = (String::new(), 0, 0);
    for c in text.chars() {
        let width = measure_text_width(c.encode_utf8(&mut [0; 4]));
        if column + width > room {
            out.push('\n');
            (row, column) = (row + 1, 0);
        }
        out.push(c);
        column += width;
        if column == room {
            out.push('\n');
            (row, column) = (row + 1, 0);
        }
    }
    (out, (row, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_break_where_the_terminal_is_full_and_wide_characters_stay_whole() {
        assert_eq!(laid_out("abc", 4), ("abc".to_owned(), (0, 3)));
        assert_eq!(laid_out("abcd", 4), ("abcd\n".to_owned(), (1, 0)));
        assert_eq!(laid_out("abc技x", 4), ("abc\n技x".to_owned(), (1, 3)));
        assert_eq!(laid_out("", 4), (String::new(), (0, 0)));
    }

    #[test]
    fn keys_edit_the_line() {
        let becomes = |_: &str| String::new();
        let mut line = LineInput::new("Name", None, &becomes);
        for key in [
            Key::Char('b'),
            Key::Home,
            Key::Char('技'),
            Key::ArrowRight,
            Key::Char('c'),
            Key::ArrowLeft,
            Key::Backspace,
            Key::End,
            Key::Char('d'),
            Key::Home,
            Key::Del,
        ] {
            line.edit(&key);
        }
        assert_eq!(line.typed, ['c', 'd']);
    }
}
