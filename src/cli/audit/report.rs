//! An audit for other programs: as JSON and as SARIF.

use serde_json::{Value, json};

use super::{Row, breach, counts, looseness};
use crate::{
    lint::diagnostic::Severity,
    model::registry::line::Status,
    ops::{
        Context,
        audit::{Audited, Integrity, Unpinned, said},
        lint::report_root,
        list::shown_version,
    },
    ui::{
        locale::Words,
        render::{Tally, json as findings, sarif},
    },
};

/// The versioned JSON.
pub(super) fn to_json(rows: &[Row<'_>]) -> Value {
    let skills: Vec<Value> = rows.iter().map(skill_json).collect();
    let counts = counts(rows);
    let number = |is: fn(&Audited) -> bool| rows.iter().filter(|row| is(row.one)).count();
    json!({
        "format": "skill.audit/1",
        "skills": skills,
        "summary": {
            "skills": counts.skills,
            "errors": counts.errors,
            "warnings": counts.warnings,
            "broken": number(|one| one.integrity.is_broken()),
            "unpinned": number(|one| one.unpinned.is_some()),
            "unread": number(|one| one.failure.is_some()),
        },
    })
}

fn skill_json(row: &Row<'_>) -> Value {
    let (one, listed) = (row.one, &row.one.listed);
    let found = match &one.integrity {
        Integrity::Differs { found } => Some(found.to_string()),
        _ => None,
    };
    let mut value = json!({
        "name": listed.name,
        "scope": listed.scope.as_str(),
        "path": listed.folder.to_string_lossy(),
        "version": shown_version(listed),
        "source": listed.locked.as_ref().map(|locked| locked.source.to_string()),
        "integrity": one.integrity.as_str(),
        "locked": listed.locked.as_ref().and_then(|locked| locked.digest).map(|digest| digest.to_string()),
        "found": found,
        "unpinned": one.unpinned.map(Unpinned::as_str),
        "advisories": one.advisories,
        "registryStatus": one.status.as_ref().map(standing),
        "unread": one.failure,
        "reach": null,
        "tokens": null,
        "findings": [],
    });
    if let Some(inside) = &one.inside {
        let reach = &inside.reach;
        value["reach"] = json!({
            "executables": reach.executables,
            "hosts": reach.hosts,
            "tools": reach.tools,
            "variables": reach.variables,
        });
        let [metadata, body, others] = inside.tokens;
        value["tokens"] = json!({ "metadata": metadata, "body": body, "files": others });
        value["findings"] = json!(findings::skill(&row.sheet(inside)).findings);
    }
    value
}

/// SARIF 2.1.0; what is of no rule of lint has no place in its table of rules.
pub(super) fn to_sarif(rows: &[Row<'_>], words: Words, context: &Context<'_>) -> Value {
    let root = report_root(context).to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let mut tally = Tally { root, ..Tally::default() };
    let mut results = Vec::new();
    for row in rows {
        let name = &row.one.listed.name;
        let address = format!("{}/SKILL.md", row.place);
        if let Some(breach) = breach(row.one) {
            let message = format!("`{name}`: {breach}");
            results.push(sarif::about_file("integrity", Severity::Error, &message, &address));
        }
        for advisory in &row.one.advisories {
            let message = format!("`{name}`: {advisory}");
            results.push(sarif::about_file("advisory", Severity::Error, &message, &address));
        }
        if let Some(status) = &row.one.status {
            let message = format!("`{name}` is refused by its registry: {}", said(status));
            results.push(sarif::about_file("registry-status", Severity::Error, &message, &address));
        }
        if let Some(why) = looseness(row.one) {
            results.push(sarif::about_file(
                "unpinned",
                Severity::Note,
                &format!("`{name}`: {why}"),
                &address,
            ));
        }
        if let Some(inside) = &row.one.inside {
            results.extend(sarif::results(&row.sheet(inside)));
        }
        tally.failures.extend(row.one.failure.iter().map(|why| (row.shown.clone(), why.clone())));
    }
    sarif::log(&results, &tally, words)
}

/// The index spells the successor `replaced_by`; reports are camelCase throughout.
fn standing(status: &Status) -> Value {
    let mut value = json!({ "state": status.state, "reason": status.reason });
    if let Some(advisory) = &status.advisory {
        value["advisory"] = json!(advisory);
    }
    if let Some(other) = &status.replaced_by {
        value["replacedBy"] = json!(other);
    }
    value
}
