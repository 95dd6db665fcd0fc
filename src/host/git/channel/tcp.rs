//! `git://`: bare TCP, without encryption and without logins.

use std::{
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs as _},
};

use super::{super::Error, Channel, buffered};
use crate::{host::git::Access, model::git_url::GitUrl};

const PORT: u16 = 9418;

/// Connects and asks for upload-pack, in version 2 where the server knows it.
pub(super) fn open(
    url: &GitUrl,
    host: &str,
    port: Option<u16>,
    path: &str,
    access: &Access<'_>,
) -> Result<Channel, Error> {
    let patience = access.http.patience();
    let name = host.trim_start_matches('[').trim_end_matches(']');
    let addresses = (name, port.unwrap_or(PORT)).to_socket_addrs().map_err(|error| Error::io(url, &error))?;
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    let mut stream = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, patience.connect) {
            Ok(connected) => {
                stream = Some(connected);
                break;
            }
            Err(error) => last = error,
        }
    }
    let stream = stream.ok_or_else(|| Error::io(url, &last))?;
    let ready = stream
        .set_nodelay(true)
        .and_then(|()| stream.set_read_timeout(Some(patience.read)))
        .and_then(|()| stream.set_write_timeout(Some(patience.read)))
        .and_then(|()| stream.try_clone());
    let mut writer = ready.map_err(|error| Error::io(url, &error))?;
    let authority = port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let request = format!("git-upload-pack {path}\0host={authority}\0\0version=2\0");
    let request = format!("{:04x}{request}", request.len() + 4);
    writer.write_all(request.as_bytes()).map_err(|error| Error::io(url, &error))?;
    Ok(Channel::Stream { reader: buffered(Quick(stream)), writer: Box::new(writer), end: None })
}

/// Acknowledges at once: a delayed acknowledgement against the server's Nagle costs 40 ms an answer.
struct Quick(TcpStream);

impl Read for Quick {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The system forgets the setting after a while; where there is none, nothing is lost but time.
        #[cfg(target_os = "linux")]
        let _ = rustix::net::sockopt::set_tcp_quickack(&self.0, true);
        self.0.read(buffer)
    }
}
