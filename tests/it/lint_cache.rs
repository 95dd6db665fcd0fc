//! `skill lint` remembers what it found: the next screen is the same, and no change goes unseen.

use std::{
    fs,
    path::PathBuf,
    thread::sleep,
    time::{Duration, SystemTime},
};

use crate::support::TestContext;

const SKILLS: usize = 12;
const FORMATS: [&str; 7] = ["text", "concise", "json", "sarif", "github", "gitlab", "junit"];

/// A project with skills that have findings in several files, long enough ago for times to tell.
fn project() -> TestContext {
    let context = TestContext::new();
    for number in 0..SKILLS {
        let folder = format!("skills/tool-{number}");
        // One name twice, so that neighbours matter.
        let name = if number == 1 { 0 } else { number };
        context.write(
            &format!("{folder}/SKILL.md"),
            format!(
                "---\nname: tool-{name}\ndescription: Turns table number {number} into text. Use it for tables.\n---\n\
                 # Tool\n\nRead [the notes](references/notes-{number}.md) and [more](references/more.md).\n\
                 <!-- skill-lint: allow link-broken — made later -->\nAlso [this](later.md).\n"
            ),
        );
        context.write(&format!("{folder}/references/more.md"), "# More\n\nSee [it](../nothing.md).\n");
        if number % 2 == 0 {
            context.write(&format!("{folder}/references/notes-{number}.md"), "# Notes\n");
        }
    }
    settle();
    context
}

/// Waits until a change made now could not be mistaken for one made before.
fn settle() {
    sleep(Duration::from_millis(250));
}

/// The one file of results, with what changes when it is written anew.
fn results(context: &TestContext) -> (PathBuf, u64) {
    let files: Vec<_> = fs::read_dir(context.cache().join("lint/v1"))
        .expect("a folder of results")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
    (files[0].clone(), inode(&files[0]))
}

#[cfg(unix)]
fn inode(path: &std::path::Path) -> u64 {
    std::os::unix::fs::MetadataExt::ino(&fs::metadata(path).expect("a file"))
}

#[cfg(not(unix))]
fn inode(path: &std::path::Path) -> u64 {
    let time = fs::metadata(path).expect("a file").modified().expect("a time");
    time.duration_since(std::time::UNIX_EPOCH).expect("a time").as_nanos() as u64
}

fn screen(context: &TestContext, arguments: &str) -> (String, String) {
    let ran = context.run(arguments);
    (ran.stdout, ran.stderr)
}

#[test]
fn a_second_run_shows_the_same_in_every_format_and_writes_nothing() {
    let context = project();
    let anew: Vec<_> = FORMATS
        .iter()
        .map(|format| screen(&context, &format!("lint --no-cache --format {format}")))
        .collect();
    assert!(!context.cache().join("lint").exists());
    let first = screen(&context, "lint");
    assert!(first.0.contains("link-broken") && first.0.contains("duplicate-name"), "{}", first.0);
    assert_eq!(first, anew[0]);
    let before = results(&context);
    for (format, anew) in FORMATS.iter().zip(&anew) {
        assert_eq!(screen(&context, &format!("lint --format {format}")), *anew, "{format}");
    }
    assert_eq!(results(&context), before, "all of it was known");
}

#[cfg(unix)]
#[test]
fn a_byte_changed_with_the_old_size_and_time_is_seen() {
    let context = project();
    let first = screen(&context, "lint --format concise");
    let file = context.project().join("skills/tool-4/references/more.md");
    let time = fs::metadata(&file).expect("a file").modified().expect("a time");
    let text = fs::read_to_string(&file).expect("a text").replace("nothing.md", "SKILL.md  ");
    fs::write(&file, text).expect("written");
    fs::File::options().append(true).open(&file).expect("a file").set_modified(time).expect("a time");
    let second = screen(&context, "lint --format concise");
    assert!(first.0.contains("tool-4/references/more.md:3"), "{}", first.0);
    assert!(!second.0.contains("tool-4/references/more.md:3"), "{}", second.0);
    assert_eq!(second, screen(&context, "lint --no-cache --format concise"));
}

#[test]
fn a_file_that_comes_or_goes_and_a_mode_are_seen() {
    let context = project();
    screen(&context, "lint");
    context.write("skills/tool-3/references/notes-3.md", "# Notes\n");
    fs::remove_file(context.project().join("skills/tool-2/references/notes-2.md")).expect("removed");
    let second = screen(&context, "lint --format concise").0;
    assert!(!second.contains("notes-3.md") && second.contains("notes-2.md"), "{second}");
    context.write("skills/tool-5/scripts/run.sh", "#!/bin/sh\necho\n");
    settle();
    let plain = screen(&context, "lint --format concise").0;
    assert!(plain.contains("tool-5/scripts/run.sh"), "{plain}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let script = context.project().join("skills/tool-5/scripts/run.sh");
        fs::set_permissions(script, fs::Permissions::from_mode(0o755)).expect("a mode");
        assert_ne!(screen(&context, "lint --format concise").0, plain);
    }
}

