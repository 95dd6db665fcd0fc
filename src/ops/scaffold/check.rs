//! What the chosen profiles say of a new skill before it is written: it must pass them, save for its placeholders.

use super::{Created, Error, shown};
use crate::{
    lint::{
        self,
        diagnostic::{Diagnostic, Severity},
        profile::Profile,
    },
    model::{
        skill::Skill,
        tree::{Mode, Tree, TreeFile},
    },
};

/// Rules about files that may lie beside those that are made, and rules about what is left to write.
const NOT_YET: [&str; 3] = ["license-file-missing", "placeholder", "description-placeholder"];

/// Rules by which one profile refuses the fields that another asks for.
const FIELD_RULES: [&str; 2] = ["unknown-field", "client-field"];

/// Every finding that is louder than a note.
pub(super) fn findings(folder: &str, files: &[Created], profiles: &[Profile]) -> Vec<Diagnostic> {
    let file = |file: &Created| TreeFile {
        path: file.path.clone(),
        mode: if file.executable { Mode::Executable } else { Mode::Regular },
        content: file.content.clone(),
    };
    let skill = Skill::new(folder, Tree::new(files.iter().map(file).collect()));
    let found = lint::check(&skill, profiles).into_iter();
    found
        .filter(|finding| finding.severity > Severity::Note && !NOT_YET.contains(&finding.rule.name))
        .collect()
}

/// Refuses profiles that no skill can satisfy at once; says the rest as one line each.
pub(super) fn told(found: &[Diagnostic], profiles: &[Profile]) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    for finding in found {
        if finding.severity == Severity::Error && FIELD_RULES.contains(&finding.rule.name) {
            let judges = |profile: &&Profile| finding.profiles.contains(&profile.name);
            let refuses = profiles.iter().find(judges).map(|profile| profile.name.to_string());
            let asks =
                profiles.iter().find(|profile| !judges(profile)).map(|profile| profile.name.to_string());
            if let (Some(refuses), Some(asks)) = (refuses, asks) {
                return Err(Error::Contradiction { refuses, asks, why: finding.message.clone() });
            }
        }
        let profiles: Vec<&str> = finding.profiles.iter().map(|name| &**name).collect();
        lines.push(format!(
            "{} will say of `{}`: {} ({})",
            profiles.join(", "),
            shown(&finding.file),
            shown(&finding.message),
            finding.rule.name
        ));
    }
    Ok(lines)
}
