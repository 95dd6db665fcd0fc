//! The lock files of `npx skills`: a project's `skills-lock.json` (version 1) and the user's `.skill-lock.json`
//! (version 3). Their own hashes of contents are ambiguous and not used; the user's file has git's id of the folder.

use serde::Deserialize;

use super::{ForeignError, Recorded, Repository, Upstream, address, json, path, wanted};
use crate::model::{
    git_url::{GitUrl, Host},
    source::Wanted,
    visible,
};

/// Reads a project's `skills-lock.json`.
pub(crate) fn project(text: &str) -> Result<Vec<Recorded>, ForeignError> {
    json::parse::<Entry<1>>(text)
}

/// Reads the user's `.skill-lock.json`.
pub(crate) fn user(text: &str) -> Result<Vec<Recorded>, ForeignError> {
    json::parse::<Entry<3>>(text)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry<const VERSION: u64> {
    source: Option<String>,
    source_type: Option<String>,
    source_url: Option<String>,
    #[serde(rename = "ref")]
    reference: Option<String>,
    skill_path: Option<String>,
    skill_folder_hash: Option<String>,
}

impl<const VERSION: u64> Entry<VERSION> {
    /// The exact address where one was written, else the repository of the host the kind names.
    fn repository(&self, kind: &str) -> Result<GitUrl, String> {
        let host = if kind == "gitlab" { Host::GitLab } else { Host::GitHub };
        self.told().map_or_else(|| Err("no source is recorded".to_owned()), |told| address(told, host))
    }

    /// What is written of the source; empty texts say nothing.
    fn told(&self) -> Option<&str> {
        [&self.source_url, &self.source]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .find(|told| !told.is_empty())
    }
}

impl<const VERSION: u64> json::Entry for Entry<VERSION> {
    const VERSION: u64 = VERSION;

    fn upstream(self) -> Result<Upstream, String> {
        let path = self.skill_path.as_deref().map(path).transpose()?.flatten();
        let elsewhere = |what: String, advice: Option<String>| Ok(Upstream::Elsewhere { what, advice });
        let shown = visible::short(self.told().unwrap_or_default());
        let install = || Some(format!("`skill install {shown}`"));
        match self.source_type.as_deref().unwrap_or("github") {
            kind @ ("github" | "gitlab" | "git") => match self.repository(kind) {
                Err(why) => elsewhere(why, None),
                Ok(url) => Ok(Upstream::Git(Repository {
                    url,
                    path,
                    wanted: self
                        .reference
                        .as_deref()
                        .filter(|reference| !reference.is_empty())
                        .map_or(Wanted::Default, wanted),
                    commit: None,
                    at: None,
                    tree: self.skill_folder_hash.and_then(|hash| hash.parse().ok()),
                })),
            },
            "local" => elsewhere(format!("it came from a local folder, `{shown}`"), install()),
            "well-known" => {
                // The project's file names the bare host.
                let scheme = if shown.contains("://") { "" } else { "https://" };
                let advice = Some(format!("`skill install {scheme}{shown}`"));
                elsewhere(format!("it came from the index of `{shown}`"), advice)
            }
            "node_modules" | "npm" => elsewhere(format!("it came from the npm package `{shown}`"), None),
            other => {
                elsewhere(format!("sources of the kind `{}` are not known", visible::short(other)), None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_become_places_in_repositories() {
        let text = r#"{"version": 1, "skills": {
            "a": {"source": "o/r", "sourceType": "github", "skillPath": "skills/a/SKILL.md", "computedHash": "x"},
            "b": {"source": "o/g", "sourceType": "gitlab", "ref": "next", "computedHash": "x"},
            "c": {"source": "../c", "sourceType": "local", "computedHash": "x"},
            "d": {"source": "o/r", "sourceUrl": "", "ref": "", "sourceType": "github"},
            "e": {"source": "bun.sh", "sourceType": "well-known", "computedHash": "x"}}}"#;
        let read = project(text).expect("readable");
        let Upstream::Git(a) = &read[0].from else { panic!("{read:?}") };
        assert_eq!(a.url.to_string(), "https://github.com/o/r");
        assert_eq!(a.path.as_ref().map(ToString::to_string).as_deref(), Some("skills/a"));
        assert_eq!(a.wanted, Wanted::Default);
        let Upstream::Git(b) = &read[1].from else { panic!("{read:?}") };
        assert_eq!(
            (b.url.to_string().as_str(), &b.wanted),
            ("https://gitlab.com/o/g", &Wanted::Ref("next".into()))
        );
        assert!(matches!(&read[2].from, Upstream::Elsewhere { .. }));
        let Upstream::Git(d) = &read[3].from else { panic!("{read:?}") };
        assert_eq!((d.url.to_string().as_str(), &d.wanted), ("https://github.com/o/r", &Wanted::Default));
        let Upstream::Elsewhere { advice, .. } = &read[4].from else { panic!("{read:?}") };
        assert_eq!(advice.as_deref(), Some("`skill install https://bun.sh`"));
    }

    #[test]
    fn broken_hostile_and_newer_files_are_errors_with_their_line() {
        let line = |text: &str| project(text).expect_err(text).line;
        assert_eq!(line(""), 1);
        assert_eq!(line("{\n  \"skills\": {}\n}"), 3);
        assert_eq!(line("{\n\"version\": 2,\n\"skills\": []}"), 2);
        assert_eq!(line("{\"version\": 1,\n\"skills\": [\n]}"), 2);
        assert_eq!(line("{\"version\": 1, \"skills\": {\n\"../x\": {}}}"), 2);
        assert_eq!(
            line(
                "{\"version\": 1, \"skills\": {\n\n\"x\": {\"source\": \"o/r\", \"skillPath\": \"../../x\"}}}"
            ),
            3
        );
        assert_eq!(
            line(
                "{\"version\": 1, \"skills\": {\"x\": {\"source\": \"o/r\"},\n\"x\": {\"source\": \"o/r\"}}}"
            ),
            2
        );
        assert!(project("{\"version\": 1, \"skills\": {\"x\": {\"source\": 7}}}").is_err());
        let many: Vec<String> = (0..=super::super::MAX_SKILLS).map(|n| format!("\"s{n}\": {{}}")).collect();
        assert!(project(&format!("{{\"version\": 1, \"skills\": {{{}}}}}", many.join(","))).is_err());
        let deep = format!(
            "{{\"version\": 1, \"x\": {}1{}, \"skills\": {{}}}}",
            "[".repeat(9_999),
            "]".repeat(9_999)
        );
        // Keys of no interest are passed over, however deep.
        assert_eq!(project(&deep), Ok(Vec::new()));
        assert!(user("{\"version\": 4, \"skills\": {}}").expect_err("newer").why.contains("newer"));
        assert_eq!(user("{\"version\": 3, \"skills\": {}, \"dismissed\": {}}"), Ok(Vec::new()));
    }
}
