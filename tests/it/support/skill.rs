//! Skills made for a test.

use std::path::{Path, PathBuf};

use super::write;

/// A skill under construction; by default valid, with one reference and one script.
pub(crate) struct SkillBuilder {
    name: String,
    head: String,
    body: String,
    files: Vec<(String, Vec<u8>, bool)>,
}

impl SkillBuilder {
    /// A valid skill of this name with a SKILL.md alone.
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            head: format!(
                "name: {name}\ndescription: Greets people by name. Use when somebody asks for {name}.\n"
            ),
            body: "# Steps\n\n1. Say hello.\n".to_owned(),
            files: Vec::new(),
        }
    }

    /// Replaces the frontmatter's lines.
    pub(crate) fn head(mut self, head: &str) -> Self {
        head.clone_into(&mut self.head);
        self
    }

    pub(crate) fn body(mut self, body: &str) -> Self {
        body.clone_into(&mut self.body);
        self
    }

    pub(crate) fn file(mut self, path: &str, content: impl AsRef<[u8]>) -> Self {
        self.files.push((path.to_owned(), content.as_ref().to_vec(), false));
        self
    }

    pub(crate) fn script(mut self, path: &str, content: &str) -> Self {
        self.files.push((path.to_owned(), content.as_bytes().to_vec(), true));
        self
    }

    /// Writes the skill into `folder/<name>` and gives that path.
    pub(crate) fn build_in(&self, folder: &Path) -> PathBuf {
        let place = folder.join(&self.name);
        self.build_at(&place);
        place
    }

    /// Writes the skill's files right into `place`.
    pub(crate) fn build_at(&self, place: &Path) {
        write(&place.join("SKILL.md"), format!("---\n{}---\n{}", self.head, self.body).as_bytes());
        for (path, content, executable) in &self.files {
            let file = place.join(path);
            write(&file, content);
            if *executable {
                make_executable(&file);
            }
        }
    }
}

#[cfg(unix)]
pub(crate) fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
}

#[cfg(not(unix))]
pub(crate) fn make_executable(_path: &Path) {}
