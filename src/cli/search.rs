//! `skill search`.

use clap::Args;
use serde_json::json;

use super::{
    Global,
    error::{CliError, ExitStatus},
    matching::at_least_one,
    scope::ScopeArgs,
};
use crate::{
    model::visible,
    ops::{
        Context,
        search::{self, Hit, SearchOptions},
    },
    ui::{shell::Shell, size::count, table::Table},
};

/// Look for skills in registries, or among those that are installed
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Words that name or description must hold; all skills without
    #[arg(value_name = "QUERY")]
    query: Vec<String>,
    /// Ask this registry (repeatable), instead of all that are configured
    #[arg(long = "registry", value_name = "REGISTRY", conflicts_with = "installed")]
    registries: Vec<String>,
    /// Look among the skills installed here
    #[arg(long)]
    installed: bool,
    /// Show at most so many
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = at_least_one)]
    limit: usize,
    /// Use the cache only, never the network
    #[arg(long)]
    pub(crate) offline: bool,
}

const FORMAT: &str = "skill.search/1";

pub(crate) fn run(
    args: &SearchArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    let scope = ScopeArgs::default();
    let query = args.query.join(" ");
    let options = SearchOptions { registries: args.registries.clone(), installed: args.installed };
    let found = search::search(context, &scope.folder(context)?, scope.visible(context)?, &query, &options)?;
    let status = if found.hits.is_empty() { ExitStatus::No } else { ExitStatus::Done };
    let shown = &found.hits[..found.hits.len().min(args.limit)];
    if global.json {
        let hits: Vec<_> = shown.iter().map(to_json).collect();
        shell.json(&json!({
            "format": FORMAT, "query": query, "total": found.hits.len(), "registries": found.asked, "hits": hits,
        }))?;
        return Ok(status);
    }
    for name in &found.without_list {
        shell.warning(format_args!("the registry `{}` has no list for searching", visible::line(name)));
    }
    if shown.is_empty() {
        shell.remark(format_args!("nothing found for `{}`", visible::line(&query)));
        if let Some(near) = &found.near {
            shell.hint(format_args!("a similar name: `skill info {}`", visible::line(near)));
        }
        if !args.installed && found.asked == ["builtin"] {
            shell.hint("no registry is configured: `[registries] default = \"URL\"` in `.agents/skills.toml`, or `SKILL_DEFAULT_REGISTRY`");
        }
        return Ok(status);
    }
    let mut table = Table::new(["name", "version", "description"]);
    for hit in shown {
        let about = hit.deprecated.as_ref().map(|why| format!("[deprecated: {why}] ")).unwrap_or_default();
        let description = about + &hit.description.split_whitespace().collect::<Vec<_>>().join(" ");
        table.row([
            visible::line(hit.spec.as_ref().unwrap_or(&hit.name)).into_owned(),
            visible::line(hit.version.as_deref().unwrap_or("-")).into_owned(),
            visible::line(&description).into_owned(),
        ]);
    }
    for line in table.lines(shell.width()) {
        shell.data(line)?;
    }
    if found.hits.len() > shown.len() {
        shell.remark(format_args!(
            "{} of {}; see more with `--limit {}`",
            shown.len(),
            count(found.hits.len(), "skill"),
            found.hits.len()
        ));
    }
    if let Some(spec) = shown.first().and_then(|hit| hit.spec.as_ref()) {
        let spec = visible::line(spec);
        shell.hint(format_args!("see one in full: `skill info {spec}`; take it: `skill install {spec}`"));
    }
    Ok(status)
}

fn to_json(hit: &Hit) -> serde_json::Value {
    json!({
        "name": hit.name,
        "version": hit.version,
        "description": hit.description,
        "registry": hit.registry,
        "spec": hit.spec,
        "deprecated": hit.deprecated,
        "executables": hit.executables,
        "published": hit.published,
        "score": hit.score,
    })
}
