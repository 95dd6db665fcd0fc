//! Connections that outlive a request: refs, folders and files of a repository are asked for on one, so that a run pays
//! once for the way there, the login and the server's start.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{Access, Error, Refs, advertisement::Server, channel::Channel};
use crate::model::git_url::GitUrl;

/// Servers hang up on those who say nothing for long, and a person may be reading the plan meanwhile.
const IDLE: Duration = Duration::from_secs(30);

/// An open way to a server that has introduced itself.
pub(super) struct Connection {
    pub(super) channel: Channel,
    pub(super) server: Server,
    /// Whether nothing more can be asked on it.
    pub(super) is_spent: bool,
}

impl Connection {
    fn open(url: &GitUrl, access: &Access<'_>) -> Result<Self, Error> {
        let mut channel = Channel::open(url, access)?;
        let server = Server::greet(url, &mut channel)?;
        Ok(Self { channel, server, is_spent: false })
    }
}

/// What a run keeps of the servers it speaks with: connections that nobody uses at the moment, at most one for each
/// repository, and lists of refs.
#[derive(Default)]
pub(crate) struct Connections {
    idle: Mutex<HashMap<String, (Instant, Connection)>>,
    /// The refs of repositories that were asked for them.
    refs: Mutex<HashMap<String, Refs>>,
}

impl fmt::Debug for Connections {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Connections")
    }
}

impl Connections {
    /// The refs of a repository as this run was told them.
    pub(super) fn known_refs(&self, url: &GitUrl) -> Option<Refs> {
        self.refs.lock().unwrap_or_else(PoisonError::into_inner).get(&url.to_string()).cloned()
    }

    pub(super) fn keep_refs(&self, url: &GitUrl, refs: &Refs) {
        self.refs.lock().unwrap_or_else(PoisonError::into_inner).insert(url.to_string(), refs.clone());
    }

    /// Lets `act` speak with a server, on the open connection or a new one. An open one may have been given up by the
    /// server meanwhile: what fails on it is tried once more on a new one.
    pub(super) fn with<T>(
        &self,
        url: &GitUrl,
        access: &Access<'_>,
        act: impl Fn(&mut Connection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let key = url.to_string();
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        if let Some((since, mut connection)) = idle
            && since.elapsed() < IDLE
        {
            match act(&mut connection) {
                Err(Error::Network { .. }) => {}
                result => return self.keep(key, connection, result),
            }
        }
        let mut connection = Connection::open(url, access)?;
        let result = act(&mut connection);
        self.keep(key, connection, result)
    }

    /// A connection on which something failed is in no known state.
    fn keep<T>(&self, key: String, connection: Connection, result: Result<T, Error>) -> Result<T, Error> {
        if result.is_ok() && !connection.is_spent {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.insert(key, (Instant::now(), connection));
        }
        result
    }
}
