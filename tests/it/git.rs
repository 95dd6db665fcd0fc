//! Repositories made for the tests, and what the program makes of them.

use crate::support::{TestContext, git::RepoBuilder};

#[test]
fn the_same_steps_give_the_same_commits() {
    let context = TestContext::new();
    let commit = |folder: &str| {
        let mut repo = RepoBuilder::new(context.root().join(folder));
        repo.skill("skills/pdf", "pdf");
        repo.commit("first")
    };
    assert_eq!(commit("a"), commit("b"));
}
