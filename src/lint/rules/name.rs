//! Rules on `name`. Lengths count code points after NFKC, letters and digits are those of the reference validator.

use crate::{
    lint::{
        Subject,
        fix::{Edit, Fix},
        profile::Alphabet,
        rule::{Findings, declare_rule},
    },
    model::{
        frontmatter::{Node, double},
        name::{flaws, is_letter_or_number, normalized, slug},
        span::Span,
    },
};

/// The name's value, when it is text that is not blank.
fn text<'a>(subject: &Subject<'a>) -> Option<(&'a Node, String)> {
    let node = subject.skill.head.value("name")?;
    let name = normalized(node.text()?);
    (!name.is_empty() && !is_misread(subject, node)).then_some((node, name))
}

/// Names that say nothing.
const VAGUE: [&str; 18] = [
    "helper", "helpers", "util", "utils", "utility", "tool", "tools", "data", "skill", "skills", "my-skill",
    "misc", "common", "files", "test", "src", "dist", "template",
];

/// The fix that writes the name as its folder is called where that is a name, else in hyphen-case; with words on it.
fn hyphen_case(subject: &Subject<'_>, node: &Node, name: &str) -> Option<(String, Fix)> {
    let folder = &subject.skill.folder;
    // `LangChain` in a folder `langchain` is one word to its author.
    let (fit, help) = if is_fit(subject, folder) {
        (folder.clone(), format!("write `name: {folder}`, as the folder is called"))
    } else {
        let slug = slug(&unmasked(name).to_lowercase())?.to_string();
        let help = format!("write `name: {slug}`, and rename the folder alike");
        (slug, help)
    };
    let edit = Edit::replace(node.span, fit.clone());
    Some((help, Fix::unsure(format!("write `{fit}`"), vec![edit])))
}

/// Whether a folder is called as a skill may be, and says something.
fn is_fit(subject: &Subject<'_>, folder: &str) -> bool {
    !folder.is_empty()
        && flaws(folder).is_empty()
        && !VAGUE.contains(&folder)
        && (subject.profile.alphabet != Alphabet::Ascii || folder.is_ascii())
}

/// Whether a rule on the name's form finds something in it, and so says already what to write.
fn has_wrong_form(subject: &Subject<'_>, name: &str) -> bool {
    subject.profile.alphabet != Alphabet::Wide && !flaws(name).is_empty()
}

/// Whether YAML could not read the name's line as it is meant: then that is what to mend.
fn is_misread(subject: &Subject<'_>, node: &Node) -> bool {
    let faults = &subject.skill.head.faults;
    node.span.of(subject.skill.text()).trim().contains('\n')
        && faults.iter().any(|fault| fault.span.start <= node.span.end && node.span.start <= fault.span.end)
}

declare_rule! {
    /// ## What it finds
    /// A character that is no letter, digit or hyphen.
    /// ## Why it matters
    /// The specification allows lower-case letters, digits and hyphens; several platforms only `a`-`z`.
    /// ## Example
    /// `name: my skill`, `name: my_skill`
    NAME_CHARSET = "name-charset" {
        summary: "a character the name may not have",
        category: Name,
        level: Error,
        fix: Unsafe,
        check: name_charset,
    }
}

