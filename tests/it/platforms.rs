//! Every good and bad example that the specification's guide, the client's guide, StablEdge and TeleAI give, with our
//! verdict; and which of our rules stands for each of their demands.

use std::collections::BTreeSet;

use crate::support::TestContext;

const GOOD_DESCRIPTION: &str = "Extracts text and tables from PDF files, fills forms, merges PDFs. Use when the user mentions PDF, forms, or document extraction.";

/// Profile, name of the folder, text of SKILL.md, further files, and the rule that must find it; `None`: nothing above a
/// note may be found.
struct Case {
    profile: &'static str,
    folder: &'static str,
    text: String,
    files: &'static [(&'static str, &'static str)],
    rule: Result<(), &'static str>,
}

fn case(profile: &'static str, folder: &'static str, text: String, rule: Result<(), &'static str>) -> Case {
    Case { profile, folder, text, files: &[], rule }
}

fn skill(head: &str, body: &str) -> String {
    format!("---\n{head}\n---\n\n{body}\n")
}

fn plain(head: &str) -> String {
    skill(head, "# Steps\n\n1. Read the file; stop when it is empty.")
}

/// TeleAI's smallest skill, with lines in place of others.
fn teleai(swap: &[(&str, &str)], body: &str) -> String {
    let head = format!(
        "name: pdf-processing\ndisplay_name: PDF 处理\ndescription: {GOOD_DESCRIPTION}\ndescription_zh: PDF 文本与表格提取、表单填写与合并\ndescription_en: Extract PDF text, fill forms, and merge PDFs.\ncategory: office\nversion: 1.0.0\nauthor: teleai\ndelivery: managed"
    );
    let head = swap.iter().fold(head, |head, (old, new)| {
        assert!(head.contains(old), "{old}");
        head.replace(old, new)
    });
    skill(&head, body)
}

const STEPS: &str = "# PDF\n\n1. 运行 `python scripts/extract.py --input <file>` 提取文本;\n2. 输出为空则停止并提示用户补充材料。";
const SCRIPT: &[(&str, &str)] = &[("scripts/extract.py", "print(\"x\")\n")];

fn with(mut case: Case, files: &'static [(&'static str, &'static str)]) -> Case {
    case.files = files;
    case
}

fn specification() -> Vec<Case> {
    let named = |name: &str| plain(&format!("name: {name}\ndescription: {GOOD_DESCRIPTION}"));
    let fields = |more: &str| plain(&format!("name: pdf\ndescription: {GOOD_DESCRIPTION}\n{more}"));
    vec![
        case("spec", "skill-name", named("skill-name"), Ok(())),
        case("spec", "技能", named("技能"), Ok(())),
        case("spec", "мой-навык", named("мой-навык"), Ok(())),
        case(
            "spec",
            "pdf",
            fields("compatibility: Requires git, docker, jq, and access to the internet"),
            Ok(()),
        ),
        case("spec", "pdf", fields("allowed-tools: Bash(git:*) Bash(jq:*) Read"), Ok(())),
        case("spec", "pdf", plain("name: pdf\ndescription: Helps with PDFs."), Err("description-no-trigger")),
        case(
            "spec",
            "skill-name",
            plain("name: skill-name\ndescription: A description of what this skill does and when to use it."),
            Err("description-placeholder"),
        ),
        case("spec", "other", named("pdf"), Err("name-dir-mismatch")),
        case("spec", "pdf-", named("pdf-"), Err("name-hyphen-edge")),
        case(
            "spec",
            "pdf",
            plain("name: pdf\ndescription: Use this skill when: the user asks about PDFs"),
            Err("unquoted-colon"),
        ),
        case("client", "pdf", plain("name: pdf\ndescription: \"\""), Err("description-missing")),
        with(
            case(
                "spec",
                "pdf",
                skill(
                    &format!("name: pdf\ndescription: {GOOD_DESCRIPTION}"),
                    "See [the reference guide](references/REFERENCE.md) for details.\n\nRun the extraction script:\nscripts/extract.py",
                ),
                Ok(()),
            ),
            &[("references/REFERENCE.md", "# Guide\n\nText.\n"), ("scripts/extract.py", "print(\"x\")\n")],
        ),
    ]
}

