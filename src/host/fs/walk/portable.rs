//! The walk by paths, as every system has it.

use std::{fs, path::Path};

use super::{Visit, link_text, not_utf8, read_all, special};
use crate::{
    host::{
        fs::{Result, Standing, at, list, read_link, tree::is_executable},
        repository::join,
    },
    model::tree::{Mode, is_part_of_skill},
};

/// Visits every file below a folder, in no order.
pub(super) fn each_file(folder: &Path, visit: Visit<'_>) -> Result<()> {
    let mut content = Vec::new();
    let mut ahead = vec![String::new()];
    while let Some(inner) = ahead.pop() {
        let here = if inner.is_empty() { folder.to_owned() } else { folder.join(&inner) };
        for (name, kind) in list(&here)? {
            let place = here.join(&name);
            let Some(name) = name.to_str() else { return Err(not_utf8(&place)) };
            if !is_part_of_skill(name) {
                continue;
            }
            let path = join(&inner, name);
            match kind {
                Standing::Folder => ahead.push(path),
                Standing::File => {
                    let mut file = fs::File::open(&place).map_err(at("read", &place))?;
                    let metadata = file.metadata().map_err(at("look at", &place))?;
                    read_all(&mut file, metadata.len(), &mut content, &|| place.clone())?;
                    let mode = if is_executable(&metadata) { Mode::Executable } else { Mode::Regular };
                    visit(path, mode, &mut content);
                }
                Standing::Symlink => {
                    content = link_text(&read_link(&place)?.to_string_lossy());
                    visit(path, Mode::Symlink, &mut content);
                }
                Standing::Special | Standing::Nothing => return Err(special(&place)),
            }
        }
    }
    Ok(())
}
