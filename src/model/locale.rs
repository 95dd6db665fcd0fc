//! `Locale`: the languages `skill` speaks.

/// A language of messages and templates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Locale {
    #[default]
    English,
    Chinese,
}

impl Locale {
    /// As `--locale` takes it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// The language that a word such as `zh`, `zh_CN.UTF-8` or `C` means.
    pub(crate) fn of_tag(tag: &str) -> Option<Self> {
        match tag.split(['_', '-', '.']).next() {
            Some("en" | "C" | "POSIX") => Some(Self::English),
            Some("zh") => Some(Self::Chinese),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_systems_are_understood() {
        for (tag, locale) in [
            ("zh_CN.UTF-8", Some(Locale::Chinese)),
            ("zh-Hans", Some(Locale::Chinese)),
            ("C.UTF-8", Some(Locale::English)),
            ("en", Some(Locale::English)),
            ("zhuang", None),
            ("de_DE.UTF-8", None),
        ] {
            assert_eq!(Locale::of_tag(tag), locale, "{tag}");
        }
    }
}
