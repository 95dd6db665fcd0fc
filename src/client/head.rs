//! One SKILL.md, read as leniently as clients read it.

use std::fmt;

use crate::model::{
    frontmatter::Frontmatter,
    skill::{read_card, read_text},
};

/// What a SKILL.md says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Head {
    /// As it is written; it may differ from the folder's name or be too long.
    pub name: String,
    /// What it does, and when to use it.
    pub description: String,
    /// `metadata.version`, else `version`.
    pub version: Option<String>,
    /// Its licence.
    pub license: Option<String>,
    /// What it needs.
    pub compatibility: Option<String>,
    /// Tools to prefer.
    pub allowed_tools: Vec<String>,
    /// Patterns that make it a conditional skill.
    pub paths: Vec<String>,
    /// Whether it must run apart from the conversation (`context: fork`).
    pub forks: bool,
    /// Whether only people may choose it (`disable-model-invocation: true`).
    pub manual_only: bool,
    /// Whether the head is no valid YAML and was repaired, as many clients do.
    pub repaired: bool,
    /// What follows the frontmatter, trimmed.
    pub body: String,
}

/// Why a SKILL.md can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unusable {
    reason: String,
    code: &'static str,
}

impl Unusable {
    /// StablEdge's code for the reason, such as `SKILL_MD_NAME_MISSING`.
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for Unusable {}

/// Reads the bytes of a SKILL.md. Unquoted values that hold a colon are repaired; a missing description or a head that is
/// no YAML at all is an error with its reason.
///
/// ```
/// let text = b"---\nname: pdf\ndescription: Use this when: asked for PDFs\n---\n# PDF\n";
/// let head = skill::client::parse(text)?;
/// assert_eq!(head.description, "Use this when: asked for PDFs");
/// assert!(head.repaired);
/// assert_eq!(head.body, "# PDF");
///
/// let why = skill::client::parse(b"---\nname: pdf\n---\n").unwrap_err();
/// assert_eq!(why.to_string(), "the frontmatter has no `description`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(skill_md: &[u8]) -> Result<Head, Unusable> {
    let unusable =
        |why: crate::model::skill::Unusable| Unusable { code: why.platform_code(), reason: why.to_string() };
    let card = read_card(skill_md).map_err(unusable)?;
    let text = read_text(skill_md).map_err(unusable)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let body = Frontmatter::parse(text).split.body;
    Ok(Head {
        // A card that was read has both.
        name: card.name.unwrap_or_default(),
        description: card.description.unwrap_or_default(),
        version: card.version,
        license: card.license,
        compatibility: card.compatibility,
        allowed_tools: card.allowed_tools,
        paths: card.paths,
        forks: card.forks,
        manual_only: card.manual_only,
        repaired: card.repaired,
        body: body.of(text).trim().to_owned(),
    })
}
