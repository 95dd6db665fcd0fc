//! Rules on files that the text names without a link, and on what lies where.

use crate::{
    lint::{
        Subject,
        document::{CodeBlock, Document},
        rule::{Findings, declare_rule},
    },
    model::{
        skill::Skill,
        span::{Span, lines},
    },
};

/// Where a skill keeps its files.
const FOLDERS: [&str; 3] = ["scripts/", "references/", "assets/"];

declare_rule! {
    /// ## What it finds
    /// A path below `scripts/`, `references/` or `assets/` that SKILL.md names in a code span and that is not there, and
    /// a script that a command in a code block runs.
    /// Patterns, variables, examples, files of other skills and files that the agent is told to write are not judged,
    /// nor tables and code blocks that speak of another project's files.
    /// ## Why it matters
    /// The agent looks for a file that does not exist.
    /// ## Example
    /// `` `scripts/extract.py` `` when the file is `scripts/extract_text.py`.
    MENTION_MISSING_FILE = "mention-missing-file" {
        summary: "SKILL.md names a file that is not there",
        category: Links,
        level: Warning,
        fix: None,
        check: mention_missing_file,
    }
}

fn mention_missing_file(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let Some(body) = subject.body() else { return };
    let skill = subject.skill;
    let missing = body.code_spans.iter().filter_map(|span| {
        let (at, path) = bundled_path(span.of(body.text))?;
        // A folder the skill does not have at all is a project's own.
        let folder = path.split('/').next().unwrap_or(path);
        (!skill.has(path) && skill.has_folder(folder))
            .then(|| (span, at, path, clause(body.text, span.start)))
    });
    let missing: Vec<_> = missing.collect();
    let mut told: Vec<&str> = missing
        .iter()
        .filter(|(span, .., clause)| is_written(clause) || is_in_foreign_table(skill, body, span.start))
        .map(|(_, _, path, _)| *path)
        .collect();
    for (span, at, path, clause) in missing {
        let after = body.text[span.end..].lines().next().unwrap_or("");
        let is_idea = ["would be helpful", "会很有帮助"].iter().any(|words| after.contains(words));
        if told.contains(&path) || is_idea || is_example(&clause) || is_of_another(&clause) {
            continue;
        }
        told.push(path);
        tell(skill, path, span.start + at, found);
    }
    for (start, path) in commands(skill, body) {
        if !skill.has(path) && skill.has_folder("scripts") && !told.contains(&path) {
            told.push(path);
            tell(skill, path, start, found);
        }
    }
}

fn tell(skill: &Skill, path: &str, start: usize, found: &mut Findings<'_>) {
    let finding = found.here(Span::new(start, start + path.len()), format!("`{path}` does not exist"));
    if let Some(near) = super::links::nearest_path(skill, path) {
        finding.help(format!("did you mean `{near}`?"));
    }
}

/// Whether a path stands in a table with paths of other kinds and none of the files is the skill's: a list of another
/// project's files, or of ways to write a path.
fn is_in_foreign_table(skill: &Skill, body: &Document<'_>, at: usize) -> bool {
    let Some(table) = table(body.text, at) else { return false };
    let paths: Vec<&str> = body
        .code_spans
        .iter()
        .filter(|span| table.start <= span.start && span.end <= table.end)
        .map(|span| span.of(body.text))
        .map(|path| path.strip_prefix("./").unwrap_or(path))
        .filter(|path| {
            path.contains('/') && !path.contains([' ', '<', '{', '$', '*']) && !path.contains("://")
        })
        .collect();
    let is_bundled = |path: &&str| FOLDERS.iter().any(|folder| path.starts_with(folder));
    !paths.iter().all(is_bundled) && !paths.iter().any(|path| skill.has(path))
}

/// The lines of the table round a place: those beside each other that begin with `|`.
fn table(text: &str, at: usize) -> Option<Span> {
    let is_row = |line: &str| line.trim_start().starts_with('|');
    let mut start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    if !is_row(&text[start..]) {
        return None;
    }
    while start > 0 {
        let above = text[..start - 1].rfind('\n').map_or(0, |newline| newline + 1);
        if !is_row(&text[above..start]) {
            break;
        }
        start = above;
    }
    let length: usize =
        text[start..].split_inclusive('\n').take_while(|line| is_row(line)).map(str::len).sum();
    Some(Span::new(start, start + length))
}

