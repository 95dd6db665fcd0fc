//! Base 64 as RFC 4648 has it, with padding: for Basic authorization and digests in headers.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text for these bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

/// The bytes of a text; `None` unless it is written exactly as [`encode`] writes them.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for digit in digits.bytes() {
        let value = DIGITS.iter().position(|other| *other == digit)?;
        bits = bits << 6 | u32::try_from(value).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 255).ok()?);
        }
    }
    (encode(&out) == text).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_pads_as_the_standard_says_and_is_read_back() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("ÿ?", "w78/")]
        {
            assert_eq!(encode(text.as_bytes()), expected);
            assert_eq!(decode(expected).as_deref(), Some(text.as_bytes()));
        }
        for wrong in ["Zg", "Zg=", "Zh==", "Z", "Zm9v=", "Zm 9v", "=Zg=", "Zm9v\n"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
