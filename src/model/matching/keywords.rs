//! The words of a text that carry its subject: stems of words, pairs of characters in scripts without blanks. Words
//! that every request has are left out.

/// Words of requests that say nothing of their subject.
const COMMON: [&str; 62] = [
    "a", "about", "all", "also", "an", "and", "any", "are", "as", "at", "be", "by", "can", "could", "do",
    "for", "from", "get", "give", "has", "have", "help", "how", "i", "in", "into", "is", "it", "its", "let",
    "like", "me", "my", "need", "of", "on", "or", "our", "please", "should", "so", "some", "task", "that",
    "the", "their", "them", "this", "to", "use", "user", "want", "we", "what", "when", "which", "will",
    "with", "would", "you", "your", "via",
];
/// Pairs of characters that Chinese requests begin and end with.
const COMMON_PAIRS: [&str; 16] = [
    "帮我", "请帮", "给我", "我把", "一下", "一个", "这个", "那个", "用户", "使用", "需要", "时使", "进行",
    "可以", "怎么", "我的",
];

/// The different keywords of a text, in their order.
#[derive(Debug, Default)]
pub(crate) struct Keywords(Vec<String>);

impl Keywords {
    pub(crate) fn holds(&self, keyword: &str) -> bool {
        self.0.iter().any(|own| own == keyword)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Cuts a text into its keywords.
pub(crate) fn keywords(text: &str) -> Keywords {
    let mut found = Keywords::default();
    let mut keep = |word: &str| {
        if !word.is_empty() && !found.holds(word) {
            found.0.push(word.to_owned());
        }
    };
    let lower = text.to_lowercase();
    for run in lower.split(|c: char| !c.is_alphanumeric()) {
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let dense = is_dense(first);
            let end = rest.find(|c| is_dense(c) != dense).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            rest = after;
            if dense {
                pairs(piece, &mut keep);
            } else if !COMMON.contains(&piece) {
                keep(stem(piece));
            }
        }
    }
    found
}

/// Whether a script is written without blanks between words: Chinese, Japanese, Thai and their like.
fn is_dense(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn pairs(piece: &str, keep: &mut impl FnMut(&str)) {
    let starts: Vec<usize> = piece.char_indices().map(|(at, _)| at).chain([piece.len()]).collect();
    if starts.len() == 2 {
        return keep(piece);
    }
    for pair in starts.windows(3) {
        let pair = &piece[pair[0]..pair[2]];
        if !COMMON_PAIRS.contains(&pair) {
            keep(pair);
        }
    }
}

/// An English word without its ending, roughly: `comments` and `comment` are one.
fn stem(word: &str) -> &str {
    if !word.is_ascii() {
        return word;
    }
    let without = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() > 2);
    without("ing")
        .or_else(|| without("ed"))
        .or_else(|| without("s").filter(|stem| !stem.ends_with('s')))
        .unwrap_or(word)
}
