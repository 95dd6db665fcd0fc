//! What `gh skill` writes into the SKILL.md of what it installs: `metadata.github-*`. It writes the whole head anew,
//! so that heads are compared by what they say.

use serde_json::{Map, Value as Json};

use super::{Repository, Upstream, address, path, wanted};
use crate::model::{
    frontmatter::{Frontmatter, Node},
    git_url::Host,
    skill::head_json,
    source::Wanted,
};

const PREFIX: &str = "github-";

/// Where a SKILL.md says that `gh skill` took it from; `None` where it says nothing of the kind.
pub(crate) fn stamp(skill_md: &str) -> Option<Result<Upstream, String>> {
    let head = Frontmatter::parse(skill_md);
    let metadata = head.value("metadata")?;
    let text = |key: &str| {
        metadata.value_of(&format!("{PREFIX}{key}")).and_then(Node::text).filter(|text| !text.is_empty())
    };
    let repository = text("repo")?;
    // Such keys without a state are somebody's own.
    text("tree-sha").or_else(|| text("ref"))?;
    // The first versions wrote owner and name apart.
    let repository = match text("owner") {
        Some(owner) if !repository.contains(['/', ':']) => format!("{owner}/{repository}"),
        _ => repository.to_owned(),
    };
    Some(upstream(&repository, text("path"), text("ref"), text("pinned"), text("tree-sha")))
}

fn upstream(
    repository: &str,
    told_path: Option<&str>,
    reference: Option<&str>,
    pinned: Option<&str>,
    tree: Option<&str>,
) -> Result<Upstream, String> {
    let path = told_path.map(path).transpose()?.flatten();
    let url = match address(repository, Host::GitHub) {
        Ok(url) => url,
        Err(what) => return Ok(Upstream::Elsewhere { what, advice: None }),
    };
    let at = reference.map(|reference| match wanted(reference) {
        Wanted::Ref(name) | Wanted::Rev(name) | Wanted::Version(name) => name,
        Wanted::Default => String::new(),
    });
    Ok(Upstream::Git(Repository {
        url,
        path,
        wanted: pinned.map_or(Wanted::Default, wanted),
        commit: None,
        at: at.filter(|at| !at.is_empty()),
        tree: tree.and_then(|tree| tree.parse().ok()),
    }))
}

/// Whether two SKILL.md say the same, apart from the keys that `gh skill` puts in and the way a head is written.
pub(crate) fn says_the_same(stamped: &str, plain: &str) -> bool {
    let read = |text: &str| {
        let head = Frontmatter::parse(text);
        (head.is_closed() && !head.faults.iter().any(|fault| fault.kind.breaks_yaml()))
            .then(|| (without_keys(head_json(&head)), head.split.body.of(text).trim().to_owned()))
    };
    match (read(stamped), read(plain)) {
        (Some(stamped), Some(plain)) => stamped == plain,
        _ => false,
    }
}

fn without_keys(mut fields: Map<String, Json>) -> Map<String, Json> {
    if let Some(Json::Object(metadata)) = fields.get_mut("metadata") {
        metadata.retain(|key, _| !key.starts_with(PREFIX));
        if metadata.is_empty() {
            fields.remove("metadata");
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMPED: &str = "---\ndescription: Notes. Use for tests.\nmetadata:\n    github-path: skills/notes\n    \
        github-ref: refs/tags/v1.0.0\n    github-repo: https://github.com/o/r\n    \
        github-tree-sha: 58b9a0bdb00d97953bfc840cb4dc3b38faf03759\nname: notes\n---\n# Notes\n";

    #[test]
    fn a_stamp_names_repository_path_and_ref() {
        let Some(Ok(Upstream::Git(read))) = stamp(STAMPED) else { panic!("no stamp") };
        assert_eq!(read.url.to_string(), "https://github.com/o/r");
        assert_eq!(read.path.expect("a path").as_str(), "skills/notes");
        assert_eq!(read.at.as_deref(), Some("v1.0.0"));
        assert_eq!(read.wanted, Wanted::Default);
        assert!(stamp("---\nname: x\nmetadata:\n  github-repo: o/r\n---\n").is_none());
        let tricky = STAMPED.replace("skills/notes", "../../notes");
        assert!(matches!(stamp(&tricky), Some(Err(_))));
    }

    #[test]
    fn the_stamp_and_the_order_of_keys_make_no_difference_and_words_do() {
        let plain = "---\nname: notes\ndescription: \"Notes. Use for tests.\"\n---\n\n# Notes\n";
        assert!(says_the_same(STAMPED, plain));
        assert!(!says_the_same(STAMPED, &plain.replace("# Notes", "# Other")));
        assert!(!says_the_same(STAMPED, &plain.replace("Use for", "Use in")));
        let more = plain.replace("---\n\n", "metadata:\n  author: me\n---\n");
        assert!(!says_the_same(STAMPED, &more));
    }
}
