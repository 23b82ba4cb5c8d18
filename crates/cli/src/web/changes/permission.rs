//! Who may change the database.

use crate::web::error::ApiError;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, FORWARDED, HOST, ORIGIN, VIA};
use axum::http::{HeaderMap, HeaderName, Method, Version};
use std::io;

/// The beginnings and the ends of the names of headers by which proxies tell for whom they ask.
const BEGINNINGS: [&str; 2] = ["x-forwarded", "cf-"];
const ENDS: [&str; 3] = ["-real-ip", "-client-ip", "-connecting-ip"];

/// The length of a token in bytes, twice as many hexadecimal digits.
const TOKEN_BYTES: usize = 16;

/// Who may change the database of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Nobody.
    Nobody,
    /// The server's own page, on this computer. It is for servers that no other computer can reach, but a
    /// proxy may stand before any server.
    OwnPage,
    /// Whoever knows the token, from the server's own page or without a browser.
    Token(String),
}

impl Permission {
    /// Returns a permission with a token that cannot be guessed.
    pub fn with_token() -> io::Result<Self> {
        let mut token = [0; TOKEN_BYTES];
        getrandom::fill(&mut token).map_err(io::Error::other)?;
        Ok(Self::Token(token.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub const fn is_given(&self) -> bool {
        !matches!(self, Self::Nobody)
    }

    /// Returns the name that the API gives it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::OwnPage => "own_page",
            Self::Token(_) => "token",
        }
    }

    /// Fails unless a request may make a change, or ask how far one is.
    pub fn check(&self, request: &Request) -> Result<(), ApiError> {
        let (method, headers) = (request.method(), request.headers());
        let is_foreign = headers
            .get("sec-fetch-site")
            .is_some_and(|site| site != "same-origin" && site != "none")
            || headers
                .get(ORIGIN)
                .is_some_and(|origin| !is_own(origin.as_bytes(), headers));
        match self {
            Self::Nobody => Err(ApiError::may_not_change(
                "nobody may change the database by this server; its operator can allow it with --allow-import",
            )),
            _ if is_foreign => Err(ApiError::may_not_change(
                "only the server's own page may change the database",
            )),
            Self::OwnPage if request.version() < Version::HTTP_11 || is_forwarded(headers) => {
                Err(ApiError::may_not_change(
                    "the request came by a proxy; behind one, the operator can allow changes with --allow-import",
                ))
            }
            // Browsers name the origin of each request that can change something.
            Self::OwnPage if method != Method::GET && !headers.contains_key(ORIGIN) => Err(ApiError::may_not_change(
                "a request that changes the database must name the server in an Origin header, such as \
                 http://127.0.0.1:5000",
            )),
            Self::Token(token) if !has_token(headers, token) => Err(ApiError::no_token()),
            Self::OwnPage | Self::Token(_) => Ok(()),
        }
    }
}

/// Returns whether an origin is that of the server, as the request calls it.
fn is_own(origin: &[u8], headers: &HeaderMap) -> bool {
    let host = origin
        .strip_prefix(b"http://")
        .or_else(|| origin.strip_prefix(b"https://"));
    host.is_some_and(|host| {
        headers
            .get(HOST)
            .is_some_and(|named| named.as_bytes().eq_ignore_ascii_case(host))
    })
}

fn is_forwarded(headers: &HeaderMap) -> bool {
    let is_of_proxy = |name: &HeaderName| {
        let text = name.as_str();
        [&FORWARDED, &VIA].contains(&name)
            || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
            || ENDS.iter().any(|end| text.ends_with(end))
    };
    headers.keys().any(is_of_proxy)
}

fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let given = headers
        .get(AUTHORIZATION)
        .and_then(|given| given.as_bytes().strip_prefix(b"Bearer "));
    // In a time that does not tell how much of it is right.
    given.is_some_and(|given| {
        given.len() == token.len()
            && given
                .iter()
                .zip(token.bytes())
                .fold(0, |differs, (a, b)| differs | (a ^ b))
                == 0
    })
}
