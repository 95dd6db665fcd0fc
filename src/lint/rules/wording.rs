//! Rules on how a description begins, and on descriptions that are no sentences at all.

use crate::lint::{
    Subject,
    rule::{Findings, declare_rule},
};

declare_rule! {
    /// ## What it finds
    /// A description whose beginning, as far as the platform's list shows it, only greets, repeats the name or praises:
    /// 80 characters in StablEdge, 200 in claude.ai, 250 in Claude Code (the profile's `description-front`).
    /// ## Why it matters
    /// People who browse the list never see what the skill is for.
    /// ## Example
    /// "Welcome to the PDF skill! This is the best and most powerful toolkit you will ever use …"
    DESCRIPTION_FRONT_LOAD = "description-front-load" {
        summary: "the description begins without saying what the skill is for",
        category: Description,
        level: Off,
        fix: None,
        check: description_front_load,
    }
}

/// Words that say nothing of a skill's purpose.
const FILLER: [&str; 64] = [
    "a",
    "all",
    "amazing",
    "an",
    "and",
    "are",
    "at",
    "awesome",
    "best",
    "by",
    "can",
    "collection",
    "complete",
    "comprehensive",
    "ever",
    "everything",
    "expert",
    "for",
    "from",
    "great",
    "guide",
    "hello",
    "help",
    "helps",
    "hi",
    "i",
    "in",
    "is",
    "it",
    "most",
    "need",
    "of",
    "on",
    "one",
    "or",
    "our",
    "perfect",
    "powerful",
    "professional",
    "skill",
    "skills",
    "suite",
    "that",
    "the",
    "this",
    "to",
    "tool",
    "toolkit",
    "tools",
    "ultimate",
    "use",
    "used",
    "useful",
    "using",
    "very",
    "we",
    "welcome",
    "will",
    "with",
    "world",
    "you",
    "your",
    "advanced",
    "there",
];

/// Chinese phrases that say nothing of a skill's purpose, longer ones first.
const FILLER_CHINESE: [&str; 18] = [
    "欢迎使用",
    "这是一个",
    "这是一款",
    "你好",
    "您好",
    "本技能",
    "该技能",
    "这个技能",
    "此技能",
    "一个",
    "一款",
    "非常",
    "强大的",
    "实用的",
    "专业的",
    "技能",
    "工具",
    "的",
];

fn description_front_load(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("description") else { return };
    let Some(text) = node.text().map(str::trim) else { return };
    let limit = subject.profile.limits.description_front;
    // A description that is shown whole is the matter of other rules.
    if text.chars().count() <= limit {
        return;
    }
    let mut front: String = text.chars().take(limit).collect::<String>().to_lowercase();
    for phrase in FILLER_CHINESE {
        front = front.replace(phrase, " ");
    }
    let name = subject.skill.head.text("name").unwrap_or("").to_lowercase();
    let of_name: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
    let says = front
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLER.contains(word) && !of_name.contains(word))
        .map(|word| if word.is_ascii() { 2 } else { word.chars().count() })
        .sum::<usize>();
    if says < 6 {
        found
            .here(node.span, format!("the first {limit} characters do not say what the skill is for"))
            .help("begin with what it does: `Fills PDF forms and merges PDFs. Use when …`");
    }
}

declare_rule! {
    /// ## What it finds
    /// A description that is a list of keywords and no sentence. Words in quotes, and lists beside a sentence that says
    /// what the skill does, are not judged.
    /// ## Why it matters
    /// Agents choose by meaning; a heap of words matches everything a little and nothing well.
    /// ## Example
    /// `pdf, forms, merge, split, extract, tables, ocr, text, convert`
    DESCRIPTION_STUFFING = "description-stuffing" {
        summary: "the description is a list of keywords",
        category: Description,
        level: Note,
        fix: None,
        check: description_stuffing,
    }
}

/// Items from which on a list is one of keywords.
const MANY: usize = 8;

fn description_stuffing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(node) = subject.skill.head.value("description") else { return };
    let Some(text) = node.text() else { return };
    let text = without_quoted(text);
    let (mut lists, mut prose) = (0, 0);
    for sentence in sentences(&text) {
        if is_keyword_list(sentence) {
            lists += 1;
        } else {
            prose += weight(sentence);
        }
    }
    if lists > 0 && prose < 5 {
        found
            .here(node.span, "the description is a list of keywords, without a sentence")
            .help("say in a sentence what the skill does, then list the words a user would say");
    }
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| matches!(c, '!' | '?' | ';' | '。' | '！' | '？' | '；' | '\n');
    text.split(ends).flat_map(|part| part.split(". ")).filter(|sentence| !sentence.trim().is_empty())
}

/// Words, where two Chinese characters count as one.
fn weight(text: &str) -> usize {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| if word.is_ascii() { 1 } else { word.chars().count().div_ceil(2) }).sum()
}

fn is_keyword_list(sentence: &str) -> bool {
    const PROSE: [&str; 18] = [
        "a", "an", "by", "for", "from", "how", "in", "is", "of", "on", "that", "the", "to", "use", "when",
        "with", "you", "your",
    ];
    // `Keywords:` is a lead, not an item.
    let sentence = sentence.rsplit([':', '：']).next().unwrap_or(sentence);
    let items: Vec<&str> =
        sentence.split([',', '，', '、', '|']).map(str::trim).filter(|item| !item.is_empty()).collect();
    let is_keyword = |item: &&&str| {
        weight(item) <= 3
            && !item.split_whitespace().any(|word| PROSE.contains(&word.to_ascii_lowercase().as_str()))
    };
    items.len() >= MANY && items.iter().filter(is_keyword).count() == items.len()
}

/// The text without what stands in quotes.
fn without_quoted(text: &str) -> String {
    const PAIRS: [(char, char); 6] =
        [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』'), ('`', '`'), ('(', ')')];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| PAIRS.iter().any(|(open, _)| open == c)) {
        let close = PAIRS.iter().find(|pair| pair.0 == open).map_or(open, |pair| pair.1);
        let after = &rest[at + open.len_utf8()..];
        let Some(end) = after.find(close) else { break };
        out.push_str(&rest[..at]);
        rest = &after[end + close.len_utf8()..];
    }
    out.push_str(rest);
    out
}
