//! The catalogues against the rules they speak for.
#![expect(clippy::disallowed_methods, reason = "tests read the sources")]

use std::{fs, path::Path};

use super::{catalogue::Catalogue, *};
use crate::lint::rules::RULES;

const CHINESE: Locale = Locale::Chinese;

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c))
}

#[test]
fn the_embedded_catalogue_can_be_read() {
    assert_eq!(Catalogue::read().err(), None);
}

#[test]
fn every_rule_is_translated_and_no_other() {
    let words = Words::of(CHINESE);
    for rule in RULES {
        let page = words.page(rule);
        for heading in ["## 找什么\n", "## 为什么\n", "## 例子\n"] {
            assert_eq!(page.matches(heading).count(), 1, "{}: `{heading}` in {page}", rule.name);
        }
        let summary = words.summary(rule);
        assert!(is_chinese(summary) && !summary.ends_with('。'), "{}: {summary}", rule.name);
    }
    let known = |name: &&str| !RULES.iter().any(|rule| rule.name == *name);
    let unknown: Vec<&str> = catalogue::chinese().names().filter(known).collect();
    assert_eq!(unknown, [] as [&str; 0]);
}

#[test]
fn what_a_sentence_caught_is_put_in_as_it_stands() {
    let words = Words::of(CHINESE);
    for (rule, english, chinese) in [
        (
            "description-too-long",
            "the description has 1030 characters, 1024 are allowed",
            "描述有 1030 个字符，上限是 1024",
        ),
        ("name-type", "`name` must be text, not a list", "`name` 必须是文本，不能是列表"),
        ("link-broken", "`a list` does not exist", "`a list` 不存在"),
        (
            "link-broken",
            "`x.md` does not exist (and 2 more such links in this file)",
            "`x.md` 不存在（本文件中还有 2 处同类链接）",
        ),
        ("crlf", "3 of 20 lines end with a carriage return", "20 行中有 3 行以回车符结尾"),
        (
            "secret",
            "a GitHub fine-grained token stands here: `gith…` (93 characters)",
            "这里有 GitHub 细粒度令牌：`gith…`（93 个字符）",
        ),
        ("bom", "nobody translated this", "nobody translated this"),
        ("no-such-rule", "the name is empty", "the name is empty"),
    ] {
        assert_eq!(words.message(rule, english), chinese);
        assert_eq!(Words::ENGLISH.message(rule, english), english);
    }
}

#[test]
fn the_last_lines_of_a_run_are_translated_with_all_their_parts() {
    let words = Words::of(CHINESE);
    for (english, chinese) in [
        ("1 skill: nothing found", "1 个技能：没有发现问题"),
        (
            "3 skills: 1 error, 2 warnings, 1 note (1 mended, 2 allowed by comments); 4 unchanged",
            "3 个技能：1 个错误，2 个警告，1 个提示（已修复 1 个，注释允许 2 个）；4 个没有改动",
        ),
        ("claude: 1 error, 1 warning", "claude：1 个错误，1 个警告"),
        ("the same on lines 1, 2 and 3", "第 1, 2、3 行也是"),
        ("name-upper", "name-upper"),
    ] {
        assert_eq!(words.phrase(english), chinese);
    }
}

#[test]
fn a_very_long_list_is_no_deep_one() {
    let text = "`x`, a blank, ".repeat(100_000);
    let said =
        Words::of(CHINESE).message("name-charset", &format!("the name holds {text}; y are allowed")).len();
    assert!(said > text.len() / 2);
}

/// Every Rust file below `src`, joined lines of strings joined.
fn sources(folder: &Path, out: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("locale/tests.rs")
        {
            out.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_english_sentence_of_the_catalogue_is_still_said() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    let code = code.replace("\\\"", "\"").replace("\\\\", "\\");
    let mut gone = Vec::new();
    for english in catalogue::sentences() {
        let longest = english.split("{}").flat_map(|part| part.split("{n}")).max_by_key(|part| part.len());
        let words = longest.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
        // `2 errors` is put together of `error` and an ending.
        if !code.contains(words) && !code.contains(&format!("\"{}\"", words.trim_end_matches('s'))) {
            gone.push(english);
        }
    }
    assert_eq!(gone, [] as [&str; 0]);
}

/// What is said right behind a call, with `7` for each hole.
fn spoken(code: &str, call: &str) -> Vec<String> {
    let ends = |text: &str| {
        let mut escaped = false;
        text.find(|c| {
            let is_end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            is_end
        })
    };
    let literal = |after: &str| Some(after[..ends(after)?].replace("\\\"", "\"").replace("\\\\", "\\"));
    let fill = |text: String| {
        let mut out = String::new();
        for (index, part) in text.replace("{{", "\u{1}").replace("}}", "\u{2}").split('{').enumerate() {
            let hole = part.split_once('}').filter(|_| index > 0);
            out.push_str(if hole.is_some() { "7" } else { "" });
            out.push_str(hole.map_or(part, |(_, words)| words));
        }
        out.replace('\u{1}', "{").replace('\u{2}', "}")
    };
    code.split(call).skip(1).filter_map(literal).map(fill).collect()
}

#[test]
fn every_help_label_and_title_of_a_rule_is_translated() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint/rules"), &mut code);
    let mut joined = String::new();
    for line in code.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        joined.push_str(if joined.ends_with(['(', '\\']) { "" } else { " " });
        joined.truncate(joined.trim_end_matches('\\').len());
        joined.push_str(line);
    }
    let calls = [".help(", ".marked(", "Fix::safe(", "Fix::unsure("];
    let calls = calls.iter().flat_map(|call| [format!("{call}\""), format!("{call}format!(\"")]);
    let said: Vec<String> = calls.flat_map(|call| spoken(&joined, &call)).collect();
    assert!(said.len() > 100, "{}", said.len());
    let is_lost = |english: &&String| {
        let of = |rule: &&Rule| catalogue::chinese().of_rule(rule.name, english).is_none();
        RULES.iter().all(of)
    };
    let lost: Vec<&String> = said.iter().filter(is_lost).collect();
    assert_eq!(lost, [] as [&str; 0]);
}
