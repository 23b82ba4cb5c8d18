//! The address of a server, and who has it already.

use crate::web;
use anyhow::{Context, Result, bail};
use bgo::internal::files::FileId;
use serde_json::Value;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;
use tokio::net::TcpListener;

/// The ports of a server that is given no address. It takes the first one that is free.
const PORTS: Range<u16> = 5000..5010;

/// The maximum time to wait for each answer of whoever has an address.
const PATIENCE: Duration = Duration::from_secs(3);

/// The maximum size of such an answer, in bytes. That of another program may have no end.
const MAX_ANSWER: u64 = 64 << 10;

pub(super) enum Listening {
    /// The server can listen.
    Free(TcpListener),
    /// Another server has the same database at this address.
    Served(String),
}

/// Listens on an address, or on a usual one, unless a server of the database has it already.
pub(super) async fn listen(given: Option<&str>, base: &str, database: &Path) -> Result<Listening> {
    let addresses = match given {
        Some(address) => vec![address.to_owned()],
        None => PORTS.map(|port| format!("127.0.0.1:{port}")).collect(),
    };
    let file = FileId::of(database).ok().map(|file| file.name());
    let (mut free, mut has_other, mut failure) = (None, false, None);
    // The server of the database may have a later port than the first that is free by now.
    for address in &addresses {
        match web::listen(address).await {
            Ok(listener) => free = free.or(Some(listener)),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                let info = info(address, base);
                if file.as_ref().is_some_and(|file| info["file"] == **file) {
                    let address = reached(address).map_or_else(|| address.clone(), |address| address.to_string());
                    return Ok(Listening::Served(format!("http://{address}{base}")));
                }
                has_other |= info["file"].is_string();
            }
            Err(error) => failure = Some((address, error)),
        }
    }
    if let Some(listener) = free {
        return Ok(Listening::Free(listener));
    }
    if let Some((address, error)) = failure {
        return Err(error).with_context(|| format!("cannot listen on {address}"));
    }
    let owner = match has_other {
        true => "bgo serves another database there",
        false => "another program has it",
    };
    let address = addresses.join(", ");
    bail!(
        "cannot listen on {address}: {owner}; name another port, as in --listen 127.0.0.1:5055, or 0 for any that is free"
    )
}

/// Returns the address by which this computer reaches a server, if it has an IP address.
fn reached(address: &str) -> Option<SocketAddr> {
    address.parse().ok().map(reachable)
}

/// Returns an address by which this computer reaches a server that listens on it.
pub(super) fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}

/// Returns what a server of bgo says of its database, or null.
fn info(address: &str, base: &str) -> Value {
    let ask = || -> io::Result<Value> {
        let first = address.to_socket_addrs()?.next().ok_or(io::ErrorKind::NotFound)?;
        let mut stream = TcpStream::connect_timeout(&reachable(first), PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let request = format!("GET {base}api/v1/info HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.take(MAX_ANSWER).read_to_string(&mut answer)?;
        let (_, document) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::InvalidData)?;
        Ok(serde_json::from_str(document)?)
    };
    ask().unwrap_or_default()
}