#[test]
fn settings_profiles_and_neighbours_are_seen() {
    let context = project();
    let first = screen(&context, "lint --format concise").0;
    assert!(first.contains("[duplicate-name]"), "{first}");
    context.write("skill.toml", "[lint.rules]\nlink-broken = \"off\"\n");
    let second = screen(&context, "lint --format concise").0;
    assert!(first.contains("[link-broken]") && !second.contains("[link-broken]"), "{second}");
    context.write(
        "skill.toml",
        "[lint.rules]\nlink-broken = \"off\"\n[[lint.override]]\npath = \"skills/tool-3\"\nrules = { link-broken = \"note\" }\n",
    );
    let third = screen(&context, "lint --format concise");
    assert_eq!(third, screen(&context, "lint --no-cache --format concise"));
    assert_ne!(third.0, second);
    let claude = screen(&context, "lint --profile claude --format json");
    assert_eq!(claude, screen(&context, "lint --no-cache --profile claude --format json"));
    // The skill of the same name gets another, far from the skill that was told so.
    let path = "skills/tool-1/SKILL.md";
    let text = fs::read_to_string(context.project().join(path)).expect("a text");
    context.write(path, text.replace("name: tool-0", "name: tool-1"));
    let last = screen(&context, "lint --format concise");
    assert!(!last.0.contains("[duplicate-name]"), "{}", last.0);
    assert_eq!(last, screen(&context, "lint --no-cache --format concise"));
}

#[test]
fn a_file_whose_time_tells_nothing_is_judged_anew_until_it_does() {
    let context = project();
    screen(&context, "lint");
    let old = results(&context);
    let file = context.project().join("skills/tool-7/references/more.md");
    let date = |time: SystemTime| {
        fs::File::options().append(true).open(&file).expect("a file").set_modified(time).expect("a time");
    };
    fs::write(&file, "# More\n\nSee [it](../SKILL.md).\n").expect("written");
    date(SystemTime::now() + Duration::from_hours(1));
    settle();
    let anew = screen(&context, "lint --no-cache");
    assert_eq!(screen(&context, "lint"), anew);
    assert_eq!(results(&context), old, "nothing is kept of a file from the future");
    date(SystemTime::now());
    settle();
    assert_eq!(screen(&context, "lint"), anew);
    assert_ne!(results(&context), old);
}

#[test]
fn broken_results_and_a_cache_that_cannot_be_written_are_no_matter() {
    let context = project();
    let first = screen(&context, "lint");
    let (file, _) = results(&context);
    let good = fs::read(&file).expect("results");
    for damage in [&b""[..], b"x", &good[..good.len() / 2], &vec![0xFF; good.len()]] {
        fs::write(&file, damage).expect("damaged");
        assert_eq!(screen(&context, "lint"), first);
        assert_eq!(fs::read(&file).expect("results"), good, "it is written anew");
    }
    for at in (0..good.len()).step_by(97) {
        let mut damaged = good.clone();
        damaged[at] ^= 0x20;
        fs::write(&file, damaged).expect("damaged");
        assert_eq!(screen(&context, "lint"), first, "byte {at}");
    }
    // A file where the folder should be can be neither read nor made, whoever runs this.
    fs::remove_dir_all(context.cache().join("lint")).expect("removed");
    context.write("../cache/lint", "in the way");
    assert_eq!(screen(&context, "lint"), first);
}

#[test]
fn several_runs_at_once_show_the_same_and_leave_whole_results() {
    let context = project();
    let anew = screen(&context, "lint --no-cache --format concise").0;
    let start = || {
        let mut command = context.command(["lint", "--format", "concise"]);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
        command.spawn().expect("a run")
    };
    let runs: Vec<_> = (0..6).map(|_| start()).collect();
    for run in runs {
        let output = run.wait_with_output().expect("an end");
        assert_eq!(String::from_utf8_lossy(&output.stdout), anew);
    }
    let before = results(&context);
    assert_eq!(screen(&context, "lint --format concise").0, anew);
    assert_eq!(results(&context), before);
}

#[test]
fn the_cache_counts_and_removes_results() {
    let context = project();
    screen(&context, "lint");
    let size = context.run("cache size --json").ends_with(0).json();
    assert_eq!(size["buckets"]["lint"]["entries"], 1);
    context.run("cache prune --all").ends_with(0);
    assert_eq!(fs::read_dir(context.cache().join("lint/v1")).expect("a folder").count(), 0);
}
