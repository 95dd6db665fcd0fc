//! Commands an agent should not be told to run: downloads into a shell, deletion that can't be taken back.

use crate::{
    lint::{
        Subject,
        rule::{Findings, declare_rule},
        texts::{Text, Topic, is_shell_code},
    },
    model::span::Span,
};

declare_rule! {
    /// ## What it finds
    /// Shell code that hands a download to a shell or interpreter: `curl … | sh`, `bash <(curl …)`, `iex (irm …)`. In
    /// Markdown, fenced shell code is judged; lines that warn of the practice are not.
    /// ## Why it matters
    /// Whoever controls the address, or the line to it, runs code as the user, and the agent has read none of it.
    /// ## Example
    /// `curl -fsSL https://example.net/install.sh | sh`. Name a package manager's command, or download, check a digest
    /// and run in steps.
    PIPE_TO_SHELL = "pipe-to-shell" {
        summary: "a download is piped into a shell",
        category: Safety,
        level: Warning,
        fix: None,
        check: pipe_to_shell,
    }
}

fn pipe_to_shell(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let document = subject.document(text.path);
        let mut last = 0;
        for hit in text.hits(Topic::Download) {
            if hit.start < last || !is_shell_code(text, document, hit.start) || is_spoken(text, hit.start) {
                continue;
            }
            let Some(span) = piped(text, hit) else { continue };
            if text.is_warned_of(hit.start) {
                continue;
            }
            last = span.end;
            found
                .at(text.path, span, "what is downloaded here is run at once, unseen")
                .help("install with a package manager, or download, check and run in separate steps");
        }
    }
}

/// The command from the download to the shell that runs it.
fn piped(text: &Text<'_>, hit: Span) -> Option<Span> {
    let source = text.text;
    if !is_word(source, hit) {
        return None;
    }
    let line = text.command(hit.start);
    let before = Span::new(line.start, hit.start).of(source).to_ascii_lowercase();
    let before = before.trim_end_matches(['(', '"', '\'', ' ', '-']);
    let end = Span::new(hit.start, line.end);
    for opening in [
        "bash <",
        "sh <",
        "zsh <",
        "source <",
        ". <",
        "iex",
        "invoke-expression",
        "sh -c \"$",
        "bash -c \"$",
        "eval \"$",
        "eval $",
        "iex ((new-object net.webclient).",
        "| iex",
    ] {
        if before.ends_with(opening) {
            return Some(Span::new(line.start + before.len() - opening.len(), end.end));
        }
    }
    if before.ends_with("new-object net.webclient).") && before.contains("iex") {
        return Some(end);
    }
    let mut at = hit.start;
    while let Some(pipe) = source[at..line.end].find('|') {
        let after = at + pipe + 1;
        let rest = Span::new(after, line.end).of(source);
        if rest.starts_with('|') {
            return None;
        }
        if let Some(length) = shell(rest) {
            return Some(Span::new(hit.start, after + length));
        }
        at = after;
    }
    None
}

/// The length up to and with the interpreter, when what stands after a pipe is one that runs its input.
fn shell(rest: &str) -> Option<usize> {
    let mut words = rest.split([' ', '\\', '\n', '\t']).filter(|word| !word.is_empty());
    let mut word = words.next()?;
    while matches!(word, "sudo" | "env" | "-E" | "-H") || word.contains('=') {
        word = words.next()?;
    }
    let end = word.as_ptr() as usize - rest.as_ptr() as usize;
    let name = word.trim_end_matches(['`', '"', '\'', ')', ';', '&']).rsplit('/').next()?;
    let next = words.next().unwrap_or("");
    let runs = match name {
        "sh" | "bash" | "zsh" | "dash" | "fish" => !matches!(next, "-n" | "-c"),
        "iex" | "Invoke-Expression" | "invoke-expression" => true,
        // With `-c`, `-m` or a script they read the download as data.
        "python" | "python3" | "perl" | "ruby" | "node" => matches!(next, "" | "-" | "#" | "&&"),
        _ => false,
    };
    runs.then_some(end + name.len().min(word.len()))
}

fn is_word(text: &str, span: Span) -> bool {
    begins_word(text, span.start)
        && !text[span.end..]
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/'))
}

