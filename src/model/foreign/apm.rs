//! `apm.lock.yaml` (version 1): dependencies with the commit each was taken from and the files it put into the project.
//! The skills are the folders below `.agents/skills` among those files.

use std::collections::BTreeSet;

use super::{ForeignError, MAX_SKILLS, Recorded, Repository, Upstream, address, folder, path, wanted};
use crate::model::{
    frontmatter::{Node, Value, parse_up_to},
    git_url::Host,
    source::Wanted,
    span::line_and_column,
    visible,
};

/// Values of one file, at most: each deployed file is told twice.
const MAX_VALUES: usize = 500_000;
/// The versions that can be read; 2 only adds registries.
const VERSIONS: [&str; 2] = ["1", "2"];
const SKILLS: &str = ".agents/skills/";

/// Reads an `apm.lock.yaml`.
pub(crate) fn parse(text: &str) -> Result<Vec<Recorded>, ForeignError> {
    let fault = |offset: usize, why: String| ForeignError { line: line_and_column(text, offset).0, why };
    let parsed = parse_up_to(text, MAX_VALUES);
    if let Some(found) = parsed.fault {
        return Err(fault(found.offset, format!("it is no YAML: {}", visible::line(&found.why))));
    }
    if parsed.is_too_deep {
        return Err(fault(0, "it is too deep, or has too many values".to_owned()));
    }
    if let Some(second) = parsed.second {
        return Err(fault(second, "a second document begins".to_owned()));
    }
    let Some(root) = parsed.root.filter(|root| matches!(root.value, Value::Map(_))) else {
        return Err(fault(0, "it is no mapping".to_owned()));
    };
    let Some(version) = root.value_of("lockfile_version") else {
        return Err(fault(0, "it has no `lockfile_version`".to_owned()));
    };
    if !version.text().is_some_and(|text| VERSIONS.contains(&text)) {
        let shown = visible::short(version.text().unwrap_or_default()).into_owned();
        return Err(fault(
            version.span.start,
            format!("it is of version `{shown}`, and only 1 and 2 can be read"),
        ));
    }
    let dependencies = match root.value_of("dependencies") {
        None => return Err(fault(0, "it has no `dependencies`".to_owned())),
        Some(node) => match &node.value {
            Value::List(items) => items.as_slice(),
            Value::Scalar { .. } if node.is_absent() => &[],
            Value::Scalar { .. } | Value::Map(_) => {
                return Err(fault(node.span.start, format!("`dependencies` is {}", node.kind_word())));
            }
        },
    };
    let mut found: Vec<Recorded> = Vec::new();
    let mut seen = BTreeSet::new();
    for dependency in dependencies {
        let at = |why: String| fault(dependency.span.start, why);
        if !matches!(dependency.value, Value::Map(_)) {
            return Err(at(format!("a dependency is {}", dependency.kind_word())));
        }
        let from = upstream(dependency).map_err(at)?;
        for file in list(dependency, "deployed_files").map_err(at)? {
            let told = file.text().unwrap_or_default();
            let Some(inner) = told.strip_prefix(SKILLS) else { continue };
            let name = inner.split('/').next().unwrap_or(inner);
            let name = folder(name).map_err(|why| fault(file.span.start, why))?;
            if !seen.insert(name.clone()) {
                continue;
            }
            if found.len() == MAX_SKILLS {
                return Err(at(format!("it records more than {MAX_SKILLS} skills")));
            }
            found.push(Recorded { name, from: from.clone() });
        }
    }
    Ok(found)
}

fn list<'a>(dependency: &'a Node, key: &str) -> Result<&'a [Node], String> {
    match dependency.value_of(key) {
        None => Ok(&[]),
        Some(node) => match &node.value {
            Value::List(items) => Ok(items),
            Value::Scalar { .. } if node.is_absent() => Ok(&[]),
            Value::Scalar { .. } | Value::Map(_) => Err(format!("`{key}` is {}", node.kind_word())),
        },
    }
}

