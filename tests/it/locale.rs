//! `--locale zh`: the linter's words in Chinese, and nothing else changed by them.

use std::{collections::BTreeMap, fs, path::Path};

use serde_json::Value;

use crate::support::{TestContext, copy};

/// The report of a run, and the words of its findings taken out of it: messages, labels, helps, titles of fixes.
fn report(context: &TestContext, arguments: &[&str], locale: &str) -> (Value, Vec<String>) {
    fn take(value: &mut Value, words: &mut Vec<String>) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| take(item, words)),
            Value::Object(fields) => {
                for (key, inner) in fields {
                    match inner {
                        Value::String(text) if matches!(key.as_str(), "message" | "help" | "title") => {
                            words.push(std::mem::take(text));
                        }
                        inner => take(inner, words),
                    }
                }
            }
            _ => {}
        }
    }
    let first = ["lint", "--format", "json", "--fail-on", "never", "--locale", locale];
    let output = context.command(first.iter().chain(arguments)).output().expect("a run");
    let mut value: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let mut words = Vec::new();
    take(&mut value["skills"], &mut words);
    (value, words)
}

/// Whether a sentence of English is left: three words in a row outside of code.
fn is_english(text: &str) -> bool {
    let plain: String = text.split('`').step_by(2).collect::<Vec<_>>().join("。");
    let is_word =
        |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\'');
    plain
        .split(|c: char| !c.is_ascii())
        .any(|part| part.split(' ').collect::<Vec<_>>().windows(3).any(|three| three.iter().all(is_word)))
}

#[test]
fn every_finding_on_the_bad_examples_is_told_in_chinese_and_nothing_else_differs() {
    let context = TestContext::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    let mut told = 0;
    for entry in fs::read_dir(&examples).expect("a folder") {
        let folder = entry.expect("an entry").path();
        let rule = folder.file_name().expect("a name").to_string_lossy().into_owned();
        if rule == "manifest-missing" {
            continue;
        }
        copy(&folder, &context.project().join(&rule));
        let settings = fs::read_to_string(folder.join("profile.toml")).unwrap_or_default();
        let settings = format!("name = \"x\"\nextends = \"spec\"\n{settings}[rules]\n{rule} = \"warning\"\n");
        context.write(&format!("{rule}.toml"), settings);
        let (bad, profile) = (format!("{rule}/bad"), format!("{rule}.toml"));
        let arguments = [&bad, "--profile", &profile, "--profile", "spec,skills-ref,teleai,stabledge"];
        let (english, said) = report(&context, &arguments, "en");
        let (chinese, translated) = report(&context, &arguments, "zh");
        assert_eq!(english, chinese, "{rule}");
        assert_eq!(said.len(), translated.len(), "{rule}");
        told += said.len();
        for (said, translated) in said.into_iter().zip(translated) {
            if !said.is_empty() && (said == translated || is_english(&translated)) {
                wrong.insert(said, translated);
            }
        }
    }
    assert!(told > 300, "{told}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_chinese_screen_is_aligned() {
    let context = TestContext::new();
    let head = "name: pdf\ndescription: 整理表格：[合并]: 用于处理\n";
    context.write("pdf/SKILL.md", format!("---\n{head}---\n[说明](引用/没有.md)\n"));
    let ran = context.run("lint pdf --locale zh").ends_with(1);
    insta::assert_snapshot!(ran, @"
    exit 1
    --- stdout
    错误[unquoted-colon]: `description` 的值里有冒号加空格，必须加引号
     --> pdf/SKILL.md:3:23
      |
    3 | description: 整理表格：[合并]: 用于处理
      |                              ^ 在 YAML 里，这个冒号表示键的结束
      |
      = 建议: 给值加上双引号

    错误[link-broken]: `引用/没有.md` 不存在
     --> pdf/SKILL.md:5:6
      |
    5 | [说明](引用/没有.md)
      |        ^^^^^^^^^^^^

    --- stderr
            完成 1 个技能：2 个错误
    建议: `--fix` 可以修复其中 1 个，`--diff` 先看改动
    ");
}

#[test]
fn a_manual_page_is_shown_in_the_language_asked_for() {
    let mut context = TestContext::new();
    let page = context.run("rule name-upper --locale zh").ends_with(0);
    insta::assert_snapshot!(page, @"
    exit 0
    --- stdout
    name-upper: 名称里有大写字母
    类别 name；在 `spec` 中为 error；`--unsafe-fixes` 可以修复

    ## 找什么
    名称里的大写字母。
    ## 为什么
    规范只允许小写；在不区分大小写的磁盘上，两个技能可能互相冲突。
    ## 例子
    `name: PDF-Tools`
    --- stderr
    ");
    context.set("SKILL_LOCALE", "zh_CN.UTF-8");
    let table = context.run("rule").ends_with(0).prints("名称里有大写字母");
    assert!(!table.to_string().contains("upper-case"), "{table}");
    context.run("rule name-upper").ends_with(0).prints("## 为什么");
    context.run("rule name-upper --locale en").ends_with(0).prints("## Why it matters");
    context.set("SKILL_LOCALE", "de_DE.UTF-8").run("rule").ends_with(2).says("only `en` and `zh` are spoken");
}

#[test]
fn baselines_written_in_one_language_hold_in_the_other() {
    let context = TestContext::new();
    context.write("x/SKILL.md", "---\nname: X\ndescription: Does x. Use for x.\n---\n[x](gone.md)\n");
    let run = |line: &str| context.run(line).ends_with(0);
    run("lint x --write-baseline --baseline en.json");
    run("lint x --write-baseline --baseline zh.json --locale zh").says("接受");
    assert_eq!(context.read("en.json"), context.read("zh.json"));
    run("lint x --baseline en.json --locale zh").says("1 个技能：没有发现问题（基线接受 ");
    context.write(
        "x/SKILL.md",
        "---\nname: x\ndescription: Does x. Use for x.\n---\n# X\n\nDo x. Stop on errors.\n",
    );
    run("lint x --baseline en.json --locale zh").says("已不再出现").says("`gone.md` 不存在");
}

#[test]
fn reports_for_other_programs_speak_chinese_and_keep_their_fields() {
    let context = TestContext::new();
    context.write("x/SKILL.md", "---\nname: X\ndescription: Does x. Use for x.\n---\n[x](gone.md)\n");
    context
        .run("lint x --locale zh --format github")
        .ends_with(1)
        .prints("::error file=x/SKILL.md")
        .prints("名称里有大写字母%0A建议: 写成");
    context
        .run("lint x --locale zh --format junit")
        .ends_with(1)
        .prints("<failure type=\"error\" message=\"名称里有大写字母\">");
    context
        .run("lint x --locale zh --format concise")
        .ends_with(1)
        .prints("error[name-upper]: 名称里有大写字母");
    let log = context.run("lint x --locale zh --format sarif").ends_with(1).json();
    let run = &log["runs"][0];
    assert_eq!(run["language"], "zh-CN");
    assert_eq!(run["results"][0]["level"], "error");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let rule = rules.iter().find(|rule| rule["id"] == "name-upper").expect("the rule");
    assert_eq!(rule["shortDescription"]["text"], "名称里有大写字母");
    context
        .run("lint x --locale zh --tokens")
        .ends_with(0)
        .prints("何时载入")
        .prints("SKILL.md 的正文，预算 5000");
}