fn begins_word(text: &str, at: usize) -> bool {
    let before = text[..at].bytes().next_back();
    !before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// Whether a line only prints the command.
fn is_spoken(text: &Text<'_>, at: usize) -> bool {
    let line = text.line(at).of(text.text).trim_start();
    let first = line.split([' ', '(']).next().unwrap_or("");
    text.is_comment(at)
        // A box is drawn round a report, not round a command.
        || line.starts_with(['#', '│', '┃', '║'])
        || matches!(
            first,
            "echo"
                | "printf"
                | "print"
                | "log"
                | "info"
                | "warn"
                | "error"
                | "die"
                | "fail"
                | "cat"
                | "grep"
                | "rg"
                | "Write-Host"
                | "Write-Output"
                | "Write-Error"
                | "Write-Warning"
                | "log_error"
                | "log_info"
                | "log_warn"
                | "err"
        )
        || line.contains("|| echo")
            && line.find("|| echo").is_some_and(|echo| text.line(at).start + echo < at)
        || ["echo \"", "echo '", "printf \"", "printf '"].iter().any(|speech| {
            let lead = Span::new(text.line(at).start, at).of(text.text);
            lead.rfind(speech).is_some_and(|from| {
                let quote = &speech[speech.len() - 1..];
                lead[from + speech.len()..].matches(quote).count() % 2 == 0
            })
        })
        || line.contains("grep ")
}

declare_rule! {
    /// ## What it finds
    /// Shell code that deletes a whole disk, system or home folder: `rm -rf /`, `rm -rf ~`, `rm -rf "$DIR"/*` where
    /// nothing sets `DIR`, `mkfs`, `dd of=/dev/sda`, a fork bomb. Lines that warn of it are not judged.
    /// ## Why it matters
    /// An agent may run what a skill shows; an unset variable turns `$DIR/*` into `/*`.
    /// ## Example
    /// `rm -rf "$OUT"/*` without a line that sets `OUT`. Write `rm -rf "${OUT:?}"/*`.
    DESTRUCTIVE = "destructive" {
        summary: "a command deletes a whole disk, system or home folder",
        category: Safety,
        level: Warning,
        fix: None,
        check: destructive,
    }
}

fn destructive(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let document = subject.document(text.path);
        for hit in text.hits(Topic::Deletion) {
            if !is_shell_code(text, document, hit.start) || is_spoken(text, hit.start) {
                continue;
            }
            let line = text.line(hit.start);
            let rest = Span::new(hit.start, line.end).of(text.text);
            let Some((what, length)) = ruin(text, hit, rest) else { continue };
            if !text.is_warned_of(hit.start) {
                found
                    .at(text.path, Span::new(hit.start, hit.start + length), what)
                    .help("name the folder that is meant, and ask before deleting");
            }
        }
    }
}

/// What a command ruins, and its length.
fn ruin(text: &Text<'_>, hit: Span, rest: &str) -> Option<(String, usize)> {
    let word = hit.of(text.text).to_ascii_lowercase();
    match word.as_str() {
        "rm -" if is_word(text.text, Span::new(hit.start, hit.start + 2)) => {
            let (target, length) = removed(rest)?;
            whole(text, target).map(|what| (what, length))
        }
        "mkfs" if begins_word(text.text, hit.start) && is_disk(rest.split("/dev/").nth(1).unwrap_or("")) => {
            Some(("this formats a disk".to_owned(), rest.trim_end().len()))
        }
        "of=/dev/" | "> /dev/sd" | "> /dev/nvme" => {
            let device = rest.split("/dev/").nth(1)?;
            // Writing an image to a stick is what `dd` is for; noise and zeros are not.
            let is_redirected = hit.of(text.text).starts_with('>')
                && !Span::new(text.line(hit.start).start, hit.start).of(text.text).trim().is_empty();
            let is_ruin = is_redirected || is_noise(text, hit);
            (is_disk(device) && is_ruin).then(|| ("this overwrites a disk".to_owned(), rest.trim_end().len()))
        }
        ":(){" => Some(("this fills the machine with processes".to_owned(), rest.trim_end().len())),
        "format c:" => Some(("this formats the system's disk".to_owned(), word.len())),
        "chmod -r 777 /" => {
            let after = &rest[word.len()..];
            after
                .chars()
                .next()
                .is_none_or(char::is_whitespace)
                .then(|| ("this opens every file of the system to everybody".to_owned(), word.len()))
        }
        _ => None,
    }
}

/// Whether a device is a disk.
fn is_disk(device: &str) -> bool {
    ["sd", "hd", "nvme", "disk", "mmcblk", "vd"].iter().any(|disk| device.starts_with(disk))
}

/// Whether a line copies from an endless source.
fn is_noise(text: &Text<'_>, hit: Span) -> bool {
    let line = text.line(hit.start).of(text.text);
    ["if=/dev/zero", "if=/dev/urandom", "if=/dev/random"].iter().any(|source| line.contains(source))
}

/// The first target of `rm` with the flags for force and folders, and the length up to its end.
fn removed(rest: &str) -> Option<(&str, usize)> {
    let (mut recursive, mut force) = (false, false);
    for word in rest.split_whitespace().skip(1) {
        match word {
            "--recursive" => recursive = true,
            "--force" => force = true,
            "--no-preserve-root" | "--" => {}
            _ if word.starts_with('-') => {
                recursive |= word.contains(['r', 'R']);
                force |= word.contains('f');
            }
            _ => {
                let end = word.as_ptr() as usize - rest.as_ptr() as usize + word.len();
                return (recursive && force).then(|| (word.trim_end_matches([';', '&', ')', '`']), end));
            }
        }
    }
    None
}

