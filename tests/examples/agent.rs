//! What an agent's program does with skills, from the first scan to a skill's text in the conversation. Run it with
//! `cargo run --example agent -- "merge these two PDF files"`.

use std::error::Error;

use skill::client::{Client, Session, Values};

/// One turn of a conversation: what the model is told at its start, and what it gets when it asks for a skill.
pub(crate) fn converse(client: &Client, request: &str) -> Result<String, Box<dyn Error>> {
    // Discover and parse: what can't be used is told to the person, not to the model.
    let catalogue = client.catalogue(None)?.for_the_model();
    let mut context: Vec<String> = Vec::new();
    for skill in catalogue.left_out() {
        context.push(format!("(left out: {} {})", skill.name, skill.reason));
    }
    // Disclose: nothing at all when there are no skills.
    if catalogue.entries().is_empty() {
        return Ok(context.join("\n"));
    }
    context.extend([catalogue.instructions(), catalogue.to_xml()]);
    // A model would choose now; here the words of the request do.
    let Some(best) = catalogue.matching(request, &[]).into_iter().find(|found| found.score > 0) else {
        return Ok(context.join("\n"));
    };
    // Activate: the text comes once, however often the skill is asked for.
    let mut session = Session::new();
    for _ in 0..2 {
        if let Some(activation) = session.activate(&catalogue, &best.name, &Values::new())? {
            if activation.forks {
                return Err(format!("`{}` must run apart, which this program can't", activation.name).into());
            }
            context.push(activation.content);
        }
    }
    Ok(context.join("\n"))
}

#[expect(clippy::print_stdout, reason = "an example shows what it does")]
#[allow(dead_code, reason = "the tests include this file and call `converse` alone")]
fn main() -> Result<(), Box<dyn Error>> {
    let request = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let client = Client::here()?;
    println!("{}", converse(&client, &request)?);
    for warning in client.take_warnings() {
        println!("warning: {warning}");
    }
    Ok(())
}
