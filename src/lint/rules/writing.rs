//! Rules on how platforms ask authors to write, and on files that nothing leads to.

use std::collections::BTreeSet;

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::span::{Span, lines},
};

/// Skills of more files are not searched for forgotten ones: the work grows with the square.
const MAX_FILES: usize = 200;

declare_rule! {
    /// ## What it finds
    /// A step that only says to run the script: no path, no code, and no code block below.
    /// ## Why it matters
    /// TeleAI asks for the path, the command and its arguments; the agent has to guess them else.
    /// ## Example
    /// 「运行脚本」 is better as 「`python scripts/extract.py --input <file>`」.
    COMMAND_UNSPECIFIC = "command-unspecific" {
        summary: "a command is asked for and not given",
        category: Body,
        level: Off,
        fix: None,
        check: command_unspecific,
    }
}

fn command_unspecific(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const ORDERS: [&str; 6] =
        ["运行脚本", "执行脚本", "运行该脚本", "run the script", "Run the script", "execute the script"];
    let Some(body) = subject.body() else { return };
    let rows: Vec<Span> = lines(body.text, body.start).map(|line| line.span).collect();
    for (index, row) in rows.iter().enumerate() {
        let text = row.of(body.text);
        // The order itself, and not a sentence that speaks of running a script.
        let step = text.trim_start_matches(|c: char| {
            c.is_ascii_digit() || matches!(c, ' ' | '\t' | '.' | ')' | '-' | '*' | '>' | '、' | '，')
        });
        let step = ["请", "然后", "接着", "再", "直接"]
            .iter()
            .fold(step, |step, word| step.trim_start_matches(word));
        let Some(order) = ORDERS.into_iter().find(|order| {
            step.strip_prefix(*order)
                .is_some_and(|rest| rest.trim_matches(['*', ' ', '.', '。', '；', ';', '，']).is_empty())
        }) else {
            continue;
        };
        let at = text.len() - step.len();
        let below =
            rows[index + 1..].iter().map(|row| row.of(body.text).trim()).find(|text| !text.is_empty());
        let is_given = text.contains(['`', '/', '[', '|', '#'])
            || text.trim_end().ends_with([':', '：'])
            || below.is_some_and(|text| text.starts_with(['`', '~']));
        let start = row.start + at;
        if !is_given && !body.is_code(start) {
            found
                .here(
                    Span::new(start, start + order.len()),
                    "the line does not say which script, or how to run it",
                )
                .help("give the command: `python scripts/extract.py --input <file>`");
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A number of eight digits and more after the words for an order, a ticket or an account.
    /// ## Why it matters
    /// TeleAI asks for parameters: the value is one user's, the skill is for all.
    /// ## Example
    /// 「查询订单号 2024112300017」 is better as `查询 {order_id}，由用户提供`.
    HARDCODED_VALUE = "hardcoded-value" {
        summary: "one order's or account's number is written out",
        category: Body,
        level: Off,
        fix: None,
        check: hardcoded_value,
    }
}

fn hardcoded_value(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const WORDS: [&str; 7] =
        ["订单号", "工单号", "账号", "单号", "order number", "order id", "account number"];
    let Some(body) = subject.body() else { return };
    // ASCII case folding keeps every offset.
    let text = body.source().to_ascii_lowercase();
    let mut told = BTreeSet::new();
    for word in WORDS {
        for (at, _) in text.match_indices(word) {
            let after = &text[at + word.len()..];
            let gap = after.len()
                - after.trim_start_matches([' ', ':', '：', '=', '为', '是', '#', '`', '"']).len();
            let digits = after[gap..].bytes().take_while(u8::is_ascii_digit).count();
            let start = body.start + at + word.len() + gap;
            if digits >= 8 && gap <= 8 && told.insert(start) {
                found
                    .here(Span::new(start, start + digits), "one user's value is written out")
                    .help("make it a parameter that the user gives");
            }
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A file that neither SKILL.md nor a file it leads to names: by its path, its name, its folder or as an import.
    /// Licenses, readmes, tests, settings and hidden files are not judged.
    /// ## Why it matters
    /// No agent finds it, and every install carries it.
    /// ## Example
    /// `references/old.md` that nothing mentions.
    FILE_ORPHAN = "file-orphan" {
        summary: "a file that nothing leads to",
        category: Links,
        level: Off,
        fix: None,
        check: file_orphan,
    }
}

fn file_orphan(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let skill = subject.skill;
    let files = skill.tree.files();
    if files.len() > MAX_FILES || skill.manifest.is_none() {
        return;
    }
    let mut texts = vec![skill.text()];
    let mut waiting: Vec<_> =
        files.iter().filter(|file| !is_apart(&file.path) && file.path != skill.manifest_path()).collect();
    while let Some(text) = texts.pop() {
        let (reached, others): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|file| super::links::is_named(text, &file.path));
        texts.extend(reached.iter().filter_map(|file| std::str::from_utf8(&file.content).ok()));
        waiting = others;
    }
    let Some(first) = waiting.first() else { return };
    let more = match waiting.len() - 1 {
        0 => String::new(),
        1 => " (and one more file)".to_owned(),
        more => format!(" (and {more} more files)"),
    };
    found
        .file(&first.path, format!("nothing leads to `{}`{more}", first.path))
        .help("name it in SKILL.md and say when to read it, or take it out");
}

/// Files that have their readers elsewhere.
fn is_apart(path: &str) -> bool {
    const ROOMS: [&str; 5] = ["evals/", "tests/", "test/", "agents/", "skills/"];
    const NAMES: [&str; 9] = [
        "__init__.py",
        "requirements.txt",
        "package.json",
        "package-lock.json",
        "pyproject.toml",
        "uv.lock",
        "tsconfig.json",
        "SKILL.md",
        "skill.toml",
    ];
    let name = path.rsplit('/').next().unwrap_or(path);
    super::links::is_for_people(path)
        || name.starts_with(['.', '_'])
        || NAMES.contains(&name)
        || name.to_ascii_lowercase().starts_with("notice")
        || ROOMS.iter().any(|room| path.starts_with(room))
        || path.split('/').any(|part| part.starts_with('.') || part == "tests")
}

/// The first words of a description.
fn opening<'a>(subject: &Subject<'a>) -> Option<(Span, &'a str)> {
    let node = subject.skill.head.value("description")?;
    Some((node.span, node.text()?.trim_start()))
}

declare_rule! {
    /// ## What it finds
    /// A description that begins in the first or second person: "I can", "You can", 「我可以」.
    /// ## Why it matters
    /// It stands in the agent's instructions, where "I" and "you" mean somebody else; Anthropic asks for the third
    /// person.
    /// ## Example
    /// `I can help you fill forms.` is better as `Fills forms.`
    DESCRIPTION_PERSON = "description-person" {
        summary: "the description speaks of `I` or `you`",
        category: Description,
        level: Off,
        fix: None,
        check: description_person,
    }
}

fn description_person(subject: &Subject<'_>, found: &mut Findings<'_>) {
    const BEGINNINGS: [&str; 14] = [
        "I ",
        "I'll ",
        "I'm ",
        "I’ll ",
        "I’m ",
        "You can ",
        "You are ",
        "You're ",
        "We ",
        "Let me ",
        "我可以",
        "我能",
        "我会",
        "你可以",
    ];
    let Some((span, text)) = opening(subject) else { return };
    if let Some(beginning) = BEGINNINGS.iter().find(|beginning| text.starts_with(**beginning)) {
        found
            .here(span, format!("the description begins with `{}`", beginning.trim_end()))
            .help("begin with what the skill does: `Fills forms …`");
    }
}

declare_rule! {
    /// ## What it finds
    /// A description of which no piece between blanks and signs has 2 to 12 characters.
    /// ## Why it matters
    /// StablEdge chooses a skill when one such piece stands in the user's message; long pieces never do.
    /// ## Example
    /// 「当用户需要处理各种各样的便携文档格式文件时使用」 has no trigger word; add 「触发词：PDF、合并 PDF」.
    DESCRIPTION_TRIGGER_FRAGMENTS = "description-trigger-fragments" {
        summary: "the description has no short trigger word",
        category: Description,
        level: Off,
        fix: None,
        check: description_trigger_fragments,
    }
}

fn description_trigger_fragments(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some((span, text)) = opening(subject).filter(|(_, text)| !text.is_empty()) else { return };
    let pieces = crate::model::matching::fragments(text);
    if !pieces.iter().any(|piece| piece.chars().count() <= 12) {
        found
            .here(span, "no piece of the description is short enough to stand in a user's message")
            .help("list trigger words with `、` between them: `触发词：PDF、合并 PDF`");
    }
}