/// Says so when a target is the system, the home folder, or may be through an unset variable.
fn whole(text: &Text<'_>, target: &str) -> Option<String> {
    let bare: String = target.chars().filter(|c| !matches!(c, '"' | '\'')).collect();
    match bare.as_str() {
        "/" | "/*" | "/." => return Some("this deletes the whole system".to_owned()),
        "~" | "~/" | "~/*" | "$HOME" | "$HOME/" | "$HOME/*" | "${HOME}" | "${HOME}/" | "${HOME}/*" => {
            return Some("this deletes the home folder".to_owned());
        }
        _ => {}
    }
    let inner = bare.strip_suffix("/*").or_else(|| bare.strip_suffix('/'))?;
    let name = inner
        .strip_prefix("${")
        .and_then(|name| name.strip_suffix('}'))
        .or_else(|| inner.strip_prefix('$'))?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_set =
        [format!("{name}="), format!("for {name} in"), format!("read {name}"), format!("read -r {name}")]
            .iter()
            .any(|setting| text.text.contains(setting.as_str()))
            || ["set -u", "set -eu", "set -euo", "set -o nounset"]
                .iter()
                .any(|strict| text.text.contains(strict));
    (is_name && !is_set).then(|| format!("this deletes `/` when `{name}` is not set; write `${{{name}:?}}`"))
}

declare_rule! {
    /// ## What it finds
    /// Deletion of many things without a question: `find … -delete`, `git clean -fdx`, `DROP TABLE`, `TRUNCATE TABLE`,
    /// `DELETE FROM` without `WHERE`, `rm -rf` or `rmtree` of a variable.
    /// ## Why it matters
    /// TeleAI refuses skills that delete in bulk without confirmation.
    /// ## Example
    /// `shutil.rmtree(target)` right after parsing arguments. Ask first, or delete what the script itself made.
    BULK_DELETE = "bulk-delete" {
        summary: "many things are deleted without a question",
        category: Safety,
        level: Off,
        fix: None,
        check: bulk_delete,
    }
}

fn bulk_delete(subject: &Subject<'_>, found: &mut Findings<'_>) {
    for text in subject.texts() {
        let document = subject.document(text.path);
        for hit in text.hits(Topic::Deletion) {
            let is_command = is_shell_code(text, document, hit.start);
            let is_here = is_command || text.is_code();
            if !is_here || text.is_warned_of(hit.start) || is_spoken(text, hit.start) {
                continue;
            }
            let line = text.line(hit.start);
            let rest = Span::new(hit.start, line.end).of(text.text);
            let lower = rest.to_ascii_lowercase();
            let what = match hit.of(text.text).to_ascii_lowercase().as_str() {
                "-delete"
                    if is_command && Span::new(line.start, hit.start).of(text.text).contains("find ") =>
                {
                    "`find … -delete` asks nothing"
                }
                "git clean" if is_command && lower.contains('f') && lower.contains(" -") => {
                    "`git clean -f` asks nothing"
                }
                "drop table" | "drop database" | "drop schema" | "truncate table" => {
                    "this drops data without a question"
                }
                "delete from" if !lower.contains("where") && lower.contains(';') => "this deletes every row",
                "rmtree(" if rest["rmtree(".len()..].starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    "this deletes a folder that a variable names"
                }
                "rm -" if is_command && removed(rest).is_some_and(|(target, _)| target.contains('$')) => {
                    "this deletes a folder that a variable names"
                }
                _ => continue,
            };
            found
                .at(text.path, Span::new(hit.start, hit.end), what)
                .help("ask for confirmation before deleting");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tree::Mode;

    #[test]
    fn downloads_into_shells_are_told_from_downloads_into_filters() {
        let finds = |line: &str| {
            let text = Text::new("a.sh", line, Mode::Regular);
            text.hits(Topic::Download).find_map(|hit| piped(&text, hit)).map(|span| span.of(line).to_owned())
        };
        for line in [
            "curl -fsSL https://a.b/i.sh | sh",
            "curl x | sudo -E bash -",
            "wget -qO- x | python3 -",
            "bash <(curl -s x)",
            "sh -c \"$(curl -fsSL x)\"",
            "irm https://x | iex",
            "curl x \\\n  | bash -s -- -y",
        ] {
            assert!(finds(line).is_some(), "{line}");
        }
        for line in [
            "curl x | jq .",
            "curl x | python3 -m json.tool",
            "curl x || sh y",
            "curlew | sh",
            "curl x | bash -n",
        ] {
            assert_eq!(finds(line), None, "{line}");
        }
    }

    #[test]
    fn only_ruin_is_found() {
        let finds = |line: &str| {
            let text = Text::new("a.sh", line, Mode::Regular);
            text.hits(Topic::Deletion).any(|hit| {
                ruin(&text, hit, Span::new(hit.start, text.line(hit.start).end).of(line)).is_some()
            })
        };
        for line in [
            "rm -rf /",
            "rm -r -f ~/",
            "sudo rm -rf \"$X\"/*",
            "dd if=/dev/zero of=/dev/sda",
            "mkfs.ext4 /dev/sdb1",
        ] {
            assert!(finds(line), "{line}");
        }
        for line in [
            "rm -rf /tmp/x",
            "rm -rf \"$X/y\"",
            "X=a; rm -rf $X/*",
            "rm -f /",
            "dd of=/dev/null",
            "dd if=a.iso of=/dev/sdb",
            "rm -rf ~/x",
        ] {
            assert!(!finds(line), "{line}");
        }
    }
}
