//! Who writes a skill, as git knows it. The files are read as text: nothing is run, `include` is not followed, and a
//! repository of another user is not asked.

use std::path::{Path, PathBuf};

use crate::{
    host::fs,
    model::visible::is_hidden,
    ops::{Context, scope::repository_around},
};

/// The largest configuration file that is read, in bytes.
const MAX_CONFIG: u64 = 1024 * 1024;

/// `user.name` of the repository around the current folder, else of the user; `None` where it can't be told.
pub(crate) fn git_author(context: &Context<'_>) -> Option<String> {
    let environment = &context.dirs.environment;
    if let Some(name) = environment.text("GIT_AUTHOR_NAME") {
        return usable(name);
    }
    let home = &context.dirs.home;
    let mut files: Vec<PathBuf> = Vec::new();
    let git = repository_around(&context.dirs.current).join(".git");
    if fs::is_folder(&git) && matches!(fs::belongs_to_another_user(&git), Ok(false)) {
        files.push(git.join("config"));
    }
    if let Some(file) = environment.path("GIT_CONFIG_GLOBAL") {
        files.push(file);
    } else {
        files.push(home.join(".gitconfig"));
        let config = environment.path("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
        files.push(config.join("git/config"));
    }
    files.iter().find_map(|file| name_in(file))
}

fn name_in(file: &Path) -> Option<String> {
    if !fs::is_file(file) {
        return None;
    }
    let text = String::from_utf8(fs::read_capped(file, MAX_CONFIG).ok()?).ok()?;
    usable(&user_name(&text)?)
}

/// The last `name` of the sections `[user]`, which is the one that counts.
fn user_name(config: &str) -> Option<String> {
    let mut inside = false;
    let mut found = None;
    for line in config.trim_start_matches('\u{feff}').lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.split(']').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("user"));
        } else if let Some((key, value)) = line.split_once('=')
            && inside
            && key.trim().eq_ignore_ascii_case("name")
        {
            found = Some(unquoted(value.trim()));
        }
    }
    found
}

/// A value of git's configuration: quotes group, `\` escapes, `#` and `;` begin a comment outside of quotes.
fn unquoted(value: &str) -> String {
    let (mut out, mut in_quotes) = (String::new(), false);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => in_quotes = !in_quotes,
            '\\' => out.extend(chars.next()),
            '#' | ';' if !in_quotes => break,
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

fn usable(name: &str) -> Option<String> {
    let name = name.trim();
    let fits = !name.is_empty() && name.chars().count() <= 100 && !name.chars().any(is_hidden);
    fits.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_read_from_its_section_alone() {
        let config = "[core]\n name = no\n[user \"x\"]\nname = no\n[User]\n\temail = a@b\n\tName = \"Ada \\\"L\\\"\" # c\n[alias]\nname = no\n";
        assert_eq!(user_name(config).as_deref(), Some("Ada \"L\""));
        assert_eq!(user_name("[user]\nname=中文 名;x"), Some("中文 名".to_owned()));
        assert_eq!(user_name("[user]\nemail = x\n"), None);
        assert_eq!(usable("a\u{202e}b"), None);
        assert_eq!(usable("  "), None);
    }
}
