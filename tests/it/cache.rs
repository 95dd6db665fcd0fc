//! `skill cache`: its folder, size and pruning.

use std::fs;

use crate::support::TestContext;

#[test]
fn an_absent_cache_is_an_empty_one_and_is_not_made() {
    let context = TestContext::new();
    fs::remove_dir(context.cache()).expect("an empty folder");
    context.run("cache dir").ends_with(0).prints("[ROOT]/cache");
    context.run("cache size").ends_with(0).prints("0 B");
    context.run("cache prune").ends_with(0);
    assert!(!context.cache().exists());
}

#[test]
fn pruning_all_empties_the_cache_and_leaves_what_is_not_ours() {
    let context = TestContext::new();
    let write = |path: &str| crate::support::write(&context.cache().join(path), b"12345");
    write("archives/v1/abc");
    write("tmp/tmp-x/file");
    write("store/v0/old/entry");
    write("somebody/else");
    let size = context.run("cache size --json").ends_with(0).json();
    assert_eq!(size["bytes"], 15);
    let would = context.run("cache prune --all --dry-run --json").ends_with(0).json();
    assert_eq!(would["removed"].as_array().map(Vec::len), Some(3));
    assert!(context.cache().join("archives/v1/abc").exists());
    context.run("cache prune").ends_with(0).says("Removed");
    assert!(context.cache().join("archives/v1/abc").exists(), "it was just used");
    assert!(!context.cache().join("tmp/tmp-x").exists(), "left by a killed run");
    context.run("cache prune --all").ends_with(0);
    assert!(!context.cache().join("archives/v1/abc").exists());
    assert!(context.cache().join("somebody/else").exists());
}

#[test]
fn a_time_that_is_none_is_a_usage_error() {
    let context = TestContext::new();
    context.run("cache prune --older-than soon").ends_with(2).says("such as `30d`");
    context.run("cache prune --older-than 1d --all").ends_with(2);
}
