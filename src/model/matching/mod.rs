//! How well a skill answers a request, as StablEdge scores it: words that hit its name, description and paths, and
//! pieces of its description that stand in the request. Beside it plain keywords, which need whole words.

mod keywords;
mod ordinary;

use unicode_general_category::{GeneralCategory as Category, get_general_category};

pub(crate) use keywords::{Keywords, keywords};
pub(crate) use ordinary::is_in_ordinary_requests;

/// Points of a word that hits the name, the description, the paths.
const NAME: u32 = 8;
const DESCRIPTION: u32 = 3;
const PATHS: u32 = 2;
/// Characters of the shortest piece of a description that counts.
const SHORTEST_FRAGMENT: usize = 2;

/// Whether a character separates words: blanks and punctuation of every script. The hyphen, the underscore and the
/// signs of `C++` and `C#` hold words together, since names are made with them.
fn separates(c: char) -> bool {
    if c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '#') {
        return false;
    }
    c.is_whitespace()
        || c.is_control()
        || matches!(
            get_general_category(c),
            Category::ConnectorPunctuation
                | Category::DashPunctuation
                | Category::OpenPunctuation
                | Category::ClosePunctuation
                | Category::InitialPunctuation
                | Category::FinalPunctuation
                | Category::OtherPunctuation
                | Category::MathSymbol
                | Category::ModifierSymbol
        )
}

/// The different words of a text in their order, in lower case.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for piece in text.split(separates) {
        let word = piece.trim_matches(['-', '_']).to_lowercase();
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The pieces of a description by which a request finds it: its words of two characters and more.
pub(crate) fn fragments(description: &str) -> Vec<String> {
    let mut words = words(description);
    words.retain(|word| word.chars().count() >= SHORTEST_FRAGMENT);
    words
}

/// What is asked, cut up once for many skills.
#[derive(Debug)]
pub(crate) struct Request {
    lower: String,
    pub(crate) words: Vec<String>,
    pub(crate) keywords: Keywords,
}

impl Request {
    pub(crate) fn new(text: &str) -> Self {
        Self { lower: text.to_lowercase(), words: words(text), keywords: keywords(text) }
    }
}

/// Where a word of the request stands in a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) word: String,
    pub(crate) in_name: bool,
    pub(crate) in_description: bool,
    pub(crate) in_paths: bool,
}

/// How a skill answers a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// StablEdge's points.
    pub(crate) score: u32,
    /// The words that hit, in the request's order.
    pub(crate) hits: Vec<Hit>,
    /// Pieces of the description that stand in the request: any of them makes the skill match by itself.
    pub(crate) fragments: Vec<String>,
    /// Keywords of the request that are words of the name or description.
    pub(crate) keywords: Vec<String>,
    /// One point for each keyword in the description, two for each in the name.
    pub(crate) keyword_score: u32,
}

impl Answer {
    /// Whether anything of the request was found.
    pub(crate) fn is_hit(&self) -> bool {
        self.score > 0 || !self.fragments.is_empty() || self.keyword_score > 0
    }
}

/// Scores one skill.
pub(crate) fn answer(request: &Request, name: &str, description: &str, paths: &[String]) -> Answer {
    let mut answer = Answer::default();
    let (lower_name, lower_description) = (name.to_lowercase(), description.to_lowercase());
    let lower_paths: Vec<String> = paths.iter().map(|path| path.to_lowercase()).collect();
    for word in &request.words {
        let hit = Hit {
            word: word.clone(),
            in_name: lower_name.contains(word.as_str()),
            in_description: lower_description.contains(word.as_str()),
            in_paths: lower_paths.iter().any(|path| path.contains(word.as_str())),
        };
        let points = u32::from(hit.in_name) * NAME
            + u32::from(hit.in_description) * DESCRIPTION
            + u32::from(hit.in_paths) * PATHS;
        if points > 0 {
            answer.score += points;
            answer.hits.push(hit);
        }
    }
    answer.fragments = fragments(description);
    answer.fragments.retain(|fragment| request.lower.contains(fragment.as_str()));
    let (in_name, in_description) = (keywords(name), keywords(description));
    for keyword in request.keywords.iter() {
        let points = 2 * u32::from(in_name.holds(keyword)) + u32::from(in_description.holds(keyword));
        if points > 0 {
            answer.keyword_score += points;
            answer.keywords.push(keyword.to_owned());
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_cut_at_blanks_and_signs_of_every_script() {
        assert_eq!(
            words("Fix the comments,（合并、PDF）。 gh-address-comments C++ -- 'a'/b|c"),
            ["fix", "the", "comments", "合并", "pdf", "gh-address-comments", "c++", "a", "b", "c"]
        );
        assert_eq!(words(" 、。 "), [""; 0]);
        assert_eq!(fragments("A: PDF、表。合并 PDF"), ["pdf", "合并"]);
    }

    #[test]
    fn a_word_is_worth_eight_in_the_name_three_in_the_description_two_in_the_paths() {
        let score = |request: &str| {
            let paths = ["*.pdf".to_owned()];
            answer(&Request::new(request), "pdf-forms", "Fills forms of PDF files.", &paths).score
        };
        assert_eq!(score("files"), 3);
        assert_eq!(score("forms"), 8 + 3);
        assert_eq!(score("a PDF, files"), (8 + 3 + 2) + 3);
        assert_eq!(score("excel"), 0);
    }

    #[test]
    fn a_piece_of_the_description_in_the_request_matches_by_itself() {
        let request = Request::new("请帮我合并PDF文件");
        let found = answer(&request, "pdf", "处理文档时使用。触发词：合并PDF、拆分、件", &[]);
        assert_eq!(found.fragments, ["合并pdf"]);
        assert_eq!(found.score, 0, "no blank in the request: one word, which stands nowhere");
        assert_eq!(found.keywords, ["合并", "pdf"]);
    }

    #[test]
    fn keywords_are_whole_words_in_any_form_and_common_ones_do_not_count() {
        let request = Request::new("please fix the comments on my PR");
        let found = answer(&request, "gh-address-comments", "Addresses a review comment.", &[]);
        assert_eq!(found.keywords, ["comment"]);
        assert_eq!(found.keyword_score, 3);
        let found = answer(&request, "prose", "Improves every prefix.", &[]);
        assert_eq!(found.keyword_score, 0, "`pr` and `fix` are only parts of words");
    }
}
