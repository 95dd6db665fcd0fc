//! The frontmatter of a new skill: which fields the chosen profiles ask for, with what is known of each and a
//! placeholder for the rest.

use super::{
    Locale,
    fields::Fields,
    yaml::{quoted, word},
};
use crate::lint::profile::{Alphabet, Profile};

/// What the chosen profiles ask of a new skill.
#[derive(Debug, Clone, Default)]
pub(super) struct Demands {
    /// Platform fields at the top level.
    pub(super) teleai: bool,
    /// A Chinese description with its trigger words.
    pub(super) stabledge: bool,
    /// No `compatibility`: the validator there refuses it.
    pub(super) openai: bool,
    /// A profile whose names are of a-z, digits and hyphens.
    pub(super) ascii: Option<String>,
    /// A profile that refuses names with `claude` or `anthropic`.
    pub(super) reserves: Option<String>,
    /// Fields that a profile requires, beside name and description.
    required: Vec<String>,
}

/// The platform fields of `TeleAI`, in the order of its own example.
const TELEAI: [&str; 7] =
    ["display_name", "description_zh", "description_en", "category", "version", "author", "delivery"];

/// Profiles known for ASCII names.
const ASCII: [&str; 4] = ["claude", "openai", "teleai", "google"];

impl Demands {
    pub(super) fn of(profiles: &[Profile]) -> Self {
        let has = |name: &str| profiles.iter().any(|profile| &*profile.name == name);
        let ascii = profiles
            .iter()
            .find(|profile| profile.alphabet == Alphabet::Ascii || ASCII.contains(&&*profile.name));
        let mut required: Vec<String> = Vec::new();
        for key in profiles.iter().flat_map(|profile| &profile.required) {
            if !matches!(key.as_str(), "name" | "description") && !required.contains(key) {
                required.push(key.clone());
            }
        }
        let teleai = has("teleai");
        if teleai {
            required.retain(|key| !TELEAI.contains(&&**key));
        }
        Self {
            teleai,
            stabledge: has("stabledge"),
            openai: has("openai"),
            ascii: ascii.map(|profile| profile.name.to_string()),
            reserves: has("claude").then(|| "claude".to_owned()),
            required,
        }
    }

    /// The fields that some profile asks for, beside name and description.
    pub(super) fn top_fields(&self) -> impl Iterator<Item = &str> {
        let platform = TELEAI.into_iter().filter(|_| self.teleai);
        platform.chain(self.required.iter().map(String::as_str))
    }

    /// Whether a field stands at the top level, not below `metadata`.
    fn is_top(&self, key: &str) -> bool {
        self.teleai && TELEAI.contains(&key) || self.required.iter().any(|required| required == key)
    }
}

/// What is known of the skill.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) name: &'a str,
    /// As a title.
    pub(super) display_name: &'a str,
    /// A placeholder when absent.
    pub(super) description: Option<&'a str>,
    pub(super) license: Option<&'a str>,
    pub(super) compatibility: Option<&'a str>,
    /// Who writes it, as git knows it.
    pub(super) author: Option<&'a str>,
    pub(super) fields: &'a Fields,
    pub(super) locale: Locale,
    /// A version is written even where nobody asks for one.
    pub(super) versioned: bool,
}

/// One field of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) value: Value,
}

/// How a field is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// Bare where every reader takes it for text.
    Word(String),
    /// In double quotes.
    Quoted(String),
    List(Vec<String>),
    /// Texts below keys.
    Map(Vec<(String, String)>),
    /// `hosts` below `network`.
    Hosts(Vec<String>),
    /// A line that is only a comment: the field with an example.
    Comment(&'static str),
}

impl Entry {
    fn new(key: &str, value: Value) -> Self {
        Self { key: key.to_owned(), value }
    }

    /// The lines of the field, each with its end.
    pub(super) fn lines(&self, eol: &str) -> String {
        let key = &self.key;
        match &self.value {
            Value::Word(text) => format!("{key}: {}{eol}", word(text)),
            Value::Quoted(text) => format!("{key}: {}{eol}", quoted(text)),
            Value::List(items) => {
                let items = items.iter().map(|item| format!("  - {}{eol}", quoted(item)));
                format!("{key}:{eol}{}", items.collect::<String>())
            }
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, text)| format!("  {key}: {}{eol}", quoted(text)));
                format!("{key}:{eol}{}", entries.collect::<String>())
            }
            Value::Hosts(hosts) => {
                let hosts = hosts.iter().map(|host| format!("    - {}{eol}", word(host)));
                format!("{key}:{eol}  hosts:{eol}{}", hosts.collect::<String>())
            }
            Value::Comment(example) => format!("# {key}: {example}{eol}"),
        }
    }
}

