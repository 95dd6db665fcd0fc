//! Rules on the pieces of descriptions by which StablEdge finds skills for a request.

use crate::{
    lint::{
        Subject, contest,
        rule::{Findings, declare_rule},
    },
    model::matching,
};

/// Pieces that a message names.
const NAMED: usize = 5;

declare_rule! {
    /// ## What it finds
    /// A piece of the description, between blanks and signs, that stands in many requests whatever they are about.
    /// ## Why it matters
    /// StablEdge takes a skill as soon as one piece (2 characters or more) stands in the user's message, even inside of
    /// a longer word: with `the` or 「帮我」 the skill matches nearly everything. `skill match` shows it. An English
    /// sentence can't do without such words, and they stand in English requests only: where all are English, it is a note.
    /// ## Example
    /// `description: Use it for the PDF.` matches by `it`, `for` and `the`; `"读取PDF、合并PDF"` matches by what it means.
    FRAGMENT_GENERIC = "fragment-generic" {
        summary: "a piece of the description matches nearly every request",
        category: Description,
        level: Off,
        fix: None,
        check: fragment_generic,
    }
}

fn fragment_generic(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("description") else { return };
    let Some(text) = node.text() else { return };
    let mut pieces = matching::fragments(text);
    pieces.retain(|piece| matching::is_in_ordinary_requests(piece));
    if pieces.is_empty() {
        return;
    }
    let list = list(&pieces);
    let finding =
        found.here(node.span, format!("nearly every request matches this description: it has `{list}`"));
    finding.help("name tasks in words that stand together without blanks, with `、` or `,` between them");
    if pieces.iter().all(|piece| piece.is_ascii()) {
        finding.quieter();
    }
}

declare_rule! {
    /// ## What it finds
    /// Two skills of one run of which each has half of the pieces of its description, or more, in common with the other.
    /// Pieces that stand in any request do not count.
    /// ## Why it matters
    /// StablEdge takes a skill by one such piece: a request for the one finds the other as well.
    /// ## Example
    /// 「触发词：合并PDF、拆分PDF、提取表格」 in both `pdf` and `pdf-tools`. Give each trigger word to one of them.
    TRIGGER_STOLEN = "trigger-stolen" {
        summary: "another skill answers to the same trigger words",
        category: Collection,
        level: Off,
        fix: None,
        check: trigger_stolen,
    }
}

fn trigger_stolen(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let contests = subject.surroundings.contests();
    let Some((other, shared)) = contests.first() else { return };
    let more = contests.len() - 1;
    let rest = if more > 0 { format!(", {more} more likewise") } else { String::new() };
    let node = subject.skill.head.value("description");
    let span = node.map_or(crate::model::span::Span::at(0), |node| node.span);
    let mut own = contest::triggers(node.and_then(|node| node.text()).unwrap_or_default());
    own.retain(|text| shared.contains(&contest::piece(text)));
    found
        .here(
            span,
            format!(
                "`{}` ({}) answers to the same requests: `{}`{rest}",
                other.name,
                other.shown,
                list(&own)
            ),
        )
        .help("give each trigger word to one skill, and say in both what they are not for");
}

/// The first few pieces.
fn list(pieces: &[String]) -> String {
    let named = pieces[..pieces.len().min(NAMED)].join(", ");
    if pieces.len() > NAMED { format!("{named} …") } else { named }
}
