//! Many processes in one project and one cache for a while: nobody fails, and what stands in the end is whole.
//! `SKILL_CROWD_SECONDS` says for how long; a few seconds without it.

use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::support::{
    TestContext,
    git::{Daemon, RepoBuilder},
};

const PROCESSES: u64 = 16;
const SKILLS: [&str; 5] = ["one", "two", "three", "four", "five"];

fn publish(repository: &mut RepoBuilder, prefix: &str, version: u32) {
    for name in SKILLS {
        let name = format!("{prefix}-{name}");
        repository.skill(&format!("skills/{name}"), &name);
        for number in 0..4 {
            let text = format!("{name} {number} of version {version}\n");
            repository.file(&format!("skills/{name}/references/{number}.md"), text);
        }
    }
    repository.commit(&format!("Version {version}"));
    repository.tag(&format!("v1.{version}.0"));
}

#[test]
fn sixteen_processes_at_once_wait_for_each_other_and_leave_a_whole_project() {
    let seconds = std::env::var("SKILL_CROWD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let context = TestContext::new();
    fs::create_dir(context.home().join(".claude")).expect("a folder");
    let mut local = RepoBuilder::new(context.root().join("local"));
    publish(&mut local, "a", 0);
    let served = context.root().join("served");
    let mut remote = RepoBuilder::new(served.join("remote"));
    publish(&mut remote, "b", 0);
    let daemon = Daemon::new(&served);
    let urls = [local.url(), daemon.url("remote")];
    let end = Instant::now() + Duration::from_secs(seconds);
    let (runs, changes) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for worker in 0..PROCESSES {
            let (context, urls, runs, changes) = (&context, &urls, &runs, &changes);
            scope.spawn(move || {
                let mut seed = worker + 1;
                let mut next = |below: u64| {
                    seed =
                        seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    usize::try_from((seed >> 33) % below).expect("a small number")
                };
                while Instant::now() < end {
                    let side = next(2);
                    let name = format!("{}-{}", ["a", "b"][side], SKILLS[next(5)]);
                    let install = ["install", &urls[side], "--skill", &name];
                    let (all, remove) = (["install", &urls[side], "--all"], ["remove", &name, "-y"]);
                    let arguments: &[&str] = match next(10) {
                        0..=2 => &install,
                        3 => &all,
                        4..=5 => &remove,
                        6 => &["update"],
                        7 => &["install"],
                        8 => &["verify"],
                        _ => &["list", "--json"],
                    };
                    let ran = context.run_words(arguments);
                    // The one refusal there is: somebody else removed it first.
                    let absent = arguments[0] == "remove" && ran.stderr.contains("no skill called");
                    assert!(ran.code == Some(0) || (ran.code == Some(1) && absent), "{arguments:?}\n{ran}");
                    runs.fetch_add(1, Ordering::Relaxed);
                    changes.fetch_add(usize::from(ran.stderr.contains("Installed")), Ordering::Relaxed);
                }
            });
        }
        let mut version = 0;
        while Instant::now() < end {
            thread::sleep(Duration::from_millis(700));
            version += 1;
            publish(&mut local, "a", version);
            publish(&mut remote, "b", version);
        }
    });
    let (runs, changes) = (runs.into_inner(), changes.into_inner());
    assert!(runs > 8 && changes > 1, "too little happened: {runs} runs, {changes} changes");
    context.run("install --locked").ends_with(0).never_says("Mended").never_says("Installed");
    context.run("verify").ends_with(0);
    let listed = context.run("list --json").ends_with(0).json();
    for skill in listed["skills"].as_array().expect("skills") {
        assert_eq!(skill["state"], "ok", "{skill}");
    }
    let agents = context.project().join(".agents");
    for entry in fs::read_dir(&agents).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        assert!(
            ["skills", "skills.toml", "skills.lock"].contains(&&*name.to_string_lossy()),
            "left: {name:?}"
        );
    }
    let links = context.project().join(".claude/skills");
    if let Ok(entries) = fs::read_dir(links) {
        for entry in entries {
            let path = entry.expect("an entry").path();
            assert!(path.join("SKILL.md").is_file(), "a link to nothing: {}", path.display());
        }
    }
    eprintln!("{runs} runs, {changes} of them changed something");
}
