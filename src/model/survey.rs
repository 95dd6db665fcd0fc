//! `Survey`: what a file is like, told piece by piece, for files that are never held whole.

const MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// What a file is like.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// Bytes of it.
    pub(crate) size: u64,
    /// Its first bytes, as many as were asked for.
    pub(crate) head: Vec<u8>,
    /// Line ends of the form CR LF.
    pub(crate) line_ends: u64,
    most: usize,
    /// It holds a NUL or a byte that is no UTF-8.
    is_binary: bool,
    /// The beginning of a character that the last piece was cut in.
    rest: Vec<u8>,
    ends_in_return: bool,
}

impl Survey {
    /// One that keeps so many of the first bytes.
    pub(crate) fn keeping(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// All of a file that is at hand.
    pub(crate) fn of(content: &[u8]) -> Self {
        let mut survey = Self::keeping(MARK.len());
        survey.take(content);
        survey
    }

    /// Looks at the next piece.
    pub(crate) fn take(&mut self, piece: &[u8]) {
        let wanted = self.most.saturating_sub(self.head.len()).min(piece.len());
        self.head.extend(&piece[..wanted]);
        self.size += piece.len() as u64;
        if self.is_binary || piece.is_empty() {
            return;
        }
        if self.ends_in_return && piece[0] == b'\n' {
            self.line_ends += 1;
        }
        self.ends_in_return = piece.ends_with(b"\r");
        self.line_ends += memchr::memmem::find_iter(piece, b"\r\n").count() as u64;
        self.is_binary = memchr::memchr(0, piece).is_some() || !self.goes_on_as_text(piece);
    }

    fn goes_on_as_text(&mut self, mut piece: &[u8]) -> bool {
        while !self.rest.is_empty() {
            let Some((&byte, after)) = piece.split_first() else { return true };
            self.rest.push(byte);
            piece = after;
            match std::str::from_utf8(&self.rest) {
                Ok(_) => self.rest.clear(),
                Err(error) if error.error_len().is_none() => {}
                Err(_) => return false,
            }
        }
        match std::str::from_utf8(piece) {
            Ok(_) => true,
            Err(error) if error.error_len().is_none() => {
                self.rest = piece[error.valid_up_to()..].to_vec();
                true
            }
            Err(_) => false,
        }
    }

    /// Whether it is UTF-8 without a NUL.
    pub(crate) fn is_text(&self) -> bool {
        !self.is_binary && self.rest.is_empty()
    }

    /// Whether it begins with a byte order mark.
    pub(crate) fn has_mark(&self) -> bool {
        self.head.starts_with(MARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_pieces(content: &[u8], of: usize) -> Survey {
        let mut survey = Survey::keeping(4);
        content.chunks(of).for_each(|piece| survey.take(piece));
        survey
    }

    #[test]
    fn pieces_tell_the_same_as_the_whole() {
        let text = "\u{feff}caf\u{e9} \u{6280}\r\n\r\r\n\u{1f600}\n".as_bytes();
        for of in 1..=text.len() {
            let survey = in_pieces(text, of);
            assert!(survey.is_text() && survey.has_mark(), "{of}");
            assert_eq!((survey.size, survey.line_ends), (text.len() as u64, 2), "{of}");
            assert_eq!(survey.head, text[..4], "{of}");
            assert!(!in_pieces(&text[..text.len() - 2], of).is_text(), "{of}");
            assert!(!in_pieces(&[text, b"\0"].concat(), of).is_text(), "{of}");
            assert!(!in_pieces(&[b"\xff", text].concat(), of).is_text(), "{of}");
        }
        assert!(Survey::of(b"a\r\n").is_text() && !Survey::of(b"a").has_mark());
    }
}
