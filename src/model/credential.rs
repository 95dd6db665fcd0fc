//! Names under which programs keep keys and passwords.

/// Whether a file or folder of this name keeps keys or passwords. Examples and templates of such files do not.
pub(crate) fn is_credential(name: &str, is_folder: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.as_str();
    if is_folder {
        return matches!(name, ".ssh" | ".aws" | ".gnupg" | ".azure" | ".kube" | ".gcloud");
    }
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if name == ".env" || name.starts_with(".env.") || ends(&[".env"]) {
        return !ends(&[
            ".example",
            ".sample",
            ".template",
            ".dist",
            ".defaults",
            "example.env",
            "sample.env",
        ]);
    }
    matches!(
        name,
        ".netrc"
            | "_netrc"
            | ".npmrc"
            | ".pypirc"
            | ".pgpass"
            | ".git-credentials"
            | ".htpasswd"
            | ".dockercfg"
            | "credentials.json"
            | "service-account.json"
            | "service_account.json"
    ) || ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"].contains(&name)
        || ends(&[".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credential_files_are_known_by_name_and_their_examples_are_none() {
        for name in [".env", ".env.local", "prod.env", "id_rsa", "server.PEM", ".npmrc", "cert.p12"] {
            assert!(is_credential(name, false), "{name}");
        }
        for name in [".env.example", "environment.md", "id_rsa.md", "key.md", "keys.py", "monkey"] {
            assert!(!is_credential(name, false), "{name}");
        }
        assert!(is_credential(".ssh", true) && !is_credential(".env.d", true));
    }
}