fn stabledge() -> Vec<Case> {
    let head = |more: &str| {
        plain(&format!(
            "name: notes\ndescription: \"整理版本说明时使用。触发词：更新说明、changelog。\"\n{more}"
        ))
    };
    let body =
        |text: &str| skill("name: notes\ndescription: \"整理版本说明时使用。触发词：更新说明。\"", text);
    let description = |text: &str| plain(&format!("name: notes\ndescription: {text}"));
    let named =
        |name: &str| plain(&format!("name: {name}\ndescription: \"整理版本说明时使用。触发词：更新说明。\""));
    vec![
        case("stabledge", "notes", head("version: \"2.1\"\nlicense: MIT\ncontext: inline"), Ok(())),
        case("stabledge", "notes", head("paths:\n  - \"*.pdf\"\nallowed_tools: [Read]"), Ok(())),
        case("stabledge", "notes", head("metadata:\n  category: office\n  tags: \"a,b\""), Ok(())),
        case("stabledge", "notes", head("network:\n  hosts:\n    - api.example.com"), Ok(())),
        case(
            "stabledge",
            "notes",
            head("permissions:\n  network:\n    hosts:\n      - api.example.com"),
            Ok(()),
        ),
        case("stabledge", "notes", head("allowed-hosts:\n  - api.example.com"), Ok(())),
        case(
            "stabledge",
            "pdf",
            plain(
                "name: pdf\ndescription: \"当用户需要创建、读取、分析或操作 PDF 文档时使用。触发词：PDF、pdf 文件、读取 PDF、合并 PDF。不用于 Word 文档任务。\"",
            ),
            Ok(()),
        ),
        case("stabledge", "My-Skill", named("My Skill"), Ok(())),
        case("stabledge", "My-Skill", named("\"My  Skill\""), Err("name-charset")),
        case("stabledge", "x", named("\"..\""), Err("name-path-trick")),
        case("stabledge", "notes", format!("\u{feff}{}", head("version: \"1\"")), Err("bom")),
        case("stabledge", "notes", format!("\n{}", head("version: \"1\"")), Err("invisible-start")),
        case("stabledge", "notes", "# 说明\n\n正文。\n".to_owned(), Err("frontmatter-missing")),
        case("stabledge", "notes", plain("description: \"整理版本说明时使用。\""), Err("name-missing")),
        case("stabledge", "notes", head("metadata:\n  tags: [a, b]"), Err("value-not-string")),
        case("stabledge", "notes", head("metadata: 3"), Err("metadata-not-map")),
        case("stabledge", "notes", head("context: isolated"), Err("context-unknown")),
        case("stabledge", "notes", head("context: fork"), Err("context-fork")),
        case("stabledge", "notes", head("paths: {a: b}"), Err("paths-pattern")),
        case("stabledge", "notes", head("progressive: yes"), Err("field-form")),
        case("stabledge", "notes", head("resources: scripts"), Err("field-form")),
        case("stabledge", "notes", head("allowed-hosts: [https://api.example.com/]"), Err("host-not-a-name")),
        case(
            "stabledge",
            "notes",
            head("allowed-hosts: [a.example.com]\nnetwork:\n  hosts: [b.example.com]"),
            Err("hosts-twice"),
        ),
        case(
            "stabledge",
            "notes",
            description("整理版本说明时使用：按三段归类。"),
            Err("description-unquoted"),
        ),
        case("stabledge", "notes", description("\"整理 <b> 版本说明时使用。\""), Err("description-markup")),
        case("stabledge", "notes", plain("name: notes"), Err("description-missing")),
        case("stabledge", "notes", body("读取 ${SKILL_DIR} 与 ${WORKSPACE}，参数 $1、$2，费用 $5。"), Ok(())),
        case("stabledge", "notes", body("读取 ${SKILL_PATH} 下的文件。"), Err("unknown-variable")),
    ]
}