/// The scripts of the skill that commands in code blocks run, with where they stand.
fn commands<'a>(skill: &Skill, body: &Document<'a>) -> Vec<(usize, &'a str)> {
    const RUNNERS: [&str; 12] =
        ["python", "python3", "bash", "sh", "node", "deno", "bun", "ruby", "uv", "npx", "tsx", "source"];
    let text: &str = body.text;
    let mut found = Vec::new();
    // Commands on a project's code run the project's scripts.
    let is_of_project = |block: &&CodeBlock| {
        block.span.of(text).split_whitespace().any(|word| {
            ["src", "tests"].iter().any(|folder| {
                word.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
                    && !skill.has_folder(folder)
            })
        })
    };
    for block in body.code_blocks.iter().filter(|block| block.is_fenced && !is_of_project(block)) {
        for line in lines(text, block.span.start).take_while(|line| line.span.start < block.span.end) {
            let command = line.span.of(text);
            let mut words = command.trim_start_matches([' ', '\t', '$']).split_whitespace();
            if !words.next().is_some_and(|word| RUNNERS.contains(&word)) {
                continue;
            }
            // Options of the runner may stand before the script.
            let script = words.take(3).find_map(bundled_path).map(|(_, path)| path);
            if let Some(path) = script.filter(|path| path.starts_with("scripts/"))
                && let Some(at) = command.find(path)
            {
                found.push((line.span.start + at, path));
            }
        }
    }
    found
}

/// What stands before a code span in its sentence or list item, in lower case.
fn clause(text: &str, at: usize) -> String {
    let mut from = at.saturating_sub(240);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    // The point of an abbreviation ends no sentence.
    let before = text[from..at].replace("e.g. ", "e.g., ").replace("i.e. ", "i.e., ");
    let start = [". ", ".\n", "。", "；", "; ", "\n\n", "\n- ", "\n* ", "\n|", "\n#"]
        .iter()
        .filter_map(|end| before.rfind(end).map(|at| at + end.len()))
        .max()
        .unwrap_or(0);
    before[start..].trim_end_matches('`').to_lowercase()
}

fn is_example(clause: &str) -> bool {
    const WORDS: [&str; 8] = ["example", "e.g", "such as", "for instance", "示例", "例如", "比如", "譬如"];
    WORDS.iter().any(|word| clause.contains(word))
}

