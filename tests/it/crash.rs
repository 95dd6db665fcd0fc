//! Killed midway, two at once, no room, no permission: manifest, lockfile, folders and cache stay whole.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::support::{TestContext, git::RepoBuilder, listing, skill::SkillBuilder};

const SKILLS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

fn repository(context: &TestContext, folder: &str, prefix: &str) -> RepoBuilder {
    let mut repository = RepoBuilder::new(context.root().join(folder));
    for name in SKILLS {
        let name = format!("{prefix}-{name}");
        repository.skill(&format!("skills/{name}"), &name);
        for number in 0..20 {
            repository.file(&format!("skills/{name}/references/{number}.md"), format!("{name} {number}\n"));
        }
    }
    repository.commit("Add skills");
    repository
}

/// A small generator with a fixed seed: the same moments on every run.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

#[test]
fn a_run_that_is_killed_is_mended_by_the_next() {
    let context = TestContext::new();
    fs::create_dir(context.home().join(".claude")).expect("a folder");
    let a = repository(&context, "a", "a").url();
    let b = repository(&context, "b", "b").url();
    context.run_words(&["install", "--all", "-q", &a]).ends_with(0);
    let mut moments = Moments(7);
    let mut killed = 0;
    for round in 0..40 {
        let remove_a = ["remove", "-q", "-y", "--source", &a];
        let (install_a, install_b) = (["install", "--all", "-q", &a], ["install", "--all", "-q", &b]);
        let arguments: &[&str] = match moments.next(5) {
            0 => &install_a,
            1 => &install_b,
            2 => &remove_a,
            3 => {
                let _ = fs::remove_dir_all(context.cache());
                &install_a
            }
            _ => {
                for name in ["a-one", "a-four", "b-two"] {
                    let _ = fs::remove_dir_all(context.project().join(".agents/skills").join(name));
                }
                &["install", "-q"]
            }
        };
        let mut command = context.command(arguments);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        thread::sleep(Duration::from_micros(2_000 + moments.next(100_000)));
        let _ = child.kill();
        killed += u32::from(child.wait().expect("it ends").code().is_none());

        context.run("install").ends_with(0);
        context.run("install --locked").ends_with(0).never_says("Mended");
        let listed = context.run("list --json").ends_with(0).json();
        for skill in listed["skills"].as_array().expect("skills") {
            assert_eq!(skill["state"], "ok", "round {round}, {arguments:?}: {skill}");
        }
        let left: Vec<_> = fs::read_dir(context.project().join(".agents"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .filter(|name| !["skills", "skills.toml", "skills.lock"].contains(&&*name.to_string_lossy()))
            .collect();
        assert!(left.is_empty(), "round {round}, {arguments:?}: {left:?}");
    }
    assert!(killed > 0, "no run was killed: nothing was tried");
}

#[test]
fn many_installs_at_once_in_one_project_and_cache_all_count() {
    let context = TestContext::new();
    let url = repository(&context, "a", "a").url();
    thread::scope(|scope| {
        for name in SKILLS {
            let (context, url) = (&context, &url);
            scope.spawn(move || {
                context.run_words(&["install", url, "-q", "--skill", &format!("a-{name}")]).ends_with(0);
            });
        }
    });
    let listed = context.run("list --json").json();
    assert_eq!(listed["skills"].as_array().map(Vec::len), Some(SKILLS.len()));
    context.run("install --locked").ends_with(0).says("Unchanged 6 skills");
    // One cache, many projects.
    let others: Vec<TestContext> = (0..4)
        .map(|_| {
            let mut other = TestContext::new();
            other.set("SKILL_CACHE_DIR", context.cache().to_string_lossy());
            other
        })
        .collect();
    fs::remove_dir_all(context.cache()).expect("removed");
    thread::scope(|scope| {
        for other in &others {
            let url = &url;
            scope.spawn(move || {
                other.run_words(&["install", url, "-q", "--all"]).ends_with(0);
            });
        }
    });
    for other in &others {
        let skills = |context: &TestContext| listing(&context.project().join(".agents/skills"));
        assert_eq!(skills(other), skills(&context));
    }
}

/// Whether a folder without write permission can't be written to: not so for root.
fn permissions_hold(folder: &Path) -> bool {
    let locked = folder.join("locked");
    fs::create_dir(&locked).expect("a folder");
    set_mode(&locked, 0o555);
    let holds = fs::write(locked.join("x"), "x").is_err();
    set_mode(&locked, 0o755);
    holds
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

fn set_modes_below(path: &Path, mode: u32) {
    for entry in fs::read_dir(path).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            set_modes_below(&path, mode);
        }
    }
    set_mode(path, mode);
}

#[test]
fn an_install_that_changes_nothing_writes_nothing() {
    let context = TestContext::new();
    let url = repository(&context, "a", "a").url();
    context.run_words(&["install", &url, "-q", "--all"]).ends_with(0);
    let agents = context.project().join(".agents");
    let time = || fs::metadata(&agents).and_then(|metadata| metadata.modified()).expect("a time");
    let before = time();
    context.run("install").ends_with(0).says("Unchanged 6 skills");
    context.run("install --locked").ends_with(0);
    context.run_words(&["install", &url, "-q", "--all"]).ends_with(0);
    assert_eq!(time(), before, "something was made in `.agents`, if only for a moment");
}

#[test]
fn a_project_that_cannot_be_written_to_is_restored_from_and_never_half_changed() {
    let context = TestContext::new();
    if !permissions_hold(context.root()) {
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    let url = repository(&context, "a", "a").url();
    context.run_words(&["install", &url, "-q", "--all"]).ends_with(0);
    let before = listing(&context.project());
    set_modes_below(&context.project(), 0o555);
    context.run("install --locked").ends_with(0).says("Unchanged 6 skills");
    context.run("list").ends_with(0);
    context.run("install builtin:write-a-skill").ends_with(3).says("permission denied");
    context.run("remove a-one").ends_with(3).says("permission denied");
    set_modes_below(&context.project(), 0o755);
    assert_eq!(listing(&context.project()), before);
    // A cache that can't be used says which variable names another.
    fs::remove_dir_all(context.cache()).expect("removed");
    fs::create_dir(context.cache()).expect("a folder");
    set_mode(&context.cache(), 0o555);
    fs::remove_dir_all(context.project().join(".agents/skills")).expect("removed");
    context.run("install").ends_with(3).says("SKILL_CACHE_DIR");
    set_mode(&context.cache(), 0o755);
}

#[test]
fn a_cache_that_is_a_file_is_named_with_the_variable_that_moves_it() {
    let context = TestContext::new();
    fs::remove_dir_all(context.cache()).expect("removed");
    fs::write(context.cache(), "in the way").expect("a file");
    context.run("install builtin:write-a-skill").ends_with(3).says("SKILL_CACHE_DIR");
    assert!(!context.exists(".agents/skills"));
}

/// A small file system of its own, where root may mount one.
struct SmallDisk(std::path::PathBuf);

impl SmallDisk {
    fn mount(at: &Path, size: &str) -> Option<Self> {
        fs::create_dir_all(at).expect("a folder");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(at)
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| Self(at.to_owned()))
    }
}

impl SmallDisk {
    fn forbid_writing(&self) {
        let status = Command::new("mount").args(["-o", "remount,ro"]).arg(&self.0).status();
        assert!(status.is_ok_and(|status| status.success()), "it can be mounted, but not read-only");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_cache_that_may_only_be_read_serves_what_it_holds() {
    let context = TestContext::new();
    let Some(disk) = SmallDisk::mount(&context.cache(), "8m") else {
        eprintln!("skipped: no small file system can be mounted here");
        return;
    };
    let url = repository(&context, "a", "a").url();
    context.run_words(&["install", &url, "-q", "--skill", "a-one"]).ends_with(0);
    let before = listing(&context.project().join(".agents"));
    disk.forbid_writing();
    fs::remove_dir_all(context.project().join(".agents/skills")).expect("removed");
    context.run("install --frozen").ends_with(0).says("Installed a-one");
    context.run("verify").ends_with(0);
    assert_eq!(listing(&context.project().join(".agents")), before);
    context.run("cache size").ends_with(0);
    context.run("install builtin:write-a-skill").ends_with(3).says("SKILL_CACHE_DIR");
    context.run("cache prune --all").ends_with(3).says("read-only");
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let context = TestContext::new();
    let Some(_disk) = SmallDisk::mount(&context.project(), "1m") else {
        eprintln!("skipped: no small file system can be mounted here");
        return;
    };
    context.run("install builtin:write-a-skill -q").ends_with(0);
    let before = listing(&context.project());
    let big =
        SkillBuilder::new("big").file("assets/big.bin", vec![7; 3 * 1024 * 1024]).build_in(context.root());
    context
        .run_words(&["install", "--copy", &big.to_string_lossy()])
        .ends_with(3)
        .says("no space left on device");
    assert_eq!(listing(&context.project()), before);
    context.run("install --locked").ends_with(0).says("Unchanged 1 skill");
}
