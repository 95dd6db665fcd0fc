//! Repositories whose skills are released one by one (`pdf-v1.2.0`, `pdf@1.2.0`, `pdf/v1.2.0`): what was opened before it
//! was known which skill is meant is opened again at that skill's own release.

use std::rc::Rc;

use semver::VersionReq;

use super::{Likely, Origin, repository::commit_origin};
use crate::{
    host::git,
    model::{
        lockfile::Pin,
        source::{RepoPath, Source, Wanted, version_requirement},
    },
    ops::{
        Context,
        discover::{Candidate, discover},
        error::Error,
        release,
    },
};

/// The source of a candidate at the newest release of its own that is wanted; `None` where that is where it stands.
pub(crate) fn own_release<'a>(
    context: &'a Context<'_>,
    origin: &Origin<'_>,
    candidate: &Candidate,
) -> Result<Option<Origin<'a>>, Error> {
    let (Source::Git { url, .. }, Some(path)) = (&origin.source, &candidate.path) else { return Ok(None) };
    let Pin::Commit { release: standing, .. } = &origin.pin else { return Ok(None) };
    let requirement = match &origin.wanted {
        Wanted::Default => VersionReq::STAR,
        Wanted::Version(text) => match version_requirement(text) {
            Some(requirement) => requirement,
            None => return Ok(None),
        },
        Wanted::Ref(_) | Wanted::Rev(_) => return Ok(None),
    };
    let refs = git::refs(url, &context.git_access())?;
    let name = Some(path.file_name());
    let newest = |requirement: &VersionReq| release::newest(refs.tags.iter(), requirement, name);
    let Some((found, commit)) = newest(&requirement) else {
        return match &origin.wanted {
            Wanted::Version(text) if standing.is_none() => Err(Error::NoVersion {
                source_name: format!("`{}` in {url}", path.as_str()),
                wanted: text.clone(),
                newest: newest(&VersionReq::STAR).map(|(release, _)| release.tag),
            }),
            _ => Ok(None),
        };
    };
    if standing.as_ref().is_some_and(|standing| standing.tag == found.tag) {
        return Ok(None);
    }
    let at = |path: &RepoPath| {
        let pin = Pin::Commit { commit, release: Some(found.clone()) };
        let state = (commit, origin.wanted.clone(), pin);
        commit_origin(context, url, Some(path.clone()), state, Likely::Named(&[]))
    };
    let mut opened = at(path)?;
    let skills = discover(&*opened.repository, Some(path))?;
    if skills.skills.is_empty() && origin.wanted == Wanted::Default {
        // Released before it moved here: as it stands is all there is.
        return Ok(None);
    }
    opened.found = (!skills.skills.is_empty()).then(|| Rc::new(skills));
    Ok(Some(opened))
}
