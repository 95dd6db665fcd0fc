//! Rules on the skills of one run beside each other.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::{
        name::{edit_distance, nearest},
        span::Span,
    },
};

/// Characters of names and descriptions that agents give a catalogue where they know no better.
const CATALOG_BUDGET: usize = 8_000;
/// References by name that are looked up per skill, at most.
const MAX_REFERENCES: usize = 50;

/// The value of a field of the head, else the head's start.
fn field(subject: &Subject<'_>, key: &str) -> Span {
    subject.skill.head.value(key).map_or(Span::at(0), |node| node.span)
}

declare_rule! {
    /// ## What it finds
    /// Two skills of one run with the same name. Copies in agents' own folders (`.claude/skills` and the like), in
    /// plugins, and skills that are tests or examples do not count.
    /// ## Why it matters
    /// Agents and installers take one of the two; in a project and the home folder the project's wins, within one
    /// folder it depends on the agent.
    /// ## Example
    /// `skills/pdf` and `skills/office/pdf`, both with `name: pdf`.
    DUPLICATE_NAME = "duplicate-name" {
        summary: "another skill has the same name",
        category: Collection,
        level: Warning,
        fix: None,
        check: duplicate_name,
    }
}

fn duplicate_name(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let namesakes = subject.surroundings.namesakes();
    let Some(first) = namesakes.first() else { return };
    let more = namesakes.len() - 1;
    let message = match more {
        0 => format!("the skill in `{}` has the same name", first.shown),
        more => format!("the skills in `{}` and {more} more have the same name", first.shown),
    };
    found
        .here(field(subject, "name"), message)
        .help("rename one of them; of two skills with one name, agents load only one");
}

declare_rule! {
    /// ## What it finds
    /// Names and descriptions that together exceed 8,000 characters; one finding for the run, at its first skill.
    /// ## Why it matters
    /// Every name and description stands in the agent's context all the time. Beyond its budget, an agent cuts
    /// descriptions or leaves skills out: Codex at 8,000 characters, Claude Code at about one per cent of its window.
    /// ## Example
    /// Forty skills with descriptions of 300 characters.
    CATALOG_BUDGET_RULE = "catalog-budget" {
        summary: "names and descriptions together exceed an agent's budget",
        category: Collection,
        level: Note,
        fix: None,
        check: catalog_budget,
    }
}

fn catalog_budget(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let all = subject.surroundings;
    if all.is_first() && all.count() > 1 && all.catalog() > CATALOG_BUDGET {
        let message = format!(
            "the names and descriptions of these {} skills have {} characters, {CATALOG_BUDGET} fit an agent's catalogue",
            all.count(),
            all.catalog()
        );
        found.file("", message).help("shorten descriptions, or install a part of the skills per project");
    }
}

declare_rule! {
    /// ## What it finds
    /// Two skills whose descriptions share seven words of ten or more.
    /// ## Why it matters
    /// The agent can't tell which of them a request is for.
    /// ## Example
    /// `pdf-read` and `pdf-extract`, both "Use when the user mentions PDF files …". Say in each what it is not for.
    TRIGGER_OVERLAP = "trigger-overlap" {
        summary: "another skill's description asks for the same tasks",
        category: Collection,
        level: Note,
        fix: None,
        check: trigger_overlap,
    }
}

fn trigger_overlap(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let rivals = subject.surroundings.rivals();
    let Some((other, share)) = rivals.iter().max_by_key(|(_, share)| *share) else { return };
    let more = rivals.len() - 1;
    let rest = if more > 0 { format!(", {more} more likewise") } else { String::new() };
    found
        .here(
            field(subject, "description"),
            format!("`{}` ({}) shares {share} % of this description's words{rest}", other.name, other.shown),
        )
        .help("say in each description what it is for alone, and what it is not for");
}

declare_rule! {
    /// ## What it finds
    /// A skill named in the body (``the `name` skill``) that no skill of the run is called, while one is called
    /// almost so.
    /// ## Why it matters
    /// The agent looks for a skill that is not there. Names without a near one may be skills from elsewhere and are
    /// not judged.
    /// ## Example
    /// ``Use the `pdf-reader` skill`` when the skill is called `pdf-read`.
    CROSS_SKILL_REF = "cross-skill-ref" {
        summary: "the body names a skill by a name that almost exists",
        category: Collection,
        level: Note,
        fix: None,
        check: cross_skill_ref,
    }
}

fn cross_skill_ref(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let all = subject.surroundings;
    let Some(body) = subject.body().filter(|_| all.count() > 1) else { return };
    let own = subject.skill.head.text("name").unwrap_or("");
    let mut looked_up = 0;
    for span in &body.code_spans {
        let name = span.of(body.text);
        let is_name = name.contains('-')
            && !name.starts_with('-')
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let after = body.text.get(span.end..).unwrap_or("").trim_start_matches(['`', '*']);
        if !is_name || !after.starts_with(" skill") || all.knows(name) || name == own {
            continue;
        }
        looked_up += 1;
        if looked_up > MAX_REFERENCES {
            return;
        }
        let near = nearest(name, all.names()).filter(|near| edit_distance(name, near) * 5 <= name.len());
        if let Some(near) = near {
            found
                .here(*span, format!("no skill here is called `{name}`"))
                .help(format!("did you mean `{near}`?"));
        }
    }
}
