//! Logins that `~/.netrc` holds, as curl reads it.

use crate::model::git_url::Login;

/// The login of a netrc file for exactly this host. Its `default` entry would hand a password to any host, and is
/// passed over.
pub(super) fn login(text: &str, host: &str) -> Option<Login> {
    let found = words(text);
    let mut words = found.iter().map(String::as_str);
    let (mut here, mut user, mut password) = (false, None, None);
    while let Some(word) = words.next() {
        match word {
            "machine" | "default" => {
                if here && password.is_some() {
                    break;
                }
                (user, password) = (None, None);
                here = word == "machine" && words.next().is_some_and(|name| name.eq_ignore_ascii_case(host));
            }
            "login" => user = words.next().filter(|_| here).or(user),
            "password" => password = words.next().filter(|_| here).or(password),
            "account" => _ = words.next(),
            _ => {}
        }
    }
    let password = password.filter(|_| here)?.to_owned();
    Some(Login { user: user.unwrap_or_default().to_owned(), password })
}

/// The words of a netrc file: quoted ones as one word, comments and macros left out.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut in_macro = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if in_macro || trimmed.starts_with("macdef") {
            in_macro = !trimmed.is_empty();
            continue;
        }
        let mut rest = trimmed;
        while !rest.is_empty() && !rest.starts_with('#') {
            let mut word = String::new();
            let mut chars = rest.char_indices();
            let end = if rest.starts_with('"') {
                chars.next();
                loop {
                    match chars.next() {
                        None => break rest.len(),
                        Some((at, '"')) => break at + 1,
                        Some((_, '\\')) => word.extend(chars.next().map(|(_, c)| c)),
                        Some((_, c)) => word.push(c),
                    }
                }
            } else {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                word.push_str(&rest[..end]);
                end
            };
            words.push(word);
            rest = rest[end..].trim_start();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn netrc_is_read_as_curl_reads_it_but_for_its_default_entry() {
        let text = "# comment\nmachine a.org login me password \"s p\\\"c\"\nmacdef init\nmachine b.org password no\n\n\
                    machine B.org\n  login you\n  password pw # trailing\ndefault login any password any\n";
        let found = |host| login(text, host).map(|login| (login.user, login.password));
        assert_eq!(found("a.org"), Some(("me".to_owned(), "s p\"c".to_owned())));
        assert_eq!(found("b.org"), Some(("you".to_owned(), "pw".to_owned())));
        assert_eq!(found("c.org"), None);
        assert_eq!(login("machine a.org login me", "a.org"), None);
        assert_eq!(login("machine", "a.org"), None);
    }
}