fn name_charset(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    let alphabet = subject.profile.alphabet;
    let is_allowed = |c: char| match alphabet {
        Alphabet::Unicode => c == '-' || is_letter_or_number(c),
        // Upper case has a rule of its own.
        Alphabet::Ascii => c == '-' || c.is_ascii_alphanumeric(),
        Alphabet::Wide => matches!(c, '-' | '_' | '.' | ' ') || c.is_alphanumeric(),
    };
    let mut wrong: Vec<char> = Vec::new();
    for c in name.chars().filter(|&c| !is_allowed(c)) {
        if !wrong.contains(&c) && wrong.len() < 5 {
            wrong.push(c);
        }
    }
    if alphabet == Alphabet::Wide && name.contains("  ") {
        found
            .here(node.span, "the name holds several spaces together; the platform takes single ones")
            .help("leave one space, or write `-`");
    }
    let Some(&first) = wrong.first() else { return };
    let shown: Vec<String> =
        wrong.iter().map(|c| if *c == ' ' { "a space".to_owned() } else { format!("`{c}`") }).collect();
    let allowed = match alphabet {
        Alphabet::Unicode => "lower-case letters, digits and hyphens",
        Alphabet::Ascii => "`a` to `z`, digits and hyphens",
        Alphabet::Wide => "letters, digits, `-`, `_`, `.` and single spaces",
    };
    let subject_text = subject.skill.text();
    let place = node.span.of(subject_text).char_indices().find(|(_, c)| *c == first);
    let span = place
        .map_or(node.span, |(at, c)| Span::new(node.span.start + at, node.span.start + at + c.len_utf8()));
    let finding = found.here(span, format!("the name holds {}; {allowed} are allowed", shown.join(", ")));
    if let Some((help, fix)) = hyphen_case(subject, node, &name) {
        finding.help(help).fix(fix);
    }
}

declare_rule! {
    /// ## What it finds
    /// A `name` that differs from the name of its folder.
    /// ## Why it matters
    /// Agents find a skill by its folder; the two names then disagree about which skill this is, and some platforms
    /// refuse the upload.
    /// ## Example
    /// `name: pdf-tools` in a folder `pdf`. Links resolved: `skill lint .` compares with the folder's real name.
    NAME_DIR_MISMATCH = "name-dir-mismatch" {
        summary: "name differs from the folder's name",
        category: Name,
        level: Error,
        fix: Unsafe,
        check: name_dir_mismatch,
    }
}

fn name_dir_mismatch(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    let folder = &subject.skill.folder;
    let same = match subject.profile.alphabet {
        Alphabet::Unicode | Alphabet::Ascii => normalized(folder) == name,
        Alphabet::Wide => {
            crate::model::name::converted(&name).is_some_and(|wanted| wanted.as_str() == folder)
        }
    };
    if folder.is_empty() || same {
        return;
    }
    let is_bad = has_wrong_form(subject, &name);
    let fits = is_fit(subject, folder);
    if is_bad && fits {
        // The rule on the name's form says it already: write what the folder is called.
        return;
    }
    let finding = found.here(node.span, format!("the name is `{name}`, but the folder is called `{folder}`"));
    if fits {
        finding.help(format!("write `name: {folder}`, or rename the folder to `{name}`")).fix(Fix::unsure(
            format!("write `name: {folder}`"),
            vec![Edit::replace(node.span, folder.clone())],
        ));
    } else if is_bad {
        let wanted = slug(&unmasked(&name).to_lowercase()).map_or(name, |slug| slug.to_string());
        finding.help(format!("call both `{wanted}`"));
    } else {
        finding.help(format!("rename the folder to `{name}`"));
    }
}

declare_rule! {
    /// ## What it finds
    /// Two hyphens in a row.
    /// ## Why it matters
    /// The specification forbids them.
    /// ## Example
    /// `name: pdf--tools`
    NAME_HYPHEN_DOUBLE = "name-hyphen-double" {
        summary: "two hyphens in a row in the name",
        category: Name,
        level: Error,
        fix: Unsafe,
        check: name_hyphen_double,
    }
}

