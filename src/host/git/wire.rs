//! Pkt-lines, the frames of git's protocols: four hexadecimal digits of length, then the bytes.

use std::io::{self, Read};

use crate::model::visible;

/// The longest frame git allows, its four digits included.
const MAX_FRAME: usize = 65_520;

/// One frame.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame {
    Data(Vec<u8>),
    /// `0000`: the end of a message.
    Flush,
    /// `0001`: the end of a section.
    Delimiter,
    /// `0002`: the end of a response, on connections without state.
    ResponseEnd,
}

/// A stream that is no sequence of frames, or that ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum WireError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("expected the length of a pkt-line, found `{}`", visible::line(.0))]
    Length(String),
}

/// Reads the next frame.
pub(super) fn read(stream: &mut dyn Read) -> Result<Frame, WireError> {
    let mut digits = [0; 4];
    stream.read_exact(&mut digits)?;
    let text = std::str::from_utf8(&digits).ok().filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()));
    let length = text.and_then(|text| usize::from_str_radix(text, 16).ok());
    let wrong = || WireError::Length(String::from_utf8_lossy(&digits).into_owned());
    match length.ok_or_else(wrong)? {
        0 => Ok(Frame::Flush),
        1 => Ok(Frame::Delimiter),
        2 => Ok(Frame::ResponseEnd),
        length if (4..=MAX_FRAME).contains(&length) => {
            let mut bytes = vec![0; length - 4];
            stream.read_exact(&mut bytes)?;
            Ok(Frame::Data(bytes))
        }
        _ => Err(wrong()),
    }
}

/// A request in the making.
#[derive(Debug, Default)]
pub(super) struct Message(Vec<u8>);

impl Message {
    /// Appends a line of text; the newline is added. Lines are short: they are ours.
    pub(super) fn line(mut self, text: &str) -> Self {
        self.0.extend_from_slice(format!("{:04x}{text}\n", text.len() + 5).as_bytes());
        self
    }

    pub(super) fn delimiter(mut self) -> Self {
        self.0.extend_from_slice(b"0001");
        self
    }

    pub(super) fn flush(mut self) -> Self {
        self.0.extend_from_slice(b"0000");
        self
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A frame's text without its newline; bytes that are not UTF-8 are replaced.
pub(super) fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_suffix(b"\n").unwrap_or(bytes))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let message = Message::default().line("command=fetch").delimiter().line("done").flush();
        let mut stream = message.bytes();
        assert_eq!(stream, b"0012command=fetch\n00010009done\n0000");
        assert_eq!(read(&mut stream).unwrap(), Frame::Data(b"command=fetch\n".to_vec()));
        assert_eq!(read(&mut stream).unwrap(), Frame::Delimiter);
        assert_eq!(read(&mut stream).unwrap(), Frame::Data(b"done\n".to_vec()));
        assert_eq!(read(&mut stream).unwrap(), Frame::Flush);
        assert!(matches!(read(&mut stream), Err(WireError::Io(_))));
    }

    #[test]
    fn lengths_beyond_the_protocol_are_refused() {
        for bytes in ["fff1", "ffff", "0003", "+123", "<htm", "00 4", "\u{1}\u{2}xy"] {
            assert!(matches!(read(&mut bytes.as_bytes()), Err(WireError::Length(_))), "{bytes}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = read(&mut bytes.as_slice());
        }
    }
}
