//! Writing drafted files where nothing stands yet.

use std::path::Path;

use super::{Created, Error};
use crate::{
    host::fs::{self, Standing},
    model::name::normalized,
};

/// The entry of a folder that a file called `name` would be or clash with on some system: the same name, another case,
/// another Unicode form.
pub(super) fn twin(folder: &Path, name: &str) -> Result<Option<String>, Error> {
    let fold = |name: &str| normalized(name).to_lowercase();
    let names = fs::list_if_there(folder)?.into_iter().filter_map(|(name, _)| name.into_string().ok());
    // The exact name first: a folder may hold several spellings.
    let mut twins: Vec<String> = names.filter(|other| fold(other) == fold(name)).collect();
    twins.sort_by_key(|other| other != name);
    Ok(twins.into_iter().next())
}

/// What stands in the way of the folder a file goes into: a file, or a link that leads who knows where.
pub(super) fn check_folder(folder: &Path) -> Result<(), Error> {
    let what = match fs::standing(folder)? {
        Standing::Nothing | Standing::Folder => return Ok(()),
        Standing::File => "a file",
        Standing::Symlink => "a symbolic link",
        Standing::Special => "a device, pipe or socket",
    };
    Err(Error::InTheWay { path: folder.to_owned(), what, wanted: "a folder" })
}

/// Writes one file whole. Nothing stands at its place, as the caller has seen.
pub(super) fn write(folder: &Path, file: &Created) -> Result<(), Error> {
    let place = folder.join(&file.path);
    fs::write_atomic(&place, &file.content)?;
    if file.executable {
        fs::set_executable(&place, true)?;
    }
    Ok(())
}
