//! `credential-file`: files that are there to hold credentials.

use super::placeholder::is_placeholder;
use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
    },
    model::tree::{Mode, TreeFile},
};

declare_rule! {
    /// ## What it finds
    /// A file that holds credentials: `.env` with values (not `.env.example`), `id_rsa` and other SSH keys, `*.p12`,
    /// `*.pfx`, `*.jks`, `*.pem` and `*.key` with a private key, `.npmrc` and `.pypirc` with a token, `.netrc`,
    /// `.git-credentials`, a service account's JSON.
    /// ## Why it matters
    /// A skill is copied to every machine that installs it. TeleAI takes no credential files.
    /// ## Example
    /// `.env` beside SKILL.md. Ship `.env.example` with names only, and list `.env` in `.gitignore`.
    CREDENTIAL_FILE = "credential-file" {
        summary: "a file that holds credentials is part of the skill",
        category: Safety,
        level: Error,
        fix: None,
        check: credential_file,
    }
}

fn credential_file(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for file in subject.skill.tree.files() {
        if file.mode == Mode::Symlink || file.content.is_empty() {
            continue;
        }
        if let Some(what) = credentials(file) {
            found.file(&file.path, format!("`{}` is {what}", file.path)).help(
                "take it out of the skill, change what it holds, and let the user set environment variables",
            );
        }
    }
}

fn credentials(file: &TreeFile) -> Option<&'static str> {
    let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_ascii_lowercase();
    let text = || std::str::from_utf8(&file.content[..file.content.len().min(64 * 1024)]).unwrap_or("");
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_env = name == ".env"
        || name
            .strip_prefix(".env.")
            .is_some_and(|kind| matches!(kind, "local" | "production" | "prod" | "development" | "staging"));
    if is_env && text().lines().any(is_set) {
        return Some("an environment file with values");
    }
    if matches!(name.as_str(), "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ed25519") {
        return Some("a private SSH key");
    }
    if matches!(ending, "p12" | "pfx" | "jks" | "keystore") {
        return Some("a store of private keys");
    }
    if matches!(ending, "pem" | "key") && text().contains("PRIVATE KEY-----") {
        return Some("a private key");
    }
    let holds = |words: &[&str]| words.iter().any(|word| text().lines().any(|line| assigns(line, word)));
    match name.as_str() {
        ".npmrc" if holds(&["_authToken", "_auth", "_password"]) => Some("npm's settings with a token"),
        ".pypirc" if holds(&["password"]) => Some("PyPI's settings with a password"),
        ".netrc" | "_netrc" if text().contains("password") => Some("a list of logins"),
        ".git-credentials" => Some("a list of logins"),
        _ if ending == "json"
            && text().contains("\"private_key\"")
            && text().contains("\"service_account\"") =>
        {
            let is_real = text().split("\"private_key\"").nth(1).is_some_and(|rest| {
                let value = rest.get(..rest.len().min(240)).unwrap_or("");
                value.contains("PRIVATE KEY")
                    && !is_placeholder(value.split("KEY-----").nth(1).unwrap_or("..."))
            });
            is_real.then_some("a service account's key")
        }
        _ => None,
    }
}

/// Whether a line of an environment file gives a value that is no stand-in.
fn is_set(line: &str) -> bool {
    let line = line.trim();
    let Some((name, value)) = line.split_once('=') else { return false };
    let value = value.trim().trim_matches(['"', '\'']);
    let upper = name.to_ascii_uppercase();
    let is_secret = ["KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "DSN", "DATABASE_URL"]
        .iter()
        .any(|word| upper.contains(word));
    !line.starts_with('#')
        && is_secret
        && value.len() >= 8
        && !value.starts_with('$')
        && !is_placeholder(value)
}

fn assigns(line: &str, word: &str) -> bool {
    let Some((before, value)) = line.split_once('=') else { return false };
    let value = value.trim();
    before.contains(word) && !value.is_empty() && !value.starts_with('$') && !is_placeholder(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_judged_by_name_and_content() {
        let judge = |path: &str, content: &str| {
            credentials(&TreeFile { path: path.to_owned(), mode: Mode::Regular, content: content.into() })
                .is_some()
        };
        assert!(judge(".env", "API_KEY=q8Rw2ZmPk\n") && judge("keys/id_ed25519", "x") && judge("a.p12", "x"));
        assert!(!judge(".env", "API_KEY=\nMODE=fast\nTOKEN=your-token-here\n"));
        assert!(
            !judge(".env.example", "API_KEY=q8Rw2ZmPk\n") && !judge("ca.pem", "-----BEGIN CERTIFICATE-----")
        );
    }
}
