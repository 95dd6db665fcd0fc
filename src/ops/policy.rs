//! The policy of person and organisation, held against what an operation is about to reach or to install.

use super::{
    Context,
    error::Error,
    install::{Content, Incoming},
};
use crate::{
    host::store::Store,
    model::{
        skill::read_card,
        source::Source,
        tree::{Mode, Tree},
    },
};

/// Refuses a source on a host that the policy does not list, before it is asked for anything.
pub(crate) fn source(context: &Context<'_>, source: &Source) -> Result<(), Error> {
    match context.config.policy.against(source) {
        None => Ok(()),
        Some(ruled) => Err(Error::Policy {
            what: format!("`{source}`"),
            rule: "its host is none of `policy.hosts`".to_owned(),
            place: ruled.place.clone(),
        }),
    }
}

/// Refuses skills that the policy does not allow in a scope: by where they come from, their executables, their license.
pub(crate) fn content<'i>(
    context: &Context<'_>,
    store: &Store,
    coming: impl Iterator<Item = &'i Incoming>,
) -> Result<(), Error> {
    let policy = &context.config.policy;
    let forbids_exec = policy.allow_exec.as_ref().filter(|ruled| !ruled.value);
    for incoming in coming {
        source(context, &incoming.locked.source)?;
        if forbids_exec.is_none() && policy.deny_licenses.is_none() {
            continue;
        }
        let kept;
        let tree = match &incoming.content {
            Content::Tree(tree) | Content::Merged(tree) => tree,
            Content::Stored(digest) | Content::InPlace(digest) => {
                kept = store.read(*digest)?;
                let Some(tree) = &kept else { continue };
                tree
            }
            // A folder under development is the user's own.
            Content::Live(_) => continue,
        };
        let refused = |rule: String, place: &str| Error::Policy {
            what: format!("`{}`", incoming.name),
            rule,
            place: place.to_owned(),
        };
        if let Some(ruled) = forbids_exec
            && let Some(file) = tree.files().iter().find(|file| file.mode == Mode::Executable)
        {
            let rule = format!(
                "`{}` is executable, and `policy.allow-exec` is false",
                crate::model::visible::line(&file.path)
            );
            return Err(refused(rule, &ruled.place));
        }
        let license = license(tree).unwrap_or_default();
        if let Some((denied, place)) = policy.forbids(&license) {
            return Err(refused(
                format!("its license has `{denied}`, which `policy.deny-licenses` lists"),
                place,
            ));
        }
    }
    Ok(())
}

fn license(tree: &Tree) -> Option<String> {
    read_card(&tree.file("SKILL.md")?.content).ok()?.license
}
