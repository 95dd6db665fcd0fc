//! What an agent does with skills, as a library: discover, parse, disclose, activate, match, trust.
//!
//! A [`Client`] stands for a workspace and a person's home folder. Its [`Catalogue`] holds the skills that a model or a
//! person may choose there; [`Catalogue::to_xml`] is the text for the model's context, [`Catalogue::activate`] the text
//! of a chosen skill, and a [`Session`] keeps any text from standing there twice. Nothing here runs anything of a skill
//! or uses the network; only [`Client::trust`], [`Client::revoke`] and [`Session::save`] write.
//!
//! ```
//! # use std::{fs, error::Error};
//! use skill::client::{Client, Session, Values};
//!
//! # fn main() -> Result<(), Box<dyn Error>> {
//! # let root = tempfile::tempdir()?;
//! # let (workspace, home) = (root.path().join("work"), root.path().join("home"));
//! # fs::create_dir_all(&workspace)?;
//! # fs::create_dir_all(home.join(".agents/skills/pdf"))?;
//! # fs::write(home.join(".agents/skills/pdf/SKILL.md"), "---\nname: pdf\ndescription: Fill forms.\n---\nUse $1.\n")?;
//! let client = Client::at(&workspace, &home)?;
//! let catalogue = client.catalogue(None)?.for_the_model();
//! assert!(catalogue.to_xml().contains("<name>\npdf\n</name>"));
//!
//! let mut session = Session::new();
//! let values = Values::new().argument("form.pdf");
//! let first = session.activate(&catalogue, "pdf", &values)?.expect("it is new");
//! assert!(first.content.starts_with("<skill_content name=\"pdf\">\nUse form.pdf.\n"));
//! assert!(session.activate(&catalogue, "pdf", &values)?.is_none(), "it stands in the context already");
//! # Ok(())
//! # }
//! ```

mod catalogue;
mod discovery;
mod error;
mod head;
mod session;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

pub use catalogue::{Activation, Catalogue, Entry, LeftOut, Match, Values, Why};
pub use discovery::{Scope, Skill, State};
pub use error::{ClientError, ErrorKind};
pub use head::{Head, parse};
pub use session::Session;

use crate::{
    host::{
        dirs::{Dirs, Environment},
        fs,
    },
    model::{
        agent,
        config::Config,
        event::{Event, Reporter},
    },
    ops::{self, Context, Network, scope::ScopeFolder},
};

/// A workspace and a person's home folder, as an agent sees them.
#[derive(Debug)]
pub struct Client {
    dirs: Dirs,
    warnings: Warnings,
}

/// What operations warn of.
#[derive(Debug, Default)]
struct Warnings(Mutex<Vec<String>>);

impl Reporter for Warnings {
    fn event(&self, event: Event<'_>) {
        if let Event::Warning { text } = event {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
        }
    }
}

impl Client {
    /// The current folder and home folder of this process; its environment counts as it does for the program `skill`.
    pub fn here() -> Result<Self, ClientError> {
        let dirs = Dirs::of_process(None).map_err(|error| ClientError::usage(&error))?;
        Ok(Self { dirs, warnings: Warnings::default() })
    }

    /// This workspace and home folder, whatever the process's own are; both must be there. No environment variable
    /// counts; trust is kept in `.config/skill` of the home folder.
    pub fn at(workspace: &Path, home: &Path) -> Result<Self, ClientError> {
        let real = |path: &Path| {
            fs::canonical(path).map_err(|error| ClientError::from(ops::error::Error::from(error)))
        };
        let (current, home) = (real(workspace)?, real(home)?);
        let dirs = Dirs {
            current,
            config: home.join(".config/skill"),
            organisation: home.join(".config/skill/organisation.toml"),
            cache: home.join(".cache/skill"),
            state: home.join(".local/state/skill"),
            home,
            environment: Environment::default(),
        };
        Ok(Self { dirs, warnings: Warnings::default() })
    }

    /// Every skill that lies where agents look from here, usable or not, in order of precedence: folders nearer to the
    /// workspace first, project before user. Skills of one name are all listed; those behind the first are
    /// [`State::Shadowed`].
    pub fn discover(&self) -> Result<Vec<Skill>, ClientError> {
        let listing = ops::list::list_with_trust(&self.context(), self.scopes())?;
        for (path, why) in &listing.troubles {
            let text = format!("`{}`: {why}", path.display());
            self.warnings.event(Event::Warning { text: &text });
        }
        Ok(listing.skills.iter().map(Skill::of).collect())
    }

    /// The skills that may be used here; with an agent's id or usual name only those it reads. What is invalid, switched
    /// off, hidden by another of its name or not trusted is in [`Catalogue::left_out`].
    pub fn catalogue(&self, agent: Option<&str>) -> Result<Catalogue, ClientError> {
        let agent = agent.map(agent::find).transpose().map_err(ops::error::Error::from)?;
        let found = ops::disclose::catalogue(&self.context(), self.scopes(), agent)?;
        Ok(Catalogue::new(found, self.workspace(), &self.dirs))
    }

    /// Lets agents see the skills of this workspace as they are now; gives their names. A skill that changes is left out
    /// again until it is trusted anew. Ask the person first: these are other people's instructions.
    ///
    /// ```
    /// # use std::fs;
    /// # use skill::client::{Client, Why};
    /// # let root = tempfile::tempdir()?;
    /// # let skill = root.path().join("work/.agents/skills/deploy");
    /// # fs::create_dir_all(&skill)?;
    /// # fs::write(skill.join("SKILL.md"), "---\nname: deploy\ndescription: Deploys.\n---\nGo.\n")?;
    /// # fs::create_dir_all(root.path().join("home"))?;
    /// let client = Client::at(&root.path().join("work"), &root.path().join("home"))?;
    /// assert_eq!(client.catalogue(None)?.left_out()[0].why, Why::Untrusted);
    /// assert_eq!(client.trust()?, ["deploy"]);
    /// assert_eq!(client.catalogue(None)?.entries()[0].name, "deploy");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trust(&self) -> Result<Vec<String>, ClientError> {
        let vouched = ops::trust::trust(&self.context(), &self.projects(), false)?;
        Ok(vouched.into_iter().map(|skill| skill.name).collect())
    }

    /// Takes the trust of this workspace away; gives how many skills had it.
    pub fn revoke(&self) -> Result<usize, ClientError> {
        Ok(ops::trust::revoke(&self.context(), &self.projects(), false)?.unwrap_or(0))
    }

    /// The folders that an agent must be allowed to read so that skills can use their own files: those of every skill
    /// that may be used here, links resolved.
    pub fn readable_folders(&self) -> Result<Vec<PathBuf>, ClientError> {
        Ok(self.catalogue(None)?.entries().into_iter().map(|entry| entry.folder).collect())
    }

    /// The root of the project around the workspace.
    pub fn workspace(&self) -> PathBuf {
        ScopeFolder::around(&self.dirs).root
    }

    /// What should be known and stopped nothing, since the last time it was asked; each a phrase.
    pub fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.warnings.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn context(&self) -> Context<'_> {
        Context::new(&self.dirs, &self.warnings, Network::Forbidden, Config::default())
    }

    fn scopes(&self) -> Vec<ScopeFolder> {
        ScopeFolder::seen(&self.dirs)
    }

    fn projects(&self) -> Vec<ScopeFolder> {
        ScopeFolder::seen_projects(&self.dirs)
    }
}
