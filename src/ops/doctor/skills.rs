//! The skills themselves: missing, edited, invalid, hidden, not trusted; and files that agents don't take for skills.

use super::{Ailment, Grade};
use crate::{
    model::agent::Scope,
    ops::list::{Listed, Listing, State},
};

pub(super) fn skills(listing: &Listing, found: &mut Vec<Ailment>) {
    for skill in &listing.skills {
        if let Some(mut ailment) = judged(skill, listing) {
            ailment.scope = Some(skill.scope);
            found.push(ailment);
        }
    }
    for stray in &listing.strays {
        found.push(
            Ailment::new(
                "flat-file",
                Grade::Warning,
                &stray.path,
                "agents read folders, not files, as skills",
            )
            .hint(format!("move it to `{}`", stray.advice)),
        );
    }
    for (path, why) in &listing.troubles {
        found.push(
            Ailment::new("unreadable", Grade::Error, path, why)
                .hint(format!("give yourself the right to read it: `chmod -R u+rX {}`", path.display())),
        );
    }
    let untrusted = listing.skills.iter().filter(|skill| skill.shown_state() == "untrusted").count();
    if let Some(first) = listing.skills.iter().find(|skill| skill.shown_state() == "untrusted") {
        let what = format!(
            "{} of this project not trusted yet, so agents don't get them",
            crate::model::size::count(untrusted, "skill")
        );
        let mut ailment =
            Ailment::new("untrusted", Grade::Note, &first.root, what).hint("read them, then `skill trust`");
        ailment.scope = Some(Scope::Project);
        found.push(ailment);
    }
}

fn judged(skill: &Listed, listing: &Listing) -> Option<Ailment> {
    let name = &skill.name;
    let user = if skill.scope == Scope::User { " --user" } else { "" };
    Some(match &skill.state {
        State::Ok | State::Disabled | State::Unmanaged => return None,
        State::Missing => Ailment::new(
            "missing",
            Grade::Error,
            &skill.folder,
            format!("`{name}` is locked, but not in its folder"),
        )
        .hint(format!("`skill install{user}` brings it back")),
        State::Edited => Ailment::new(
            "edited",
            Grade::Note,
            &skill.folder,
            format!("`{name}` was edited since it was installed"),
        )
        .hint(format!("`skill diff --installed {name}{user}` shows how")),
        State::Shadowed => {
            let by = skill.shadowed_by.as_ref()?;
            let first = listing.skills.iter().find(|other| other.folder == *by)?;
            // What says the same is no loss.
            if first.card == skill.card {
                return None;
            }
            let what =
                format!("`{}` is hidden by the skill of that name in `{}`", skill.called(), by.display());
            Ailment::new("duplicate-name", Grade::Warning, &skill.folder, what)
                .hint("rename one of the two, or remove it")
        }
        // A dangling link is told as such.
        State::Invalid { .. } if skill.real.is_none() => return None,
        State::Invalid { reason, code } => {
            let code = code.map(|code| format!(" ({code})")).unwrap_or_default();
            Ailment::new(
                "invalid",
                Grade::Error,
                &skill.folder,
                format!("`{name}` can't be used: {reason}{code}"),
            )
            .hint(format!("`skill lint {}`", skill.folder.display()))
        }
    })
}
