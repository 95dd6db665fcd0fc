//! Events drawn on the screen: status lines that stay, and bars that go away.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

use super::shell::Shell;
use crate::model::{
    event::{Event, Reporter, Verb},
    visible,
};

/// Draws events through a shell.
pub(crate) struct Progress<'a> {
    shell: &'a Shell,
    bars: Mutex<HashMap<String, ProgressBar>>,
}

const STEPS: &str = "steps";

impl<'a> Progress<'a> {
    pub(crate) fn new(shell: &'a Shell) -> Self {
        Self { shell, bars: Mutex::new(HashMap::new()) }
    }

    /// The bar of this name, made at first use.
    fn bar(&self, name: &str, make: impl FnOnce() -> ProgressBar) -> ProgressBar {
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        bars.entry(name.to_owned()).or_insert_with(|| self.shell.bars().add(make())).clone()
    }

    fn finish(&self, name: &str) {
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(bar) = bars.remove(name) {
            bar.finish_and_clear();
        }
    }
}

fn spinner(verb: Verb, what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(style("{prefix:>12.green.bold} {wide_msg} {spinner}"));
    bar.set_prefix(verb.as_str());
    bar.set_message(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Reporter for Progress<'_> {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::Resolving { count } => {
                let many = if count == 1 { "" } else { "s" };
                self.bar(STEPS, || spinner(Verb::Resolving, &format!("{count} source{many}")));
            }
            Event::Fetching { source } => {
                self.finish(STEPS);
                let shown = visible::line(source);
                self.bar(source, || spinner(Verb::Fetching, &shown));
            }
            Event::Received { source, bytes, total } => {
                let shown = visible::line(source);
                let bar = self.bar(source, || spinner(Verb::Fetching, &shown));
                let so_far = indicatif::HumanBytes(bytes);
                match total {
                    Some(total) => {
                        bar.set_message(format!("{shown} ({so_far} of {})", indicatif::HumanBytes(total)));
                    }
                    None => bar.set_message(format!("{shown} ({so_far})")),
                }
            }
            Event::Fetched { source } => self.finish(source),
            Event::Waiting { path } => {
                let shown = path.to_string_lossy();
                self.shell.status(
                    Verb::Waiting,
                    format_args!("for another `skill` that holds `{}`", visible::line(&shown)),
                );
            }
            Event::Step { verb, done, total } => {
                if done >= total {
                    return self.finish(STEPS);
                }
                let bar = self.bar(STEPS, || {
                    let bar = ProgressBar::new(total);
                    // A line wider than the terminal would stay on it.
                    let around = "             [] /".len() + 2 * total.to_string().len() + 1;
                    let long = self.shell.width().saturating_sub(around).clamp(4, 40);
                    bar.set_style(style(&format!(
                        "{{prefix:>12.green.bold}} [{{bar:{long}}}] {{pos}}/{{len}}"
                    )));
                    bar.set_prefix(verb.as_str());
                    bar
                });
                bar.set_position(done);
            }
            Event::Installed { name, tree, version, replaced } => {
                self.finish(STEPS);
                let verb = if replaced { Verb::Updated } else { Verb::Installed };
                let files = tree.map_or_else(String::new, |tree| {
                    let many = if tree.files().len() == 1 { "" } else { "s" };
                    format!(" ({} file{many})", tree.files().len())
                });
                self.shell.status(verb, format_args!("{name} {}{files}", visible::line(version)));
            }
            Event::Done { verb, what } => {
                self.finish(STEPS);
                self.shell.status(verb, visible::line(what));
            }
            Event::Answered(line) => {
                let who = line.who.as_deref().unwrap_or("-");
                self.shell.remark(format_args!(
                    "{} {} {} {} {} {} B {:.1} ms {}",
                    line.at,
                    line.peer,
                    line.status,
                    line.method,
                    visible::line(&line.path),
                    line.size,
                    line.took.as_secs_f64() * 1000.0,
                    visible::line(who)
                ));
            }
            Event::Warning { text } => self.shell.warning(visible::block(text)),
            Event::Note { text } => self.shell.note(visible::block(text)),
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        let mut bars = self.bars.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (_, bar) in bars.drain() {
            bar.finish_and_clear();
        }
    }
}
