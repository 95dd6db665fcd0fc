//! `skill rule`: the manual page of a rule, or the table of all.

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
};
use crate::{
    lint::{
        fix::Applicability,
        rule::Rule,
        rules::{RULES, named},
    },
    model::name::nearest,
    ops::Context,
    ui::{locale::Words, shell::Shell, style},
};

/// Show what a lint rule finds and why, or list all rules
#[derive(Debug, Args)]
pub(crate) struct RuleArgs {
    /// The rule's name
    name: Option<String>,
}

pub(crate) fn run(
    args: &RuleArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let words = Words::of(super::spoken(global, context)?);
    let Some(name) = &args.name else {
        return table(global, words, shell);
    };
    let rule = named(name).ok_or_else(|| unknown(name))?;
    if global.json {
        shell.json(&value(rule, words, true))?;
    } else {
        shell.data(page(rule, words))?;
    }
    Ok(ExitStatus::Done)
}

fn unknown(name: &str) -> CliError {
    let error = CliError::new(
        ExitStatus::No,
        format_args!("there is no rule `{}`", crate::model::visible::line(name)),
    );
    match nearest(name, RULES.iter().map(|rule| rule.name)) {
        Some(near) => error.hint(format_args!("did you mean `{near}`?")),
        None => error.hint("`skill rule` lists all rules"),
    }
}

fn page(rule: &Rule, words: Words) -> String {
    let (head, plain) = (style::HEADER, format!("{:#}", style::HEADER));
    let fix = match rule.fix {
        Some(Applicability::Safe) => "; `--fix` mends it",
        Some(Applicability::Unsafe) => "; `--unsafe-fixes` mends it",
        None => "",
    };
    let standing = format!("{}, {} in `spec`{fix}", rule.category.as_str(), rule.level.as_str());
    format!(
        "{head}{}{plain}: {}\n{}\n\n{}",
        rule.name,
        words.summary(rule),
        words.phrase(&standing),
        words.page(rule)
    )
}

fn table(global: &Global, words: Words, shell: &Shell) -> Result<ExitStatus, CliError> {
    if global.json {
        let rules: Vec<_> = RULES.iter().map(|rule| value(rule, words, false)).collect();
        shell.json(&serde_json::json!({ "format": "skill.rule/1", "rules": rules }))?;
        return Ok(ExitStatus::Done);
    }
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    for rule in RULES {
        let (literal, plain) = (style::LITERAL, format!("{:#}", style::LITERAL));
        shell.data(format_args!(
            "{literal}{:width$}{plain}  {:7}  {}",
            rule.name,
            rule.level.as_str(),
            words.summary(rule)
        ))?;
    }
    Ok(ExitStatus::Done)
}

fn value(rule: &Rule, words: Words, whole: bool) -> serde_json::Value {
    let fix = rule.fix.map(|fix| match fix {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe",
    });
    let mut value = serde_json::json!({
        "name": rule.name,
        "summary": words.summary(rule),
        "category": rule.category.as_str(),
        "level": rule.level.as_str(),
        "fix": fix,
        "since": rule.since,
    });
    if whole {
        value["format"] = "skill.rule/1".into();
        value["page"] = words.page(rule).into();
    }
    value
}