/// The whole head, fences included.
pub(super) fn render(entries: &[Entry], eol: &str) -> String {
    let lines: String = entries.iter().map(|entry| entry.lines(eol)).collect();
    format!("---{eol}{lines}---{eol}")
}

/// The fields of a skill that satisfies all demands at once, in their order.
pub(super) fn entries(facts: &Facts<'_>, demands: &Demands) -> Vec<Entry> {
    let fields = facts.fields;
    let mut out = vec![Entry::new("name", Value::Word(facts.name.to_owned()))];
    let mut metadata: Vec<(String, String)> = Vec::new();
    let display = fields.text("display_name").unwrap_or(facts.display_name);
    if demands.is_top("display_name") || fields.has("display_name") {
        out.push(Entry::new("display_name", Value::Quoted(display.to_owned())));
    }
    let description = facts.description.unwrap_or_else(|| placeholder(facts.locale, demands));
    out.push(Entry::new("description", Value::Quoted(description.to_owned())));
    for (key, is_its_language) in
        [("description_zh", is_chinese as fn(&str) -> bool), ("description_en", |text| !is_chinese(text))]
    {
        let own = facts.description.filter(|text| is_its_language(text));
        if demands.is_top(key) || fields.has(key) {
            let text = fields.text(key).or(own).unwrap_or(todo(key));
            out.push(Entry::new(key, Value::Quoted(text.to_owned())));
        }
    }
    for key in ["category", "version", "author"] {
        let known = match key {
            "version" if fields.has("metadata.version") => None,
            "version" if facts.versioned || demands.is_top(key) => Some("0.1.0"),
            "author" => facts.author,
            _ => None,
        };
        let given = fields.text(key);
        match given.or(known) {
            Some(text) if demands.is_top(key) => {
                out.push(Entry::new(key, top(key, text)));
            }
            None if demands.is_top(key) => out.push(Entry::new(key, Value::Quoted(todo(key).to_owned()))),
            // What git knows is written where it is asked for, and nowhere else.
            Some(text) if given.is_some() || key == "version" => {
                metadata.push((key.to_owned(), text.to_owned()));
            }
            Some(_) | None => {}
        }
    }
    if demands.is_top("delivery") || fields.has("delivery") {
        let text = fields.text("delivery").unwrap_or("managed");
        out.push(Entry::new("delivery", Value::Word(text.to_owned())));
    }
    if let Some(license) = facts.license {
        out.push(Entry::new("license", Value::Word(license.to_owned())));
    }
    let compatibility = fields.text("compatibility").or(facts.compatibility.filter(|_| !demands.openai));
    if let Some(text) = compatibility {
        out.push(Entry::new("compatibility", Value::Quoted(text.to_owned())));
    }
    let tools = fields.list("allowed-tools");
    if !tools.is_empty() {
        // A list for StablEdge; one text for everybody else.
        let is_list = demands.stabledge && !demands.teleai;
        let value = if is_list { Value::List(tools.to_vec()) } else { Value::Quoted(tools.join(" ")) };
        out.push(Entry::new("allowed-tools", value));
    }
    if fields.has("paths") {
        out.push(Entry::new("paths", Value::List(fields.list("paths").to_vec())));
    }
    if let Some(context) = fields.text("context") {
        out.push(Entry::new("context", Value::Word(context.to_owned())));
    }
    if fields.has("network.hosts") {
        out.push(Entry::new("network", Value::Hosts(fields.list("network.hosts").to_vec())));
    }
    if fields.has("auth-env") {
        out.push(Entry::new("auth-env", Value::Quoted(fields.list("auth-env").join(" "))));
    } else if demands.teleai {
        out.push(Entry::new("auth-env", Value::Comment("ACME_API_KEY ACME_SECRET")));
    }
    for key in &demands.required {
        if !out.iter().any(|entry| entry.key == *key) {
            let text = fields.text(key).unwrap_or(todo(key));
            out.push(Entry::new(key, Value::Quoted(text.to_owned())));
        }
    }
    if let Some(tags) = fields.text("tags") {
        metadata.push(("tags".to_owned(), tags.to_owned()));
    }
    metadata.extend(fields.metadata().map(|(key, text)| (key.to_owned(), text.to_owned())));
    if !metadata.is_empty() {
        out.push(Entry::new("metadata", Value::Map(metadata)));
    }
    out
}

