//! `skill match`.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::{
    Global,
    error::{CliError, ExitStatus},
    prompt::tell,
    scope::ScopeArgs,
};
use crate::{
    model::{agent, matching, visible},
    ops::{
        Context, disclose,
        error::Error,
        matching::{Matched, rank},
    },
    ui::{
        shell::Shell,
        size::count,
        style,
        table::{Table, clip},
    },
};

/// Show which installed skills a request would find, and why
///
/// The skills that `skill prompt` would offer, ranked as StablEdge ranks them: each word of the request gives 8 points in
/// the name, 3 in the description, 2 in `paths`. `auto` marks those it would take by itself: a piece of the description
/// (2 characters or more) stands in the request, or a file fits `paths`. Beside it the rank by plain keywords, which
/// count whole words only. Agents with a model choose by the meaning of descriptions; this shows what words alone do.
#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// The request, as a person would type it
    #[arg(value_name = "TEXT", required_unless_present = "files")]
    text: Vec<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    /// Only skills this agent reads
    #[arg(short, long, value_name = "AGENT")]
    agent: Option<String>,
    /// A file the conversation is about (repeatable), for skills with `paths`
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<PathBuf>,
    /// Show at most so many
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = at_least_one)]
    limit: usize,
}

/// A limit of nothing would say that nothing answers.
pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("no number".to_owned()),
    }
}

pub(crate) fn run(
    args: &MatchArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let agent = args.agent.as_deref().map(agent::find).transpose().map_err(Error::from)?;
    let mut catalogue = disclose::catalogue(context, args.scope.visible(context)?, agent)?.for_the_model();
    let left_out = std::mem::take(&mut catalogue.left_out);
    let among = catalogue.entries.len();
    let text = args.text.join(" ");
    let workspace = args.scope.folder(context)?.root;
    // Files are named as seen from the current folder, patterns are relative to the workspace.
    let files: Vec<PathBuf> = args.files.iter().map(|file| context.dirs.absolute(file)).collect();
    let request = matching::Request::new(&text);
    let found = rank(&catalogue.entries, &request, &files, &workspace, &mut |entry, error| {
        let name = visible::line(&entry.name);
        shell.warning(format_args!("`paths` of `{name}` match nothing: {error}"));
    });
    let status = if found.is_empty() { ExitStatus::No } else { ExitStatus::Done };
    tell(&left_out, shell);
    let shown = &found[..found.len().min(args.limit)];
    if global.json {
        shell.json(&json!({
            "format": "skill.match/1",
            "request": text,
            "files": files,
            "words": request.words,
            "among": among,
            "total": found.len(),
            "skills": shown.iter().enumerate().map(|(index, one)| to_json(index + 1, one)).collect::<Vec<_>>(),
        }))?;
        return Ok(status);
    }
    if shown.is_empty() {
        shell.remark(format_args!("none of {} here answers", count(among, "skill")));
        if among == 0 {
            shell.hint("`skill list` shows what is here; `skill search` looks in registries");
        } else {
            shell.hint(
                "use words of the skill's own description, or look in registries: `skill search WORDS`",
            );
        }
        return Ok(status);
    }
    show(shown, shell)?;
    if found.len() > shown.len() {
        shell.remark(format_args!(
            "{} of {}; see more with `--limit {}`",
            shown.len(),
            count(found.len(), "skill"),
            found.len()
        ));
    }
    Ok(status)
}

fn show(found: &[Matched<'_>], shell: &Shell) -> Result<(), CliError> {
    let mut table = Table::new(["score", "keywords", "takes", "name", "scope"]);
    for one in found {
        table.row([
            one.answer.score.to_string(),
            one.keyword_rank.map_or_else(|| "-".to_owned(), |rank| format!("#{rank}")),
            if one.is_automatic() { "auto" } else { "-" }.to_owned(),
            visible::line(&one.entry.name).into_owned(),
            one.entry.scope.map_or("-", |scope| scope.as_str()).to_owned(),
        ]);
    }
    let width = shell.width();
    let mut lines = table.lines(width).into_iter();
    if let Some(head) = lines.next() {
        shell.data(head)?;
    }
    for (line, one) in lines.zip(found) {
        shell.data(line)?;
        for why in reasons(one) {
            let why = clip(&visible::line(&why), width - 4);
            shell.data(format_args!("{}    {why}{:#}", style::DIM, style::DIM))?;
        }
    }
    Ok(())
}

/// One line for each kind of hit.
fn reasons(one: &Matched<'_>) -> Vec<String> {
    let answer = &one.answer;
    let mut lines = Vec::new();
    let mut line = |label: &str, words: Vec<&str>| {
        if !words.is_empty() {
            lines.push(format!("{label}: {}", words.join(", ")));
        }
    };
    let hits = |is: &dyn Fn(&matching::Hit) -> bool| -> Vec<&str> {
        answer.hits.iter().filter(|hit| is(hit)).map(|hit| hit.word.as_str()).collect()
    };
    line("in the name", hits(&|hit| hit.in_name));
    line("in the description", hits(&|hit| hit.in_description));
    line("in `paths`", hits(&|hit| hit.in_paths));
    line("pieces of the description in the request", answer.fragments.iter().map(String::as_str).collect());
    line("whole keywords", answer.keywords.iter().map(String::as_str).collect());
    let files: Vec<_> = one.files.iter().map(|file| file.to_string_lossy()).collect();
    line("files that fit `paths`", files.iter().map(AsRef::as_ref).collect());
    lines
}

fn to_json(rank: usize, one: &Matched<'_>) -> Value {
    let hits: Vec<Value> = one
        .answer
        .hits
        .iter()
        .map(|hit| {
            json!({ "word": hit.word, "name": hit.in_name, "description": hit.in_description, "paths": hit.in_paths })
        })
        .collect();
    json!({
        "rank": rank,
        "name": one.entry.name,
        "description": one.entry.description,
        "location": one.entry.location,
        "scope": one.entry.scope,
        "score": one.answer.score,
        "automatic": one.is_automatic(),
        "words": hits,
        "fragments": one.answer.fragments,
        "files": one.files,
        "keywordRank": one.keyword_rank,
        "keywordScore": one.answer.keyword_score,
        "keywords": one.answer.keywords,
    })
}
