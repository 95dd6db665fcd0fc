//! `Template`: a sentence with holes, matched against what was said and filled in another language.
//!
//! In the English sentence `{}` stands for any text and `{n}` for digits. In the other one `{}` is the next hole,
//! `{0}` a certain one; with `!`, as in `{1!}`, what it caught is the program's own words and is translated too.

/// One sentence in two languages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Template {
    /// What stands between holes for any text.
    segments: Vec<Vec<Fixed>>,
    /// Bytes of words, by which the closest of several templates is known.
    pub(super) weight: usize,
    parts: Vec<Part>,
}

#[derive(Debug, PartialEq, Eq)]
enum Fixed {
    Words(String),
    Digits,
}

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    Hole { index: usize, is_ours: bool },
}

impl Template {
    /// `None` when the translation names a hole that is not there, or when a hole for digits is next to another one.
    pub(super) fn new(english: &str, other: &str) -> Option<Self> {
        let mut segments = vec![Vec::new()];
        let (mut weight, mut holes) = (0, 0);
        let mut rest = english;
        while !rest.is_empty() {
            let segment: &mut Vec<Fixed> = segments.last_mut()?;
            if let Some(after) = rest.strip_prefix("{}") {
                segments.push(Vec::new());
                (rest, holes) = (after, holes + 1);
            } else if let Some(after) = rest.strip_prefix("{n}") {
                let follows_hole = segment.is_empty() && holes > 0;
                if follows_hole || segment.last() == Some(&Fixed::Digits) {
                    return None;
                }
                segment.push(Fixed::Digits);
                (rest, holes) = (after, holes + 1);
            } else {
                let end = [rest.find("{}"), rest.find("{n}")].into_iter().flatten().min();
                let (words, after) = rest.split_at(end.unwrap_or(rest.len()));
                segment.push(Fixed::Words(words.to_owned()));
                weight += words.len();
                rest = after;
            }
        }
        let parts = parts(other);
        let is_whole = parts.iter().all(|part| !matches!(part, Part::Hole { index, .. } if *index >= holes));
        (is_whole && weight > 0).then_some(Self { segments, weight, parts })
    }

    /// What the holes caught, if the text is this sentence.
    pub(super) fn caught<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, others) = self.segments.split_first()?;
        let mut holes = Vec::new();
        let mut at = fixed(first, text, 0, &mut holes)?;
        for (index, segment) in others.iter().enumerate() {
            let is_last = index + 1 == others.len();
            let (start, end, digits) = find(segment, text, at, is_last)?;
            holes.push(&text[at..start]);
            holes.extend(digits);
            at = end;
        }
        (at == text.len()).then_some(holes)
    }

    /// The sentence in the other language; `ours` translates what is the program's own words.
    pub(super) fn filled(&self, holes: &[&str], ours: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                Part::Words(words) => out.push_str(words),
                Part::Hole { index, is_ours } => {
                    let caught = holes.get(*index).copied().unwrap_or_default();
                    if *is_ours { out.push_str(&ours(caught)) } else { out.push_str(caught) }
                }
            }
        }
        out
    }
}

/// The end of a segment that begins at a place, its digits put into `holes`.
fn fixed<'a>(segment: &[Fixed], text: &'a str, start: usize, holes: &mut Vec<&'a str>) -> Option<usize> {
    let mut at = start;
    for each in segment {
        let rest = text.get(at..)?;
        at += match each {
            Fixed::Words(words) => rest.starts_with(words.as_str()).then_some(words.len())?,
            Fixed::Digits => {
                let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                holes.push(&rest[..length]);
                (length > 0).then_some(length)?
            }
        };
    }
    Some(at)
}

/// The first place from `from` on where a segment stands, or the one at the text's end for the last segment.
fn find<'a>(
    segment: &[Fixed],
    text: &'a str,
    from: usize,
    is_last: bool,
) -> Option<(usize, usize, Vec<&'a str>)> {
    let Some(Fixed::Words(words)) = segment.first() else {
        return Some((text.len(), text.len(), Vec::new()));
    };
    text.get(from..)?.match_indices(words.as_str()).find_map(|(offset, _)| {
        let mut digits = Vec::new();
        let end = fixed(segment, text, from + offset, &mut digits)?;
        (!is_last || end == text.len()).then_some((from + offset, end, digits))
    })
}

/// A translation taken apart at its holes; other braces are words.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut rest, mut next) = (text, 0);
    while let Some(open) = rest.find('{') {
        let (words, after) = rest.split_at(open);
        let hole = after.find('}').and_then(|close| {
            let inner = &after[1..close];
            let (number, is_ours) = inner.strip_suffix('!').map_or((inner, false), |number| (number, true));
            let index = if number.is_empty() { Some(next) } else { number.parse().ok() };
            Some((index?, is_ours, close))
        });
        let Some((index, is_ours, close)) = hole else {
            parts.push(Part::Words(format!("{words}{{")));
            rest = &after[1..];
            continue;
        };
        parts.push(Part::Words(words.to_owned()));
        parts.push(Part::Hole { index, is_ours });
        next = index + 1;
        rest = &after[close + 1..];
    }
    parts.push(Part::Words(rest.to_owned()));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(english: &str, other: &str, text: &str) -> Option<String> {
        let template = Template::new(english, other)?;
        let holes = template.caught(text)?;
        Some(template.filled(&holes, str::to_uppercase))
    }

    #[test]
    fn what_holes_caught_survives_reordering() {
        let english = "`{}` is reached only through `{}`; it has {n} lines";
        let text = "`a.md` is reached only through `b {}.md`; it has 30 lines";
        assert_eq!(said(english, "{1}→{0}（{2} 行）", text).unwrap(), "b {}.md→a.md（30 行）");
        assert_eq!(said(english, "{} {} {}", text).unwrap(), "a.md b {}.md 30");
        assert_eq!(said("it is {}", "是{!}：`${X}` {", "it is a list").unwrap(), "是A LIST：`${X}` {");
    }

    #[test]
    fn a_text_is_matched_whole() {
        assert_eq!(said("{n} file", "{}", "3 files"), None);
        assert_eq!(said("{n} files", "{}", "no files"), None);
        assert_eq!(said("a {} b", "{}", "a x b y b").unwrap(), "x b y");
        assert_eq!(said("a {} b", "{}", "a x b y"), None);
        assert_eq!(said("{} and {n} more", "{0} {1}", "a and b and 12 more").unwrap(), "a and b 12");
        assert_eq!(said("{} é", "{}", "é é é").unwrap(), "é é");
        assert_eq!(said("plain", "素", "plain").unwrap(), "素");
    }

    #[test]
    fn sentences_that_cannot_be_filled_are_none() {
        assert_eq!(Template::new("{} and {}", "{2}"), None);
        assert_eq!(Template::new("{}", "{}"), None);
        assert_eq!(Template::new("a {}{n}", "{}"), None);
    }
}