/// Versions and words that could be taken for numbers are quoted, the rest as [`Value::Word`] does.
fn top(key: &str, text: &str) -> Value {
    if key == "version" { Value::Quoted(text.to_owned()) } else { Value::Word(text.to_owned()) }
}

/// What stands where nobody has said anything yet.
fn todo(key: &str) -> &'static str {
    match key {
        "description_zh" => "[TODO: 用一句话写明做什么。]",
        "description_en" => "[TODO: what this skill does, in one sentence.]",
        "category" => "[TODO: a category of the platform, such as office]",
        "author" => "[TODO: who answers for this skill]",
        _ => "[TODO: a value]",
    }
}

fn placeholder(locale: Locale, demands: &Demands) -> &'static str {
    if demands.stabledge || locale == Locale::Chinese {
        "[TODO: 用一句话写明做什么。]用于[TODO: 什么场景]时使用。触发词：[TODO: 用户会说的词]。不用于[TODO: 相邻的任务]。"
    } else {
        "[TODO: what this skill does, in one sentence.] Use when [TODO: the situations and the words people type.]"
    }
}

/// Whether a text has Chinese characters.
pub(super) fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(profiles: &[&str], fields: &[&str], description: Option<&str>, author: Option<&str>) -> String {
        let profiles: Vec<Profile> = profiles.iter().map(|name| Profile::named(name).unwrap()).collect();
        let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
        let facts = Facts {
            name: "pdf-tools",
            display_name: "PDF Tools",
            description,
            license: None,
            compatibility: Some("Needs Python"),
            author,
            fields: &Fields::parse(&fields).unwrap(),
            locale: Locale::English,
            versioned: true,
        };
        render(&entries(&facts, &Demands::of(&profiles)), "\n")
    }

    #[test]
    fn the_spec_alone_gets_its_own_fields() {
        assert_eq!(
            head(&["spec"], &["author=me", "category=office"], Some("Does x."), Some("Git Name")),
            "---\nname: pdf-tools\ndescription: \"Does x.\"\ncompatibility: \"Needs Python\"\nmetadata:\n  \
             category: \"office\"\n  version: \"0.1.0\"\n  author: \"me\"\n---\n"
        );
        assert!(!head(&["openai"], &[], None, None).contains("compatibility"));
    }

    #[test]
    fn teleai_gets_its_seven_fields_and_a_commented_one() {
        assert_eq!(
            head(
                &["teleai"],
                &["category=office", "display_name=PDF 处理"],
                Some("处理 PDF。"),
                Some("teleai")
            ),
            "---\nname: pdf-tools\ndisplay_name: \"PDF 处理\"\ndescription: \"处理 PDF。\"\n\
             description_zh: \"处理 PDF。\"\ndescription_en: \"[TODO: what this skill does, in one sentence.]\"\n\
             category: office\nversion: \"0.1.0\"\nauthor: teleai\ndelivery: managed\n\
             compatibility: \"Needs Python\"\n# auth-env: ACME_API_KEY ACME_SECRET\n---\n"
        );
        assert!(
            head(&["teleai"], &["auth-env=A_KEY B_KEY"], None, None)
                .contains("\nauth-env: \"A_KEY B_KEY\"\n")
        );
    }

    #[test]
    fn stabledge_gets_a_chinese_description_and_what_was_asked_for() {
        let text = head(
            &["stabledge"],
            &["paths=*.pdf", "context=fork", "network.hosts=api.example.com", "allowed-tools=Read Write"],
            None,
            None,
        );
        for part in ["用于", "触发词：", "不用于"] {
            assert!(text.contains(part), "{text}");
        }
        for lines in [
            "\nallowed-tools:\n  - \"Read\"\n  - \"Write\"\npaths:\n  - \"*.pdf\"\ncontext: fork\n",
            "\nnetwork:\n  hosts:\n    - api.example.com\nmetadata:\n  version: \"0.1.0\"\n---\n",
        ] {
            assert!(text.contains(lines), "{text}");
        }
        let both = head(&["stabledge", "teleai"], &["allowed-tools=Read Write"], None, None);
        assert!(both.contains("\nallowed-tools: \"Read Write\"\n") && both.contains("\ndelivery: managed\n"));
    }
}
