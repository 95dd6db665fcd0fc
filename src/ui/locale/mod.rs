//! `Words`: the linter's words in the language asked for. Rules and screens are written in English; what they say is
//! looked up here on its way out, as gettext does, by the English sentence with its holes. What has no translation
//! stays English.

mod catalogue;
mod template;
#[cfg(test)]
mod tests;
mod voice;

use std::borrow::Cow;

pub(crate) use voice::Voice;

use crate::{
    lint::{diagnostic::Diagnostic, rule::Rule},
    model::locale::Locale,
};
use catalogue::Catalogue;

/// The words of one language; English ones are as they were said.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words(Option<&'static Catalogue>);

impl Words {
    pub(crate) const ENGLISH: Self = Self(None);

    /// The words of a language. The catalogue is read when its language is first asked for.
    pub(crate) fn of(locale: Locale) -> Self {
        match locale {
            Locale::English => Self::ENGLISH,
            Locale::Chinese => Self(Some(catalogue::chinese())),
        }
    }

    /// The tag of the language, where it is not English.
    pub(crate) fn tag(self) -> Option<&'static str> {
        self.0.map(|_| "zh-CN")
    }

    /// A line of a screen.
    pub(crate) fn phrase(self, english: &str) -> Cow<'_, str> {
        self.0.and_then(|catalogue| catalogue.phrase(english)).map_or(Cow::Borrowed(english), Cow::Owned)
    }

    /// Words that a rule says.
    fn of_rule(self, rule: &Rule, english: &str) -> String {
        self.0
            .and_then(|catalogue| catalogue.of_rule(rule.name, english))
            .unwrap_or_else(|| english.to_owned())
    }

    /// A rule's one line.
    pub(crate) fn summary(self, rule: &Rule) -> &'static str {
        self.0.and_then(|catalogue| catalogue.entry(rule.name)).map_or(rule.summary, |entry| &entry.summary)
    }

    /// A rule's manual page, as Markdown.
    pub(crate) fn page(self, rule: &Rule) -> Cow<'static, str> {
        self.0
            .and_then(|catalogue| catalogue.entry(rule.name))
            .map_or_else(|| Cow::Owned(rule.page()), |entry| Cow::Borrowed(entry.page.trim_end()))
    }

    /// A message of a rule that is known by its name, as baselines keep it.
    pub(crate) fn message<'a>(self, rule: &str, english: &'a str) -> Cow<'a, str> {
        let translated = self.0.and_then(|catalogue| catalogue.of_rule(rule, english));
        translated.map_or(Cow::Borrowed(english), Cow::Owned)
    }

    /// Findings as they are shown. Rules, places, severities and edits stay, and with them every fingerprint.
    pub(crate) fn findings(self, found: &[Diagnostic]) -> Cow<'_, [Diagnostic]> {
        match self.0 {
            None => Cow::Borrowed(found),
            Some(_) => Cow::Owned(found.iter().map(|each| self.finding(each)).collect()),
        }
    }

    /// The same for findings that don't count, each with its reason.
    pub(crate) fn excused(self, found: &[(Diagnostic, String)]) -> Cow<'_, [(Diagnostic, String)]> {
        match self.0 {
            None => Cow::Borrowed(found),
            Some(_) => Cow::Owned(
                found.iter().map(|(each, reason)| (self.finding(each), reason.clone())).collect::<Vec<_>>(),
            ),
        }
    }

    fn finding(self, diagnostic: &Diagnostic) -> Diagnostic {
        let mut shown = diagnostic.clone();
        let say = |english: &mut String| *english = self.of_rule(diagnostic.rule, english);
        say(&mut shown.message);
        shown.label.as_mut().into_iter().chain(&mut shown.help).for_each(say);
        shown.labels.iter_mut().for_each(|label| say(&mut label.text));
        if let Some(fix) = &mut shown.fix {
            say(&mut fix.title);
        }
        shown
    }
}