fn name_hyphen_double(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    if subject.profile.alphabet != Alphabet::Wide && name.contains("--") {
        let finding = found.here(node.span, "the name has two hyphens in a row");
        if let Some((help, fix)) = hyphen_case(subject, node, &name) {
            finding.help(help).fix(fix);
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A hyphen at the beginning or end of the name.
    /// ## Why it matters
    /// The specification forbids it; on a command line such a name reads as a flag.
    /// ## Example
    /// `name: -pdf`
    NAME_HYPHEN_EDGE = "name-hyphen-edge" {
        summary: "the name begins or ends with a hyphen",
        category: Name,
        level: Error,
        fix: Unsafe,
        check: name_hyphen_edge,
    }
}

fn name_hyphen_edge(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    if subject.profile.alphabet != Alphabet::Wide && (name.starts_with('-') || name.ends_with('-')) {
        let finding = found.here(node.span, "the name begins or ends with a hyphen");
        if let Some((help, fix)) = hyphen_case(subject, node, &name) {
            finding.help(help).fix(fix);
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Frontmatter without `name`, or with a blank one.
    /// ## Why it matters
    /// The field is required; many agents drop the skill without it.
    /// ## Example
    /// `name:` with nothing after it.
    NAME_MISSING = "name-missing" {
        summary: "no `name`",
        category: Name,
        level: Error,
        fix: Safe,
        check: name_missing,
    }
}

fn name_missing(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let head = &subject.skill.head;
    let folder = slug(&subject.skill.folder).filter(|slug| slug.as_str() == subject.skill.folder);
    match head.value("name") {
        Some(node) if node.text().is_some_and(|text| text.trim().is_empty()) => {
            let place = if node.span.is_empty() {
                head.entry("name").map_or(node.span, |entry| entry.key.span)
            } else {
                node.span
            };
            let finding = found.here(place, "the name is empty");
            if let Some(folder) = folder {
                let replacement =
                    if node.span.is_empty() { format!(" {folder}") } else { folder.to_string() };
                let at = if node.span.is_empty() { Span::at(place.end + 1) } else { node.span };
                finding
                    .help(format!("write `name: {folder}`"))
                    .fix(Fix::safe(format!("write `name: {folder}`"), vec![Edit::replace(at, replacement)]));
            }
        }
        Some(_) => {}
        None => missing(subject, found, "name", folder.map(|folder| folder.to_string())),
    }
}

/// Reports a required field that is absent, once the head could be read at all.
pub(super) fn missing(subject: &Subject<'_>, found: &mut Findings<'_>, key: &str, value: Option<String>) {
    let head = &subject.skill.head;
    let Some(opening) = head.split.opening else { return };
    if !head.is_closed() && head.entries.is_empty() {
        return;
    }
    // A line that could not be read may be the very field.
    let lost = head.faults.iter().any(|fault| {
        fault.repair.is_none() && fault.span.of(subject.skill.text()).contains(key)
            || fault.kind.to_string().contains(&format!("`{key}`"))
    });
    if lost {
        return;
    }
    let misspelt = head
        .entries
        .iter()
        .find(|entry| entry.name() != key && entry.name().replace('_', "-").eq_ignore_ascii_case(key));
    if let Some(entry) = misspelt {
        found
            .here(
                entry.key.span,
                format!("the frontmatter has no `{key}`; `{}` is not the same key", entry.name()),
            )
            .help(format!("write `{key}`"));
        return;
    }
    let finding = found.here(opening.span, format!("the frontmatter has no `{key}`"));
    match value {
        Some(value) => {
            let edit = Edit::replace(Span::at(head.split.head.start), format!("{key}: {value}\n"));
            let title = format!("add `{key}: {value}`");
            // The folder's name is the only one that the specification allows; other values are to be filled in.
            let fix =
                if key == "name" { Fix::safe(title, vec![edit]) } else { Fix::unsure(title, vec![edit]) };
            finding.help(format!("add a `{key}: …` line")).fix(fix);
            if key == "name" {
                finding.help(format!("add `{key}: {value}`"));
            }
        }
        None => {
            finding.help(format!("add a `{key}: …` line"));
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A name of more than 64 characters (code points after NFKC).
    /// ## Why it matters
    /// The specification's limit; platforms refuse longer ones.
    /// ## Example
    /// A whole sentence as name.
    NAME_TOO_LONG = "name-too-long" {
        summary: "the name is too long",
        category: Name,
        level: Error,
        fix: None,
        check: name_too_long,
    }
}

fn name_too_long(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    let length = name.chars().count();
    let limit = subject.profile.limits.name;
    if length > limit {
        found
            .here(node.span, format!("the name has {length} characters, {limit} are allowed"))
            .help("shorten it");
    }
}

declare_rule! {
    /// ## What it finds
    /// A `name` that is a list, a mapping, or a plain value that YAML reads as a number, a truth value, a date or
    /// null.
    /// ## Why it matters
    /// Typed loaders refuse it or change it: `name: 1.0` becomes `1`.
    /// ## Example
    /// `name: yes` must be `name: "yes"`.
    NAME_TYPE = "name-type" {
        summary: "the name is no text",
        category: Name,
        level: Error,
        fix: Safe,
        check: name_type,
    }
}

fn name_type(subject: &Subject<'_>, found: &mut Findings<'_>) {
    not_text(subject, found, "name");
}

/// Reports a field that must be text and is something else to a typed reader.
pub(super) fn not_text(subject: &Subject<'_>, found: &mut Findings<'_>, key: &str) {
    let Some(node) = subject.skill.head.value(key) else { return };
    if node.is_absent() {
        return;
    }
    let raw = node.span.of(subject.skill.text());
    match node.text() {
        None => {
            let finding = found.here(node.span, format!("`{key}` must be text, not {}", node.kind_word()));
            finding.help("write it on one line, in double quotes");
            // `[TODO: …]` is meant as text.
            if raw.starts_with('[') && !raw.contains('\n') {
                finding
                    .fix(Fix::safe("put it in double quotes", vec![Edit::replace(node.span, double(raw))]));
            }
        }
        Some(text) if node.kind() != crate::model::frontmatter::Kind::Text => {
            found
                .here(node.span, format!("`{key}` is read as {} by YAML", node.kind_word()))
                .help(format!("put it in quotes: `{key}: {}`", double(text)))
                .fix(Fix::safe("put it in double quotes", vec![Edit::replace(node.span, double(text))]));
        }
        Some(_) => {}
    }
}

declare_rule! {
    /// ## What it finds
    /// Upper-case letters in the name.
    /// ## Why it matters
    /// The specification allows lower case only; on disks that ignore case two skills can collide.
    /// ## Example
    /// `name: PDF-Tools`
    NAME_UPPER = "name-upper" {
        summary: "upper-case letters in the name",
        category: Name,
        level: Error,
        fix: Unsafe,
        check: name_upper,
    }
}

fn name_upper(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    if subject.profile.alphabet != Alphabet::Wide && name.to_lowercase() != name {
        let finding = found.here(node.span, "the name has upper-case letters");
        if let Some((help, fix)) = hyphen_case(subject, node, &name) {
            finding.help(help).fix(fix);
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// Invisible characters in the name, and Cyrillic or Greek letters among Latin ones.
    /// ## Why it matters
    /// Two names that look alike are then two skills.
    /// ## Example
    /// A zero-width space between two letters.
    NAME_HIDDEN_CHAR = "name-hidden-char" {
        summary: "a character in the name that cannot be told from others",
        category: Name,
        level: Error,
        fix: Safe,
        check: name_hidden_char,
    }
}

fn name_hidden_char(subject: &Subject<'_>, found: &mut Findings<'_>) {
    super::description::hidden_char(subject, found, "name");
    let Some((node, name)) = text(subject) else { return };
    if let Some((word, c)) = mixed(&name) {
        let finding = found.here(
            node.span,
            format!("`{word}` mixes `{c}` (U+{:04X}) into Latin letters that look alike", u32::from(c)),
        );
        match latin(c) {
            Some(plain) => finding.help(format!("type the Latin `{plain}` in its place")),
            None => finding.help("write the name in one script"),
        };
    }
}

/// The first word with Latin letters that has one of another script among them, and that letter.
fn mixed(name: &str) -> Option<(&str, char)> {
    name.split('-').find_map(|word| {
        let is_latin = word.chars().any(|c| c.is_ascii_alphabetic());
        word.chars().find(|c| is_latin && is_look_alike(*c)).map(|c| (word, c))
    })
}

/// A name as it looks: with the Latin letters that others stand for.
fn unmasked(name: &str) -> String {
    if mixed(name).is_none() {
        return name.to_owned();
    }
    name.chars().map(|c| latin(c).unwrap_or(c)).collect()
}

/// The Latin letter that a Cyrillic or Greek one looks like.
fn latin(c: char) -> Option<char> {
    const PAIRS: [(char, char); 19] = [
        ('а', 'a'),
        ('е', 'e'),
        ('о', 'o'),
        ('р', 'p'),
        ('с', 'c'),
        ('х', 'x'),
        ('у', 'y'),
        ('і', 'i'),
        ('ј', 'j'),
        ('ѕ', 's'),
        ('һ', 'h'),
        ('ԁ', 'd'),
        ('ԛ', 'q'),
        ('ԝ', 'w'),
        ('ο', 'o'),
        ('α', 'a'),
        ('ν', 'v'),
        ('ι', 'i'),
        ('κ', 'k'),
    ];
    PAIRS.iter().find(|(other, _)| *other == c).map(|(_, plain)| *plain)
}

/// Cyrillic and Greek letters: among Latin ones they are there to deceive.
fn is_look_alike(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}') && c.is_alphabetic()
}

declare_rule! {
    /// ## What it finds
    /// Letters other than `a` to `z` in the name.
    /// ## Why it matters
    /// The specification allows any script; Claude, OpenAI, Google and TeleAI take ASCII only.
    /// ## Example
    /// `name: 数据分析`
    NAME_NOT_ASCII = "name-not-ascii" {
        summary: "the name has letters that several platforms refuse",
        category: Name,
        level: Note,
        fix: None,
        check: name_not_ascii,
    }
}

fn name_not_ascii(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    if subject.profile.alphabet == Alphabet::Unicode
        && name.chars().any(|c| !c.is_ascii() && is_letter_or_number(c))
        && mixed(&name).is_none()
    {
        found
            .here(node.span, "the name has letters beyond `a` to `z`, which several platforms refuse")
            .help("harmless where only agents of your own read it; for Claude, OpenAI, Google or TeleAI use `a` to `z`");
    }
}

declare_rule! {
    /// ## What it finds
    /// A name that is a path or a device: `..`, `a/b`, `C:\x`, `con`.
    /// ## Why it matters
    /// Tools that join it to a folder unchecked would write elsewhere; `skill` refuses to install it.
    /// ## Example
    /// `name: ../../evil`
    NAME_PATH_TRICK = "name-path-trick" {
        summary: "the name is a path",
        category: Name,
        level: Error,
        fix: None,
        check: name_path_trick,
    }
}

fn name_path_trick(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    // A `/` between words is no path: the rule on characters speaks of it.
    if crate::model::name::unsafe_name(&name).is_some() && !name.contains(" / ") {
        found
            .here(node.span, "the name is a path or a device's name, so no tool may use it as a folder")
            .help("write a plain name");
    }
}

declare_rule! {
    /// ## What it finds
    /// A name with a word that the platform keeps for itself: `claude`, `anthropic`.
    /// ## Why it matters
    /// The upload is refused.
    /// ## Example
    /// `name: claude-helper`
    NAME_RESERVED = "name-reserved" {
        summary: "the name holds a reserved word",
        category: Name,
        level: Off,
        fix: None,
        check: name_reserved,
    }
}

fn name_reserved(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    let lower = name.to_lowercase();
    if let Some(word) = ["claude", "anthropic"].iter().find(|word| lower.contains(**word)) {
        found.here(node.span, format!("the name holds `{word}`, which the platform keeps for itself"));
    }
}

declare_rule! {
    /// ## What it finds
    /// A name that says nothing: `helper`, `utils`, `tools`, `data`, `skill` …
    /// ## Why it matters
    /// Neither people nor agents can tell what it is for, and it collides with others.
    /// ## Example
    /// `name: utils`
    NAME_VAGUE = "name-vague" {
        summary: "the name says nothing",
        category: Name,
        level: Note,
        fix: None,
        check: name_vague,
    }
}

fn name_vague(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((node, name)) = text(subject) else { return };
    if VAGUE.contains(&name.as_str()) {
        found
            .here(node.span, format!("`{name}` does not say what the skill is for"))
            .help("name the task: `fill-pdf-forms`");
    }
}
