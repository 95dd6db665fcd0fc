//! `credentials.toml`: tokens that `skill login` keeps, each for one origin (scheme, host and port).

use toml_edit::{DocumentMut, Item, Table, Value};

use super::toml;

const TABLE: &str = "registries";

/// The file's text, edited in place.
#[derive(Debug, Default)]
pub(crate) struct Logins(DocumentMut);

impl Logins {
    /// Reads the file; the error says what is wrong.
    pub(crate) fn decode(text: &str) -> Result<Self, String> {
        let document: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| toml::fault(text, &error))?;
        let table = match document.get(TABLE) {
            None => return Ok(Self(document)),
            Some(item) => item.as_table_like().ok_or_else(|| format!("`{TABLE}` is no table"))?,
        };
        for (origin, entry) in table.iter() {
            if entry.get("token").and_then(Item::as_str).is_none() {
                return Err(format!("`{}` has no `token`", super::visible::line(origin)));
            }
        }
        Ok(Self(document))
    }

    pub(crate) fn encode(&self) -> String {
        self.0.to_string()
    }

    /// The token for an origin.
    pub(crate) fn token(&self, origin: &str) -> Option<&str> {
        self.0.get(TABLE)?.get(origin)?.get("token")?.as_str()
    }

    /// Keeps a token for an origin, or takes it out; says whether that changes anything.
    pub(crate) fn set(&mut self, origin: &str, token: Option<&str>) -> bool {
        if self.token(origin) == token {
            return false;
        }
        let table = self.0.entry(TABLE).or_insert_with(|| {
            let mut table = Table::new();
            table.set_implicit(true);
            Item::Table(table)
        });
        let Some(table) = table.as_table_like_mut() else { return false };
        match token {
            Some(token) => {
                let mut entry = Table::new();
                entry.insert("token", Item::Value(Value::from(token)));
                table.insert(origin, Item::Table(entry));
            }
            None => _ = table.remove(origin),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_and_go_and_the_rest_of_the_file_stays() {
        let text = "# mine\n[registries.\"https://a.org\"]\ntoken = \"one\" # old\n";
        let mut logins = Logins::decode(text).expect("logins");
        assert_eq!(logins.token("https://a.org"), Some("one"));
        assert!(
            logins.set("http://127.0.0.1:81", Some("two")) && !logins.set("http://127.0.0.1:81", Some("two"))
        );
        let written = logins.encode();
        assert!(
            written.starts_with(text) && written.contains("[registries.\"http://127.0.0.1:81\"]"),
            "{written}"
        );
        assert!(logins.set("http://127.0.0.1:81", None) && !logins.set("http://127.0.0.1:81", None));
        assert_eq!(logins.encode(), text);
        let mut new = Logins::decode("").expect("nothing");
        assert!(new.set("https://a.org", Some("x")));
        assert_eq!(new.encode(), "[registries.\"https://a.org\"]\ntoken = \"x\"\n");
    }

    #[test]
    fn what_is_no_list_of_tokens_is_refused() {
        for text in ["registries = 1", "[registries]\nx = \"y\"", "[registries.x]\nToken = \"y\"", "["] {
            assert!(Logins::decode(text).is_err(), "{text}");
        }
    }
}
