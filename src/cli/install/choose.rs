//! Which of the skills that were found are meant: by flags, by asking, and under which names.

use super::{InstallArgs, show};
use crate::{
    cli::error::CliError,
    model::{name::FolderName, visible},
    ops::{
        Context,
        error::Error,
        fetch,
        install::Gathered,
        select::{self, Selected, Selection},
    },
    ui::{shell::Shell, size::count, table::columns},
};

/// A chosen skill: which source, which of its skills, under which name.
pub(super) type Chosen = (usize, usize, FolderName);

/// Picks what the flags name, asks where they name nothing, and gives each its folder's name.
pub(super) fn choose(
    args: &InstallArgs,
    gathered: &[Gathered<'_>],
    shell: &Shell,
) -> Result<Vec<Chosen>, CliError> {
    let mut chosen = Vec::new();
    for (source, gathered) in gathered.iter().enumerate() {
        let mut names = args.skills.clone();
        names.extend(gathered.origin.skill.clone());
        let selection = Selection { names, all: args.all };
        let source_name = gathered.origin.to_string();
        let indexes = match select::select(&gathered.found, &selection, &source_name)? {
            Selected::These(indexes) => indexes,
            Selected::Ask => ask(gathered, &source_name, shell)?,
        };
        for index in indexes {
            let name = select::folder_of(&gathered.found.skills[index], gathered.origin.root_name.as_deref());
            chosen.push((source, index, name));
        }
    }
    if let Some(text) = &args.name {
        let name: FolderName = text.parse().map_err(Error::from)?;
        if chosen.len() > 1 {
            return Err(Error::AsForSeveral { count: chosen.len() }.into());
        }
        if let Some((source, index, _)) = chosen.first() {
            let declared = gathered[*source].found.skills[*index].name();
            if declared != name.as_str() {
                let declared = visible::line(declared);
                shell.note(format_args!("only the folder is called `{name}`: agents that go by the name inside still show `{declared}`"));
            }
        }
        return Ok(chosen.into_iter().map(|(source, index, _)| (source, index, name.clone())).collect());
    }
    let mut named = Vec::new();
    for (source, index, name) in chosen {
        let name = name?;
        warn_of_name(&gathered[source], index, &name, shell);
        named.push((source, index, name));
    }
    Ok(named)
}

/// Goes to each skill's own release where a repository has such.
pub(super) fn at_own_releases<'a>(
    context: &'a Context<'_>,
    mut gathered: Vec<Gathered<'a>>,
    chosen: Vec<Chosen>,
) -> Result<(Vec<Gathered<'a>>, Vec<Chosen>), CliError> {
    let mut settled = Vec::new();
    for (source, index, name) in chosen {
        let at = &gathered[source];
        match fetch::own_release(context, &at.origin, &at.found.skills[index])? {
            Some(origin) => {
                gathered.push(Gathered::new(origin)?);
                settled.push((gathered.len() - 1, 0, name));
            }
            None => settled.push((source, index, name)),
        }
    }
    Ok((gathered, settled))
}

fn ask(gathered: &Gathered<'_>, source_name: &str, shell: &Shell) -> Result<Vec<usize>, CliError> {
    let offered: Vec<usize> = (0..gathered.found.skills.len())
        .filter(|&index| !gathered.found.skills[index].card.internal)
        .collect();
    let longest =
        offered.iter().map(|&index| columns(gathered.found.skills[index].name())).max().unwrap_or(0);
    let items: Vec<String> = offered
        .iter()
        .map(|&index| show::line_of(&gathered.found.skills[index], longest, shell.width().saturating_sub(8)))
        .collect();
    if let Some(picked) = shell.pick_many(
        &format!("Which of {}? (space picks, enter goes on)", count(items.len(), "skill")),
        &items,
        &vec![false; items.len()],
    ) {
        Ok(picked.into_iter().map(|item| offered[item]).collect())
    } else {
        let names = gathered.found.skills.iter().map(|skill| skill.name().to_owned()).collect();
        Err(Error::Unnamed { source_name: source_name.to_owned(), names }.into())
    }
}

/// A folder that is called otherwise than the skill says, or than the source has it, is worth a word.
fn warn_of_name(gathered: &Gathered<'_>, index: usize, name: &FolderName, shell: &Shell) {
    let candidate = &gathered.found.skills[index];
    let folder = candidate.path.as_ref().map(crate::model::source::RepoPath::file_name);
    let declared = candidate.card.name.as_deref().unwrap_or_default();
    if declared != name.as_str() {
        shell.warning(format_args!(
            "the name `{}` does not fit the specification: installed as `{name}`",
            visible::line(declared)
        ));
    } else if folder.is_some_and(|folder| folder != name.as_str()) {
        shell
            .warning(format_args!("`{name}` lies in a folder of another name: `{}`", candidate.shown_path()));
    }
}
