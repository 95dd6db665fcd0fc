//! Names as people read them: `gh-pr-review` is shown as `GH PR Review`, `fastapi` as `FastAPI`.

use crate::model::name::SkillName;

/// The longest display name, in code points.
pub(super) const MAX_DISPLAY: usize = 64;

/// Words that are written in capitals.
const ACRONYMS: [&str; 47] = [
    "ai", "api", "aws", "cd", "ci", "cli", "cms", "crm", "css", "csv", "db", "dns", "gh", "gpu", "html",
    "http", "https", "ide", "jwt", "json", "llm", "mcp", "ml", "nlp", "ocr", "orm", "os", "pdf", "pr", "qa",
    "rag", "rfc", "sdk", "seo", "sql", "ssh", "svg", "tls", "ui", "url", "ux", "vm", "xml", "yaml", "faq",
    "kpi", "sre",
];

/// Words with a spelling of their own.
const BRANDS: [(&str, &str); 24] = [
    ("bigquery", "BigQuery"),
    ("datadog", "Datadog"),
    ("devops", "DevOps"),
    ("fastapi", "FastAPI"),
    ("github", "GitHub"),
    ("gitlab", "GitLab"),
    ("graphql", "GraphQL"),
    ("ios", "iOS"),
    ("javascript", "JavaScript"),
    ("latex", "LaTeX"),
    ("linkedin", "LinkedIn"),
    ("macos", "macOS"),
    ("mongodb", "MongoDB"),
    ("mysql", "MySQL"),
    ("npm", "npm"),
    ("openai", "OpenAI"),
    ("openapi", "OpenAPI"),
    ("pagerduty", "PagerDuty"),
    ("postgresql", "PostgreSQL"),
    ("pytorch", "PyTorch"),
    ("sqlite", "SQLite"),
    ("typescript", "TypeScript"),
    ("wechat", "WeChat"),
    ("youtube", "YouTube"),
];

/// Words that stay small inside of a name.
const SMALL: [&str; 17] = [
    "a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "vs",
    "with",
];

/// The spelling of a word that has one of its own.
pub(super) fn spelling(word: &str) -> Option<String> {
    let brand = BRANDS.iter().find(|(known, _)| *known == word).map(|(_, spelling)| (*spelling).to_owned());
    brand.or_else(|| ACRONYMS.contains(&word).then(|| word.to_uppercase()))
}

/// The name of a skill as a title, cut between words at 64 characters.
pub(super) fn display_name(name: &SkillName) -> String {
    let mut out = String::new();
    for word in name.as_str().split('-') {
        let shown = match spelling(word) {
            Some(spelling) => spelling,
            None if SMALL.contains(&word) && !out.is_empty() => word.to_owned(),
            None => capitalized(word),
        };
        if out.chars().count() + shown.chars().count() >= MAX_DISPLAY && !out.is_empty() {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&shown);
    }
    out
}

/// The word with its first letter upper-case.
pub(super) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acronyms_brands_and_small_words_are_spelt_as_people_do() {
        for (name, shown) in [
            ("gh-address-comments", "GH Address Comments"),
            ("fastapi-to-openapi", "FastAPI to OpenAPI"),
            ("to-pdf", "To PDF"),
            ("数据分析", "数据分析"),
            ("i18n", "I18n"),
        ] {
            assert_eq!(display_name(&name.parse().unwrap()), shown);
        }
        let long = ["word"; 13].join("-");
        assert!(display_name(&long.parse().unwrap()).chars().count() <= MAX_DISPLAY);
    }
}
