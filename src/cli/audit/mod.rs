//! `skill audit`.

mod fix;
mod report;

use clap::Args;

use super::{
    Global,
    error::{CliError, ExitStatus},
    lint::FailOn,
    scope::ScopeArgs,
};
use crate::{
    host::fs,
    lint::{diagnostic::Severity, loudest},
    model::{event::Verb, source::Source, visible},
    ops::{
        Context,
        audit::{self, Audited, Inside, Integrity, Unpinned},
        lint::report_root,
        list::{shown_source, shown_version},
    },
    ui::{
        locale::Words,
        render::{Counts, Sheet, text},
        shell::Shell,
        size::count,
        style,
    },
};

/// Check what is installed: bytes against the lockfile, rules of safety, what each skill can reach
///
/// Configured registries are asked for advisories, nothing else. A skill's own comments and settings don't quiet a finding. Ends with status 4 when
/// bytes are not those of the lockfile, and with 1 at findings.
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// Installed skills; all that are visible without any
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Print findings as SARIF 2.1.0
    #[arg(long, conflicts_with = "json")]
    sarif: bool,
    /// End with status 1 at findings of this severity; what nothing pins is a note
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    fail_on: FailOn,
    /// Put skills that advisories call malicious, or their registry blocked or quarantined, out of agents' reach:
    /// unlinked, and moved aside where they can be put back from
    #[arg(long)]
    fix: bool,
    /// Put a skill back out of quarantine; with --force
    #[arg(long, value_name = "ID", conflicts_with_all = ["fix", "names", "sarif"])]
    restore: Option<String>,
    /// Put it back although it was found harmful
    #[arg(short, long, requires = "restore")]
    force: bool,
    /// Fail where a registry's advisories can't be had
    #[arg(long, conflicts_with = "offline")]
    require_fresh: bool,
    /// Use the advisories in the cache only, never the network
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    scope: ScopeArgs,
}

pub(crate) fn run(
    args: &AuditArgs,
    global: &Global,
    context: &Context<'_>,
    shell: &Shell,
) -> Result<ExitStatus, CliError> {
    if let Some(id) = &args.restore {
        return fix::restore(id, args.force, global, context, shell);
    }
    let words = Words::of(super::spoken(global, context)?);
    let scopes = args.scope.visible(context)?;
    let mut audited = audit::audit(context, &scopes, &args.names, args.require_fresh)?;
    let fixed =
        if args.fix { fix::put_away(&mut audited, &scopes, global, context, shell)? } else { Vec::new() };
    let rows: Vec<Row<'_>> = audited.iter().map(|one| Row::new(one, words, context)).collect();
    if global.json {
        let mut value = report::to_json(&rows);
        if args.fix {
            value["quarantined"] = fix::to_json(&fixed);
        }
        shell.json(&value)?;
    } else if args.sarif {
        shell.json(&report::to_sarif(&rows, words, context))?;
    } else {
        for row in &rows {
            show(row, shell)?;
        }
    }
    if !global.json {
        conclude(&rows, !fixed.is_empty(), shell);
        fix::show(&fixed, args.fix, global, shell);
    }
    let loudest = audited.iter().filter_map(loudest_of).max();
    Ok(if audited.iter().any(|one| one.integrity.is_broken() || one.is_malicious()) {
        ExitStatus::Integrity
    } else if audited.iter().any(|one| one.failure.is_some()) {
        ExitStatus::Incomplete
    } else if args.fail_on.is_met_by(loudest) {
        ExitStatus::No
    } else {
        ExitStatus::Done
    })
}

fn loudest_of(one: &Audited) -> Option<Severity> {
    let found = one.inside.as_ref().and_then(|inside| loudest(&inside.found));
    let advised = (!one.advisories.is_empty() || one.status.is_some()).then_some(Severity::Error);
    found.max(one.unpinned.map(|_| Severity::Note)).max(advised)
}

/// A skill with its folder as one would type it.
struct Row<'a> {
    one: &'a Audited,
    shown: String,
    /// The folder for other programs.
    place: String,
    words: Words,
}

impl<'a> Row<'a> {
    fn new(one: &'a Audited, words: Words, context: &Context<'_>) -> Self {
        let folder = &one.listed.folder;
        let shown = folder.strip_prefix(&context.dirs.current).unwrap_or(folder);
        let root = report_root(context);
        let real = one.inside.as_ref().map_or(folder, |inside| &inside.real);
        let slashed = |text: &str| text.replace(std::path::MAIN_SEPARATOR, "/");
        let place = if real.starts_with(&root) {
            fs::relative(&root, real)
        } else {
            slashed(&real.to_string_lossy())
        };
        Self { one, shown: visible::line(&slashed(&shown.to_string_lossy())).into_owned(), place, words }
    }

