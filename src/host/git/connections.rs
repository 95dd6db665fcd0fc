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

#[cfg(test)]
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net::TcpListener,
    };

    use super::*;
    use crate::{
        host::{
            credentials::Credentials,
            dirs::Environment,
            git::{DEFAULT_LIMIT, GitProgram, fetch_folders},
            http::{Http, Patience},
        },
        model::event::Silent,
    };

    fn frame(text: &str) -> String {
        format!("{:04x}{text}", text.len() + 4)
    }

    #[test]
    fn a_server_that_stalls_in_the_middle_of_a_pack_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let hello =
                    [frame("version 2\n"), frame("fetch=shallow filter\n"), "0000".to_owned()].concat();
                stream.write_all(hello.as_bytes()).unwrap();
                let mut asked = Vec::new();
                while !asked.ends_with(b"done\n0000") {
                    let mut chunk = [0; 1024];
                    let read = stream.read(&mut chunk).unwrap();
                    asked.extend(&chunk[..read]);
                }
                let begun = [frame("packfile\n"), frame("\u{1}PACK\0\0\0\u{2}\0\0\0\u{9}")].concat();
                stream.write_all(begun.as_bytes()).unwrap();
                std::thread::sleep(Duration::from_secs(20));
            }
        });
        let folder = tempfile::tempdir().unwrap();
        let patience = Patience {
            connect: Duration::from_secs(5),
            read: Duration::from_millis(200),
            pause: Duration::from_millis(5),
        };
        let environment = Environment::default();
        let access = Access {
            http: &Http::with_patience(patience),
            environment: &environment,
            credentials: &Credentials::new(&environment, folder.path(), folder.path()),
            connections: &Connections::default(),
            reporter: &Silent,
            program: GitProgram::Never,
            limit: DEFAULT_LIMIT,
            scratch: &folder.path().join("scratch"),
        };
        let url: GitUrl = format!("git://127.0.0.1:{port}/r").parse().unwrap();
        let begun = Instant::now();
        let commit = "1".repeat(40).parse().unwrap();
        let objects = folder.path().join("objects");
        let error = fetch_folders(&url, &commit, &objects, &access).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot reach `{url}`: nothing comes in time"));
        assert!(begun.elapsed() < Duration::from_secs(10));
        let left = crate::host::fs::list(&objects.join("pack")).unwrap();
        assert!(left.is_empty(), "half a pack stays: {left:?}");
    }
}