/// Whether the words before a path speak of another skill: ``the `pdf` skill's``, or its name right before.
fn is_of_another(clause: &str) -> bool {
    let others = clause.replace("this skill", "").replace("本技能", "").replace("该技能", "");
    let last =
        clause.trim_end().trim_end_matches("'s").strip_suffix('`').and_then(|rest| rest.rsplit('`').next());
    let is_name = |word: &str| {
        word.contains('-') && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    others.ends_with(" its ")
        || others.contains("skill")
        || others.contains("技能")
        || last.is_some_and(is_name)
}

/// Whether the words before a path tell to make the file, and not to read it.
fn is_written(clause: &str) -> bool {
    const MAKE: [&str; 17] = [
        "create", "update", "write", "save", "generate", "produce", "store", "append", "export", "paste",
        "add ", "生成", "创建", "写入", "保存", "输出", "更新",
    ];
    const READ: [&str; 10] =
        ["see ", "refer", "read", "consult", "details", "详见", "参见", "参阅", "参考", "阅读"];
    let last = |words: &[&str]| words.iter().filter_map(|word| clause.rfind(word)).max();
    last(&MAKE).is_some_and(|make| last(&READ).is_none_or(|read| read < make))
}

/// The first word of a code span that is a path of one of the three folders, with where it stands.
fn bundled_path(text: &str) -> Option<(usize, &str)> {
    // Most code names no path at all.
    if !text.bytes().any(|byte| byte == b'/') || !FOLDERS.iter().any(|folder| text.contains(folder)) {
        return None;
    }
    let is_writing = [" > ", " -o ", "--output", "--out ", "mkdir ", "touch ", "tee "]
        .iter()
        .any(|word| text.contains(word));
    if is_writing || text.contains(['*', '{', '$', '<', '[', '…']) || text.contains("...") {
        return None;
    }
    text.split_whitespace().find_map(|word| {
        let word = word.trim_matches(['"', '\'', ',', ';', ')', '(']);
        let path = word.strip_prefix("./").unwrap_or(word).trim_end_matches(['.', ':']);
        let is_bundled = FOLDERS.iter().any(|folder| path.starts_with(folder));
        let name = path.rsplit('/').next().unwrap_or("");
        let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && (1..=5).contains(&ending.len())
                && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        let is_standin = [
            "foo", "bar", "example", "your", "some-", "some_", "my-", "name", "xxx", "YYYY", "file.", "_X.",
            "_N.", "-N.",
        ]
        .iter()
        .any(|word| name.contains(word));
        let is_plain = path
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.'));
        (is_bundled && has_ending && is_plain && !is_standin && !name.starts_with('_'))
            .then(|| (text.find(path).unwrap_or(0), path))
    })
}

declare_rule! {
    /// ## What it finds
    /// A file below `references/` that links to another one there.
    /// ## Why it matters
    /// TeleAI allows one level: SKILL.md names every reference itself.
    /// ## Example
    /// `references/api.md` with a link to `errors.md` beside it.
    REF_TO_REF = "ref-to-ref" {
        summary: "a reference links to a reference",
        category: Links,
        level: Off,
        fix: None,
        check: ref_to_ref,
    }
}

fn ref_to_ref(subject: &Subject<'_>, found: &mut Findings<'_>) {
    let references = subject.documents().iter().filter(|document| document.path.starts_with("references/"));
    for document in references {
        for link in &document.links {
            let Some(path) = super::links::target_path(subject.skill, document, link) else { continue };
            if path.starts_with("references/") && path != document.path {
                found
                    .at(document.path, link.target_span, format!("`{}` links to `{path}`", document.path))
                    .help("name it in SKILL.md instead");
            }
        }
    }
}

declare_rule! {
    /// ## What it finds
    /// A link with backslashes.
    /// ## Why it matters
    /// A backslash is part of a file's name on Linux and macOS, so the link leads nowhere there.
    /// ## Example
    /// `[guide](references\guide.md)`
    LINK_BACKSLASH = "link-backslash" {
        summary: "a link with backslashes",
        category: Links,
        level: Warning,
        fix: Safe,
        check: link_backslash,
    }
}

fn link_backslash(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for document in subject.documents().iter().filter(|document| !super::links::is_for_people(document.path))
    {
        backslashes(subject, document, found);
    }
}

fn backslashes(subject: &Subject<'_>, document: &Document<'_>, found: &mut Findings<'_>) {
    use crate::lint::fix::{Edit, Fix};
    for link in document.links.iter().filter(|link| link.target.contains('\\')) {
        if let Some(path) = super::links::target_path(subject.skill, document, link) {
            let written = link.target_span.of(document.text);
            let finding = found.at(
                document.path,
                link.target_span,
                format!("`{}` is written with backslashes", link.target),
            );
            finding.help(format!("write `{path}`"));
            if written == link.target {
                let edit = Edit::replace(link.target_span, written.replace('\\', "/"));
                finding.fix(Fix::safe("write slashes", vec![edit]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(text: &str) -> String {
        clause(text, text.find("scripts/").unwrap())
    }

    #[test]
    fn the_words_before_a_path_tell_whose_it_is_and_what_for() {
        assert!(is_of_another(&before("Fine. The `pdf` skill's `scripts/a.py` does it.")));
        assert!(is_of_another(&before("See `pdf-read` `scripts/a.py`.")));
        assert!(!is_of_another(&before("Another skill does that. Run `scripts/a.py`.")));
        assert!(!is_of_another(&before("Run this skill's `scripts/a.py`.")));
        assert!(is_written(&before("Save the result to `scripts/a.json`.")));
        assert!(!is_written(&before("To create charts, see `scripts/a.py`.")));
        assert!(is_example(&before("Relative paths, e.g. `scripts/a.py`.")));
    }
}