fn upstream(dependency: &Node) -> Result<Upstream, String> {
    let text = |key: &str| {
        dependency.value_of(key).and_then(Node::text).filter(|text| !text.is_empty() && *text != "null")
    };
    let elsewhere = |what: String, advice: Option<String>| Ok(Upstream::Elsewhere { what, advice });
    match text("source") {
        Some("local") => {
            let place = visible::short(text("local_path").unwrap_or(".")).into_owned();
            return elsewhere(
                format!("it came from a local folder, `{place}`"),
                Some(format!("`skill install {place}`")),
            );
        }
        Some("registry") => return elsewhere("it came from a registry of apm's".to_owned(), None),
        _ => {}
    }
    let Some(repository) = text("repo_url") else {
        return Err("a dependency has no `repo_url`".to_owned());
    };
    let host = text("host").unwrap_or("github.com");
    let first = repository.split('/').next().unwrap_or_default();
    let url = if repository.contains("://") || repository.contains('@') {
        address(repository, Host::GitHub)
    } else if first.contains('.') {
        address(&format!("https://{repository}"), Host::GitHub)
    } else {
        address(&format!("https://{host}/{repository}"), Host::GitHub)
    };
    let url = match url {
        Ok(url) => url,
        Err(why) => return elsewhere(why, None),
    };
    Ok(Upstream::Git(Repository {
        url,
        path: text("virtual_path").map(path).transpose()?.flatten(),
        wanted: text("resolved_ref").map_or(Wanted::Default, wanted),
        commit: text("resolved_commit").and_then(|commit| commit.parse().ok()),
        at: None,
        tree: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "lockfile_version: '1'\napm_version: 0.31.0\ndependencies:\n\
        - repo_url: o/r\n  host: github.com\n  resolved_commit: 7b47a97a0cc2a1341548955668ac99ef45c5610c\n  \
        virtual_path: plugins/p\n  is_virtual: true\n  package_type: skill_bundle\n  deployed_files:\n  \
        - .agents/skills/one\n  - .agents/skills/one/SKILL.md\n  - .agents/skills/two/SKILL.md\n  \
        - .github/prompts/x.md\n  deployed_file_hashes:\n    .agents/skills/one/SKILL.md: sha256:00\n";

    #[test]
    fn the_folders_of_skills_among_deployed_files_are_found_with_their_commit() {
        let read = parse(LOCK).expect("readable");
        assert_eq!(read.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["one", "two"]);
        let Upstream::Git(git) = &read[0].from else { panic!("{read:?}") };
        assert_eq!(git.url.to_string(), "https://github.com/o/r");
        assert_eq!(git.path.as_ref().expect("a path").as_str(), "plugins/p");
        assert!(git.commit.is_some_and(|commit| commit.to_string().starts_with("7b47a97")));
    }

    #[test]
    fn broken_hostile_and_newer_files_are_errors_with_their_line() {
        let line = |text: &str| parse(text).expect_err(text).line;
        assert_eq!(line(""), 1);
        assert_eq!(line("- a\n"), 1);
        assert_eq!(line(&LOCK.replace("'1'", "'7'")), 1);
        assert_eq!(line("lockfile_version: '1'\ndependencies: 7\n"), 2);
        assert_eq!(line("lockfile_version: '1'\ndependencies:\n- 7\n"), 3);
        assert_eq!(line(&LOCK.replace(".agents/skills/one\n", ".agents/skills/../x\n")), 11);
        assert!(parse(&LOCK.replace("plugins/p", "../p")).is_err());
        assert!(parse("lockfile_version: '1'\ndependencies: [\n").is_err());
        let deep =
            format!("lockfile_version: '1'\ndependencies: {}{}\n", "[".repeat(5_000), "]".repeat(5_000));
        assert!(parse(&deep).is_err());
    }
}
