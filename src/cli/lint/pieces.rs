//! A report gathered skill by skill: what gets long waits in a nameless file, so that memory holds little of it however
//! many skills there are.

use std::{
    io::{Read as _, Write as _},
    path::Path,
};

use serde::Serialize;

use crate::{
    cli::error::{CliError, ExitStatus},
    host::fs::{self, Spill},
};

/// Bytes that are held in memory, at most.
const HELD: usize = 256 * 1024;

/// The pieces of one report, in order.
#[derive(Default)]
pub(super) struct Pieces {
    held: Vec<u8>,
    spill: Option<Spill>,
    /// Elements of a list that were added.
    count: usize,
    /// What went wrong first; told at the end.
    failed: Option<CliError>,
}

impl Pieces {
    pub(super) fn add(&mut self, text: &str) {
        self.held.extend_from_slice(text.as_bytes());
        if self.held.len() > HELD && self.failed.is_none() {
            self.failed = self.put_aside().err();
        }
    }

    /// Adds an element of a JSON list whose elements stand `indent` blanks from the left.
    pub(super) fn add_element(&mut self, value: &impl Serialize, indent: usize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => {
                let margin = format!("\n{:indent$}", "");
                let comma = if self.count > 0 { "," } else { "" };
                self.count += 1;
                // Line ends inside of JSON's texts are escaped: each is one between them.
                self.add(&format!("{comma}{margin}{}", text.replace('\n', &margin)));
            }
            Err(error) => self.failed = self.failed.take().or_else(|| Some(no_json(&error))),
        }
    }

    fn put_aside(&mut self) -> Result<(), CliError> {
        let spill = match &mut self.spill {
            Some(spill) => spill,
            None => self.spill.insert(Spill::aside()?),
        };
        spill.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }

    /// The list of elements in the place of the first empty list behind `key` (none: the text is the list itself), which
    /// stands `indent` blanks from the left: what comes before the elements, and what comes after.
    pub(super) fn around<'a>(&self, text: &'a str, key: &str, indent: usize) -> (&'a str, String) {
        let empty = format!("{key}[]");
        match text.find(&empty).filter(|_| self.count > 0) {
            Some(at) => {
                let inside = at + empty.len() - 1;
                (&text[..inside], format!("\n{:indent$}{}", "", &text[inside..]))
            }
            None => (text, String::new()),
        }
    }

    /// Hands all pieces over between what comes first and what comes last.
    pub(super) fn show(
        &mut self,
        (first, last): (&str, &str),
        each: &mut dyn FnMut(&[u8]) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        // Few writes: most reports are one.
        let mut buffer = first.as_bytes().to_vec();
        if let Some(spill) = &self.spill {
            each(&buffer)?;
            buffer.clear();
            let mut part = spill.part(0..spill.end());
            let mut bytes = vec![0; HELD];
            loop {
                match part.read(&mut bytes)? {
                    0 => break,
                    count => each(&bytes[..count])?,
                }
            }
        }
        buffer.extend_from_slice(&self.held);
        buffer.extend_from_slice(last.as_bytes());
        if buffer.is_empty() { Ok(()) } else { each(&buffer) }
    }

    /// Writes all of it to a file, whole or not at all.
    pub(super) fn write(&mut self, around: (&str, &str), file: &Path) -> Result<(), CliError> {
        if self.spill.is_none() {
            let mut all = Vec::new();
            self.show(around, &mut |bytes| {
                all.extend_from_slice(bytes);
                Ok(())
            })?;
            fs::write_atomic(file, &all)?;
            return Ok(());
        }
        let mut whole = Spill::near(file)?;
        self.show(around, &mut |bytes| Ok(whole.write_all(bytes)?))?;
        whole.write_to(0..whole.end(), file)?;
        Ok(())
    }
}

/// Values that can't be written as JSON.
pub(super) fn no_json(error: &serde_json::Error) -> CliError {
    CliError::new(ExitStatus::Incomplete, format_args!("cannot write JSON: {error}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn all(pieces: &mut Pieces, around: (&str, &str)) -> String {
        let mut out = Vec::new();
        pieces
            .show(around, &mut |bytes| {
                out.extend_from_slice(bytes);
                Ok(())
            })
            .unwrap_or_else(|_| panic!("no error"));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_list_in_pieces_is_written_as_the_whole_would_be() {
        for count in [0, 1, 3, 9_000] {
            let values: Vec<_> = (0..count).map(|n| json!({ "n": n, "text": "a\n[]", "none": [] })).collect();
            let mut pieces = Pieces::default();
            for value in &values {
                pieces.add_element(value, 4);
            }
            assert_eq!(pieces.spill.is_some(), count > 3_000);
            let frame =
                serde_json::to_string_pretty(&json!({ "a": "\"list\": []", "list": [], "z": 1 })).unwrap();
            let (first, last) = pieces.around(&frame, "\n  \"list\": ", 2);
            let whole = serde_json::to_string_pretty(&json!({ "a": "\"list\": []", "list": values, "z": 1 }));
            assert_eq!(all(&mut pieces, (first, &last)), whole.unwrap());
        }
    }
}
