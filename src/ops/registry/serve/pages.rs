//! The pages: search and results at `/`, a skill at `/p/NAME` and `/p/NAME/VERSION`. Plain HTML that works without
//! scripts; all addresses are relative, so that it works below any path of a proxy.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use minijinja::{AutoEscape, Environment, Value, context};
use semver::Version;

use super::{
    super::{build, take},
    Counter, markdown, sheet,
};
use crate::{
    host::{
        fs,
        registry::{
            keeper::Shelf,
            serve::{Asked, Reply, names_tag},
        },
    },
    model::{
        digest::Digest,
        registry::{
            line::{IndexLine, StatusKind},
            package::Package,
        },
        size::{bytes, count},
        skill::Skill,
        tree::Mode,
        visible,
    },
};

/// How paths of skills' pages begin.
pub(super) const SKILL: &str = "p/";
/// Hits on a page, and the most that a page shows.
const HITS: usize = 30;
const MAX_HITS: usize = 300;
/// Rendered texts that are remembered.
const MAX_KNOWN: usize = 64;
/// The page's own headings are of levels 1 and 2.
const TEXT_LEVEL: u8 = 3;

const HTML: &str = "text/html; charset=utf-8";
/// No script at all, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What an archive holds, ready to be shown.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) html: String,
    pub(super) is_cut: bool,
    /// Path, size in bytes, and whether it is executable.
    pub(super) files: Vec<(String, u64, bool)>,
}

/// The templates, and what was rendered lately, by the archive's digest.
pub(super) struct Pages {
    environment: Environment<'static>,
    known: Mutex<HashMap<String, Option<Arc<Content>>>>,
}

const TEMPLATES: [(&str, &str); 4] = [
    ("layout.html", include_str!("../../../../templates/web/layout.html")),
    ("message.html", include_str!("../../../../templates/web/message.html")),
    ("search.html", include_str!("../../../../templates/web/search.html")),
    ("skill.html", include_str!("../../../../templates/web/skill.html")),
];

impl Pages {
    pub(super) fn new() -> Self {
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        for (name, source) in TEMPLATES {
            // A template with a flaw is missed by the tests, and by `render`, which says so.
            let _ = environment.add_template(name, source);
        }
        Self { environment, known: Mutex::default() }
    }

    fn render(&self, name: &str, values: Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(name)?.render(values)
    }
}

/// A page without its frame.
struct Page {
    status: u16,
    title: String,
    query: String,
    template: &'static str,
    values: Value,
}