    fn sheet(&self, inside: &'a Inside) -> Sheet<'_> {
        Sheet {
            shown: &self.shown,
            skill: &inside.skill,
            found: &inside.found,
            silenced: &[],
            accepted: &[],
            place: &self.place,
            words: self.words,
        }
    }
}

/// What is wrong with a skill's bytes, if anything.
fn breach(one: &Audited) -> Option<String> {
    match &one.integrity {
        Integrity::Ok | Integrity::Alive | Integrity::Unmanaged => None,
        Integrity::Missing if one.failure.is_some() => Some("its files can't be compared".to_owned()),
        Integrity::Missing => Some("it is locked, but not in its folder".to_owned()),
        Integrity::Differs { found } => {
            let locked = one.listed.locked.as_ref().and_then(|locked| locked.digest);
            let locked = locked.map(|digest| digest.to_string()).unwrap_or_default();
            Some(format!("not what was locked (locked {locked}, found {found})"))
        }
    }
}

/// Why the bytes may be others tomorrow.
fn looseness(one: &Audited) -> Option<String> {
    let of = match one.listed.locked.as_ref().map(|locked| &locked.source) {
        Some(Source::Folder { path }) => format!(" of `{}`", visible::line(path)),
        _ => String::new(),
    };
    one.unpinned.map(|unpinned| match unpinned {
        Unpinned::Live => format!("a live folder: nothing pins the files{of}"),
        Unpinned::Copy => format!("a copy{of}: the next install takes what is there then"),
        Unpinned::Unverified => {
            "its site gives no digests: only the first install says what it is".to_owned()
        }
        Unpinned::Unmanaged => "in no lockfile: nothing says where it came from".to_owned(),
    })
}

fn show(row: &Row<'_>, shell: &Shell) -> Result<(), CliError> {
    let (one, listed) = (row.one, &row.one.listed);
    let of = [listed.scope.as_str().to_owned(), shown_version(listed), shown_source(listed)];
    let of: Vec<_> = of.iter().filter(|word| *word != "-").map(|word| visible::line(word)).collect();
    shell.data(format_args!(
        "{}{}{:#} {}({}){:#}",
        style::HEADER,
        visible::line(&listed.name),
        style::HEADER,
        style::DIM,
        of.join(", "),
        style::DIM
    ))?;
    let bad = one.integrity.is_broken();
    let integrity = breach(one).unwrap_or_else(|| one.integrity.as_str().to_owned());
    line(shell, "integrity", &integrity, bad)?;
    for advisory in &one.advisories {
        line(shell, "advisory", &advisory.to_string(), true)?;
    }
    if let Some(status) = &one.status {
        line(shell, "registry", &audit::said(status), true)?;
    }
    if let Some(why) = looseness(one) {
        line(shell, "unpinned", &why, false)?;
    }
    if let Some(inside) = &one.inside {
        let reach = &inside.reach;
        for (label, list) in [
            ("executables", &reach.executables),
            ("hosts", &reach.hosts),
            ("tools", &reach.tools),
            ("variables", &reach.variables),
        ] {
            if !list.is_empty() {
                line(shell, label, &list.join(", "), false)?;
            }
        }
        let [metadata, body, others] = inside.tokens;
        let tokens = format!("≈{metadata} always, ≈{body} when used, ≈{others} in other files");
        line(shell, "tokens", &tokens, false)?;
    }
    if let Some(why) = &one.failure {
        line(shell, "unread", why, true)?;
    }
    shell.data("")?;
    let Some(inside) = one.inside.as_ref().filter(|inside| !inside.found.is_empty()) else { return Ok(()) };
    let drawn = text::render(&row.sheet(inside), shell.page(), 1);
    Ok(shell.data(drawn.strip_suffix('\n').unwrap_or(&drawn))?)
}

fn line(shell: &Shell, label: &str, text: &str, is_bad: bool) -> Result<(), CliError> {
    let text = shell.hanging(&visible::line(text), 15);
    let style = if is_bad { style::ERROR } else { anstyle::Style::new() };
    Ok(shell.data(format_args!("{label:>13}  {style}{text}{style:#}"))?)
}

fn counts(rows: &[Row<'_>]) -> Counts {
    let mut counts = Counts::default();
    for row in rows {
        counts.add(row.one.inside.as_ref().map_or(&[][..], |inside| &inside.found));
    }
    counts
}

fn conclude(rows: &[Row<'_>], fixed: bool, shell: &Shell) {
    let number = |is: fn(&Audited) -> bool| rows.iter().filter(|row| is(row.one)).count();
    let (broken, loose) = (number(|one| one.integrity.is_broken()), number(|one| one.unpinned.is_some()));
    let mut parts = vec![counts(rows).to_string()];
    let advised = number(|one| !one.advisories.is_empty());
    let refused = number(|one| one.status.is_some());
    let more = [
        (advised, "with advisories"),
        (refused, "refused by their registry"),
        (broken, "not as locked"),
        (loose, "not pinned"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, words)| format!("{} {words}", count(number, "skill")));
    parts.extend(more);
    shell.status(Verb::Finished, parts.join("; "));
    if rows.is_empty() && !fixed {
        shell.note("no skills are visible from here");
    }
    if number(|one| !one.advisories.is_empty()) > 0 {
        shell.hint("`skill update` takes a mended version, `skill remove NAME` takes it away; change what its scripts could read");
    }
    if number(|one| !one.charges().is_empty()) > 0 && !fixed {
        shell.hint("`skill audit --fix` puts what is known to do harm out of agents' reach");
    }
    for row in rows {
        if let Some(why) = &row.one.failure {
            let name = visible::line(&row.one.listed.name);
            shell.error(format_args!("`{name}` was not checked: {}", visible::block(why)));
        }
    }
    if broken > 0 {
        shell.hint("`skill diff --installed NAME` shows edits; `skill install` brings back what is missing, with `--force` what differs");
    }
    if number(|one| one.unpinned == Some(Unpinned::Unmanaged)) > 0 {
        shell.hint("`skill import` takes over what other tools installed");
    }
}
