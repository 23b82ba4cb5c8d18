//! The hosts that requests may name. Another site could point a name of its own at this
//! server, and the browser would then let that site's pages read the answers.

use super::error::ApiError;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// Returns an error for a request that names another host, several, or none. The hosts that requests
/// may name are `localhost`, the `names` that the operator gave, and IP addresses, which no site can
/// point elsewhere. If only this computer can reach the server, it `is_local`, and the IP addresses are
/// those of this computer alone.
pub fn check_host(request: &Request, names: &[String], is_local: bool) -> Result<(), ApiError> {
    let given = host_header(request.headers())?;
    // The address of a request overrules the header.
    let host = match request.uri().authority() {
        Some(authority) => host_of(authority.as_str()).ok_or_else(ApiError::unreadable_host)?,
        None => given,
    };
    let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_safe_address = ip.is_ok_and(|ip| ip.is_loopback() || !is_local);
    if host == "localhost" || names.contains(&host) || is_safe_address {
        Ok(())
    } else {
        Err(ApiError::wrong_host(&host))
    }
}

/// Returns the host of the only header that names one, which may be empty.
fn host_header(headers: &HeaderMap) -> Result<String, ApiError> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(ApiError::unreadable_host());
    };
    match host.to_str() {
        Ok("") => Ok(String::new()),
        Ok(host) => host_of(host).ok_or_else(ApiError::unreadable_host),
        Err(_) => Err(ApiError::unreadable_host()),
    }
}

fn host_of(authority: &str) -> Option<String> {
    let authority: Authority = authority.parse().ok()?;
    let rest = authority.as_str().strip_prefix(authority.host())?;
    let is_port = rest.is_empty()
        || rest
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()));
    is_port.then(|| host_name(authority.host()))
}

/// Returns a host in the one way in which hosts are compared: in lower case and without the
/// dot that may end it.
pub fn host_name(host: &str) -> String {
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}