/// From a page's path to the registry's root.
fn up(path: &str) -> String {
    match path.matches('/').count() {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

impl Counter<'_> {
    pub(super) fn page(&self, asked: &Asked) -> Reply {
        match asked.path.as_str() {
            "-/style.css" => {
                return asset(
                    asked,
                    "text/css; charset=utf-8",
                    include_str!("../../../../templates/web/style.css"),
                );
            }
            "-/icon.svg" => {
                return asset(asked, "image/svg+xml", include_str!("../../../../templates/web/icon.svg"));
            }
            _ => {}
        }
        let root = up(&asked.path);
        let page = match asked.path.strip_prefix(SKILL) {
            _ if asked.path.is_empty() => Ok(self.found(asked)),
            Some(rest) => self.skill(rest, &root),
            None => Err(message(404, "Nothing is here", "This address leads to no page.", &root)),
        };
        let page = page.unwrap_or_else(|page| page);
        let name = self.shelf().map_or_else(|_| "Registry".to_owned(), |shelf| shelf.settings().name.clone());
        let name = visible::line(&name).into_owned();
        let title = if page.title.is_empty() { name.clone() } else { format!("{} · {name}", page.title) };
        let drawn = self.pages.render(page.template, page.values).and_then(|content| {
            self.pages.render(
                "layout.html",
                context! {
                    title, registry => name, home => root.clone(), root, query => page.query,
                    content => Value::from_safe_string(content),
                },
            )
        });
        match drawn {
            Ok(html) => tagged(asked, page.status, HTML, html),
            Err(_) => Reply::problem(500, "the page can't be drawn"),
        }
    }

    fn found(&self, asked: &Asked) -> Page {
        let query = visible::line(asked.value("q").unwrap_or_default().trim()).into_owned();
        let limit =
            asked.value("limit").and_then(|text| text.parse().ok()).unwrap_or(HITS).clamp(1, MAX_HITS);
        let catalogue = self.catalogue();
        let found = catalogue.find(&query, limit);
        let hits: Vec<Value> = found
            .entries
            .iter()
            .map(|entry| {
                let executables = match entry.exec {
                    0 => "no executables".to_owned(),
                    many => count(many, "executable"),
                };
                let license = entry.license.as_deref().unwrap_or("no licence named");
                let day = entry.pubtime.split('T').next().unwrap_or_default();
                context! {
                    link => format!("{SKILL}{}", entry.name),
                    name => entry.name.clone(),
                    version => entry.version.clone(),
                    description => visible::line(entry.description.as_deref().unwrap_or_default()),
                    deprecated => entry.deprecated.as_deref().map(visible::line),
                    facts => format!("{day} · {} · {executables} · {}", bytes(entry.size), visible::line(license)),
                }
            })
            .collect();
        let total = found.total;
        let (heading, note) = match (query.is_empty(), total) {
            (true, 0) => ("No skills yet".to_owned(), Some("Nothing is published here so far.".to_owned())),
            (true, _) => {
                ("New skills".to_owned(), Some(format!("{} in all.", count(catalogue.len(), "skill"))))
            }
            (false, 0) => {
                (format!("No skills for “{query}”"), Some("Try fewer or shorter words.".to_owned()))
            }
            (false, _) => (format!("{} for “{query}”", count(total, "skill")), None),
        };
        let more = (total > hits.len() && !query.is_empty())
            .then(|| format!("The best {} are shown: more words narrow it down.", hits.len()));
        Page {
            status: 200,
            title: if query.is_empty() { String::new() } else { query.clone() },
            query,
            template: "search.html",
            values: context! { heading, note, hits, more },
        }
    }

    fn skill(&self, rest: &str, root: &str) -> Result<Page, Page> {
        let absent =
            || message(404, "No such skill", "This registry has no skill or version of that name.", root);
        let broken = || message(500, "Something is wrong", "The registry can't be read now.", root);
        let is_scoped = rest.starts_with('@');
        let (name, version) = match rest.match_indices('/').nth(usize::from(is_scoped)) {
            Some((at, _)) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        let package: Package = name.parse().map_err(|_| absent())?;
        let shelf = Shelf::open(&self.folder).map_err(|_| broken())?;
        let index = shelf.index(&package).map_err(|_| broken())?;
        let line = match version {
            Some(text) => Version::parse(text).ok().and_then(|version| index.version(&version)),
            None => build::offered(&index).or_else(|| index.lines.iter().max_by_key(|line| &line.version)),
        };
        let line = line.ok_or_else(absent)?;
        let is_shown = line.status.as_ref().is_none_or(|status| status.state == StatusKind::Deprecated);
        let content = if is_shown { self.content(&shelf, line) } else { None };
        Ok(Page {
            status: 200,
            title: format!("{package} {}", line.version),
            query: String::new(),
            template: "skill.html",
            values: sheet::values(&shelf, &index, line, content.as_deref(), root),
        })
    }

    /// What the archive of a version holds; `None` where it can't be read, or lies elsewhere.
    fn content(&self, shelf: &Shelf, line: &IndexLine) -> Option<Arc<Content>> {
        let key = line.archive.hex();
        let known = self.pages.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let read = || {
            let bytes = fs::read_capped(&shelf.archive(line)?, self.context.limits().packed).ok()?;
            let is_right = Digest::of(&bytes) == line.archive;
            let tree = is_right.then(|| take::tree_of(self.context, &bytes, "archive").ok()).flatten()?;
            let files = tree
                .files()
                .iter()
                .map(|file| (file.path.clone(), file.content.len() as u64, file.mode == Mode::Executable));
            let files = files.collect();
            let skill = Skill::new(line.name.base(), tree);
            let (html, is_cut) = markdown::html(&visible::block(skill.body()), TEXT_LEVEL);
            Some(Arc::new(Content { html, is_cut: !is_cut, files }))
        };
        let content = read();
        let mut known = self.pages.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        // What can't be read may be there later.
        if content.is_some() {
            known.insert(key, content.clone());
        }
        content
    }
}

fn message(status: u16, heading: &str, text: &str, root: &str) -> Page {
    Page {
        status,
        title: heading.to_owned(),
        query: String::new(),
        template: "message.html",
        values: context! { heading, text, home => root },
    }
}

fn asset(asked: &Asked, kind: &'static str, text: &'static str) -> Reply {
    tagged(asked, 200, kind, text.to_owned())
}

/// An answer with a tag of its content, or 304.
fn tagged(asked: &Asked, status: u16, kind: &'static str, text: String) -> Reply {
    let tag = format!("\"{}\"", &Digest::of(text.as_bytes()).hex()[..32]);
    let is_known = status == 200 && names_tag(asked.if_none_match.as_deref(), &tag);
    let reply = if is_known { Reply::new(304, kind, "") } else { Reply::new(status, kind, text) };
    reply
        .header("etag", tag)
        .header("cache-control", "no-cache")
        .header("content-security-policy", POLICY)
        .header("referrer-policy", "no-referrer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_sound_and_foreign_text_is_escaped() {
        let pages = Pages::new();
        for (name, _) in TEMPLATES {
            assert!(pages.environment.get_template(name).is_ok(), "{name}");
        }
        let evil = "\"><script>x</script>";
        let html = pages.render("message.html", context! { heading => evil, text => evil, home => evil });
        assert!(!html.expect("a page").contains("<script"));
    }

    #[test]
    fn pages_lead_back_to_the_root_from_anywhere() {
        assert_eq!((up(""), up("p/x"), up("p/@a/x/1.0.0")), ("./".into(), "../".into(), "../../../".into()));
    }
}