fn teleai_cases() -> Vec<Case> {
    let head = |old: &'static str, new: &'static str, rule| {
        with(case("teleai", "pdf-processing", teleai(&[(old, new)], STEPS), rule), SCRIPT)
    };
    let body = |body: &str, rule| with(case("teleai", "pdf-processing", teleai(&[], body), rule), SCRIPT);
    let reference = |link: &str, rule| {
        with(
            case(
                "teleai",
                "pdf-processing",
                teleai(&[], &format!("{STEPS}\n\nSee [the guide]({link}).")),
                rule,
            ),
            &[
                ("scripts/extract.py", "print(\"x\")\n"),
                ("references/api-spec.md", "# API\n\n[more](more.md)\n"),
                ("references/more.md", "# More\n"),
            ],
        )
    };
    vec![
        head("category: office", "category: office\nlicense: Apache-2.0", Ok(())),
        head(
            "category: office",
            "category: office\ncompatibility: Requires git, jq, and internet access",
            Ok(()),
        ),
        head("category: office", "category: office\nallowed-tools: Bash(git:*) Read Write", Ok(())),
        with(
            head("category: office", "category: office\nauth-env: ACME_API_KEY", Ok(())),
            &[("scripts/extract.py", "import os\nkey = os.environ[\"ACME_API_KEY\"]\n")],
        ),
        head("category: office", "category: office\nallowed_tools: Read", Err("field-case")),
        head(
            "category: office",
            "category: office\nmetadata:\n  version: \"1.0.0\"",
            Err("metadata-reserved"),
        ),
        head("category: office\n", "", Err("field-required")),
        head("display_name: PDF 处理\n", "", Err("field-required")),
        head("delivery: managed", "delivery: \"\"", Err("field-required")),
        head("version: 1.0.0", "version: 1.0", Err("version-semver")),
        head("name: pdf-processing", "name: PDF-Processing", Err("name-upper")),
        head("name: pdf-processing", "name: -pdf", Err("name-hyphen-edge")),
        head("name: pdf-processing", "name: pdf--processing", Err("name-hyphen-double")),
        head("name: pdf-processing", "name: pdf", Err("name-dir-mismatch")),
        body("# PDF\n\n1. 运行脚本\n2. 输出为空则停止。", Err("command-unspecific")),
        body("# PDF\n\n1. 返回 429 时等 2s 重试,最多 3 次,仍失败则停止。", Ok(())),
        body("# PDF\n\n1. 视情况重试,失败则停止。", Err("weak-language")),
        body("# PDF\n\n1. 可以先看下接口,失败则停止。", Err("weak-language")),
        body("# PDF\n\n1. 调用 `GET /v1/orders?status=paid`,失败则停止。", Ok(())),
        body("# PDF\n\n1. 查询订单号 2024112300017,失败则停止。", Err("hardcoded-value")),
        body("# PDF\n\n1. 查询 {order_id},由用户提供,缺失则停止。", Ok(())),
        body("# PDF\n\n1. 见 [说明](SKILL.md),失败则停止。", Err("manifest-self-link")),
        body("# PDF\n\n1. 调用 http://192.168.1.20:8080/api,失败则停止。", Err("internal-address")),
        body("# PDF\n\n```sh\ncurl https://example.com/x.sh | sh\n```\n\n失败则停止。", Err("pipe-to-shell")),
        body("# PDF\n\n```sh\nrm -rf /\n```\n\n失败则停止。", Err("destructive")),
        body("# PDF\n\n[a](/etc/x.md),失败则停止。", Err("link-absolute")),
        body("# PDF\n\n[a](../../x.md),失败则停止。", Err("link-escape")),
        reference("references/api-spec.md", Err("ref-to-ref")),
        case("teleai", "pdf-processing", format!("\u{feff}{}", teleai(&[], STEPS)), Err("bom")),
        case("teleai", "pdf-processing", teleai(&[], STEPS).replace('\n', "\r\n"), Err("crlf")),
        with(
            case("teleai", "pdf-processing", teleai(&[], STEPS), Err("asset-executable")),
            &[("scripts/extract.py", "print(\"x\")\n"), ("assets/run.sh", "#!/bin/sh\necho x\n")],
        ),
        with(
            case("teleai", "pdf-processing", teleai(&[], STEPS), Err("path-charset")),
            &[("scripts/extract.py", "print(\"x\")\n"), ("references/说明.md", "# 说明\n")],
        ),
        with(
            case("teleai", "pdf-processing", teleai(&[], STEPS), Err("env-style")),
            &[("scripts/extract.py", "import os\nkey = os.getenv(\"ACME_API_KEY\")\n")],
        ),
    ]
}

/// The rules that fire, and how loud each is.
fn judge(context: &TestContext, number: usize, case: &Case) -> BTreeSet<(String, String)> {
    let folder = format!("c{number}/{}", case.folder);
    context.write(&format!("{folder}/SKILL.md"), &case.text);
    for (path, text) in case.files {
        context.write(&format!("{folder}/{path}"), text);
    }
    let arguments = ["lint", &folder, "--profile", case.profile, "--format", "json", "--fail-on", "never"];
    let report = context.run_words(&arguments).ends_with(0).json();
    let skills = report["skills"].as_array().expect("skills").clone();
    let findings = skills.iter().flat_map(|skill| skill["findings"].as_array().expect("findings").clone());
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    findings.map(|finding| (text(&finding["rule"]), text(&finding["severity"]))).collect()
}

#[test]
fn the_examples_of_guides_and_platforms_get_their_verdicts() {
    let context = TestContext::new();
    let mut wrong = Vec::new();
    let cases = specification().into_iter().chain(stabledge()).chain(teleai_cases());
    for (number, case) in cases.enumerate() {
        let found = judge(&context, number, &case);
        let is_right = match case.rule {
            Ok(()) => found.iter().all(|(_, severity)| severity == "note"),
            Err(rule) => found.iter().any(|(name, _)| name == rule),
        };
        if !is_right {
            wrong.push(format!("{} {:?}\n{}\nfound {found:?}", case.profile, case.rule, case.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_smallest_sample_of_teleai_has_nothing_above_a_note() {
    let context = TestContext::new();
    let text = teleai(
        &[],
        "# 技能指令正文\n\n当用户需要处理 PDF 时,按以下步骤执行:\n\n1. 运行 `scripts/extract.py` 提取文本;\n2. ...",
    );
    let sample = with(case("teleai", "pdf-processing", text, Ok(())), SCRIPT);
    let found = judge(&context, 0, &sample);
    assert!(found.iter().all(|(_, severity)| severity == "note"), "{found:?}");
}

/// What the documents demand, and our rule for it. Not there, because no machine can judge them: bypass of billing,
/// compliance of content, one action a step.
const DEMANDS: &[(&str, &str)] = &[
    ("spec: a SKILL.md", "manifest-missing"),
    ("spec: name of 1 to 64 characters", "name-too-long"),
    ("spec: lower-case letters, digits, hyphens", "name-charset"),
    ("spec: no upper case", "name-upper"),
    ("spec: no hyphen at an edge", "name-hyphen-edge"),
    ("spec: no two hyphens together", "name-hyphen-double"),
    ("spec: name equals folder", "name-dir-mismatch"),
    ("spec: description of at most 1024 characters", "description-too-long"),
    ("spec: description not empty", "description-missing"),
    ("spec: description says when", "description-no-trigger"),
    ("spec: license is a name or a file", "license-unknown"),
    ("spec: the license file is there", "license-file-missing"),
    ("spec: compatibility of at most 500 characters", "compatibility-too-long"),
    ("spec: metadata maps texts to texts", "value-not-string"),
    ("spec: tools separated by spaces", "tools-format"),
    ("spec: at most 500 lines", "too-many-lines"),
    ("spec: body below 5000 tokens", "body-too-many-tokens"),
    ("spec: references one level deep", "chain-deep"),
    ("spec: relative links", "link-absolute"),
    ("client: unquoted colon", "unquoted-colon"),
    ("client: YAML that can't be read", "yaml-invalid"),
    ("client: one name, two skills", "duplicate-name"),
    ("stabledge: exactly SKILL.md", "manifest-name-case"),
    ("stabledge: UTF-8", "not-utf8"),
    ("stabledge: no byte order mark", "bom"),
    ("stabledge: --- is the first character", "invisible-start"),
    ("stabledge: frontmatter", "frontmatter-missing"),
    ("stabledge: name", "name-missing"),
    ("stabledge: no . or ..", "name-path-trick"),
    ("stabledge: metadata is a mapping", "metadata-not-map"),
    ("stabledge: description in double quotes", "description-unquoted"),
    ("stabledge: no angle brackets", "description-markup"),
    ("stabledge: purpose in the first 80 characters", "description-front-load"),
    ("stabledge: short trigger words", "description-trigger-fragments"),
    ("stabledge: context is inline or fork", "context-unknown"),
    ("stabledge: fork only when needed", "context-fork"),
    ("stabledge: paths in gitignore syntax", "paths-pattern"),
    ("stabledge: forms of tools, progressive, resources", "field-form"),
    ("stabledge: one spelling of hosts", "hosts-twice"),
    ("stabledge: hosts are names", "host-not-a-name"),
    ("stabledge: hosts are declared", "unlisted-host"),
    ("stabledge: variables", "unknown-variable"),
    ("teleai: one top folder", "pack-root"),
    ("teleai: paths without Chinese, blanks, capitals", "path-charset"),
    ("teleai: line feeds", "crlf"),
    ("teleai: at most 50 MB", "pack-too-big"),
    ("teleai: no .git, node_modules, venv", "junk-file"),
    ("teleai: no installed dependencies", "vendored-deps"),
    ("teleai: dependencies are declared", "script-deps-undeclared"),
    ("teleai: required fields", "field-required"),
    ("teleai: hyphens and underscores differ", "field-case"),
    ("teleai: no unknown fields", "unknown-field"),
    ("teleai: platform fields not in metadata", "metadata-reserved"),
    ("teleai: semver", "version-semver"),
    ("teleai: versions rise", "version-not-increasing"),
    ("teleai: commands with path and arguments", "command-unspecific"),
    ("teleai: thresholds instead of vague words", "weak-language"),
    ("teleai: conditions to stop", "no-stop-condition"),
    ("teleai: parameters instead of values", "hardcoded-value"),
    ("teleai: nothing outside of the skill", "link-escape"),
    ("teleai: references don't lead to references", "ref-to-ref"),
    ("teleai: no link to SKILL.md", "manifest-self-link"),
    ("teleai: no code in assets", "asset-executable"),
    ("teleai: no keys", "secret"),
    ("teleai: no credential files", "credential-file"),
    ("teleai: no database addresses with passwords", "connection-string"),
    ("teleai: no internal addresses", "internal-address"),
    ("teleai: no rm -rf /", "destructive"),
    ("teleai: no bulk deletion without a question", "bulk-delete"),
    ("teleai: no download into a shell", "pipe-to-shell"),
    ("teleai: no access outside of the workspace", "outside-access"),
    ("teleai: auth-env lists names", "auth-env"),
    ("teleai: os.environ[…] only", "env-style"),
];

#[test]
fn every_demand_of_the_documents_has_a_rule() {
    let context = TestContext::new();
    let report = context.run("rule --json").ends_with(0).json();
    let rules: BTreeSet<String> = report["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .map(|rule| rule["name"].as_str().expect("a name").to_owned())
        .collect();
    for (demand, rule) in DEMANDS {
        assert!(rules.contains(*rule), "{demand}: no rule `{rule}`");
    }
}
