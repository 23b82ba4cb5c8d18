//! Content negotiation: the versions that a client has and the content codings that it accepts.

use axum::http::header::{ACCEPT_ENCODING, AsHeaderName, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const WORTH_COMPRESSING: usize = 1024;

/// Returns true if the client already has the version with this weak validator.
pub fn has_already(headers: &HeaderMap, tag: &str) -> bool {
    let opaque = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
    let wanted = opaque(tag);
    entries(headers, IF_NONE_MATCH).any(|known| opaque(known) == wanted)
}

/// Returns true if the client wants no version at all, if only there is one.
pub fn has_any(headers: &HeaderMap) -> bool {
    entries(headers, IF_NONE_MATCH).any(|known| known == "*")
}

/// Returns true if the client accepts a content coding. What it says of the coding itself
/// overrules what it says of all.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let accepted_as = |name: &str| {
        let mut of_name = entries(headers, ACCEPT_ENCODING).filter_map(|entry| {
            let mut parts = entry.split(';').map(str::trim);
            let is_named = parts.next()?.eq_ignore_ascii_case(name);
            is_named.then(|| parts.filter_map(weight).next().unwrap_or(1.0) > 0.0)
        });
        of_name.next()
    };
    accepted_as(coding).or_else(|| accepted_as("*")).unwrap_or(false)
}

fn weight(parameter: &str) -> Option<f32> {
    let (name, value) = parameter.split_once('=')?;
    let is_weight = name.trim().eq_ignore_ascii_case("q");
    // A coding with an unreadable weight is not accepted.
    is_weight.then(|| value.trim().parse().unwrap_or(0.0))
}

/// Returns the entries of a header that is a list, which may be given several times.
fn entries(headers: &HeaderMap, name: impl AsHeaderName) -> impl Iterator<Item = &str> {
    let lists = headers.get_all(name).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

// Answers are compressed here, on the thread that computes them. The compression of
// tower-http adds miniz_oxide, a second and slower backend of flate2, sends answers
// without their length, and compresses on the threads that serve all clients.

/// Compresses the body with gzip if the client accepts that and it is worthwhile. Returns it with its
/// content coding.
pub fn encoded(body: Vec<u8>, headers: &HeaderMap) -> (Vec<u8>, Option<HeaderValue>) {
    if body.len() < WORTH_COMPRESSING || !accepts(headers, "gzip") {
        return (body, None);
    }
    match gzip(&body, Compression::fast()) {
        Ok(packed) => (packed, Some(HeaderValue::from_static("gzip"))),
        Err(_) => (body, None),
    }
}

pub fn gzip(bytes: &[u8], level: Compression) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name, value.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn weights_say_which_codings_are_accepted() {
        for (accepted, takes) in [
            (&["gzip"][..], true),
            (&["br, GZIP;q=0.5"], true),
            (&["br", "gzip"], true),
            (&["*"], true),
            (&["br;q=1, *;q=0.1"], true),
            (&["gzip; Q=0.001"], true),
            (&[""], false),
            (&["br"], false),
            (&["gzip;q=0"], false),
            (&["gzip;q=0.0"], false),
            (&["gzip ; q=0.000"], false),
            (&["*, gzip;q=0.000"], false),
            (&["*;q=0"], false),
            (&["gzip;q=much"], false),
            (&["gzipped"], false),
        ] {
            assert_eq!(
                accepts(&headers("accept-encoding", accepted), "gzip"),
                takes,
                "{accepted:?}"
            );
        }
        assert!(accepts(&headers("accept-encoding", &["*;q=0, gzip"]), "gzip"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn a_validator_is_known_in_each_form() {
        const TAG: &str = "W/\"a-1\"";
        for (known, has) in [
            (&["W/\"a-1\""][..], true),
            (&["\"a-1\""], true),
            (&["\"x\", W/\"a-1\""], true),
            (&["\"x\"", "\"a-1\""], true),
            (&["*"], false),
            (&["\"a-2\""], false),
            (&["a-1"], false),
            (&[""], false),
        ] {
            assert_eq!(has_already(&headers("if-none-match", known), TAG), has, "{known:?}");
        }
        assert!(has_any(&headers("if-none-match", &["*"])));
        assert!(!has_any(&headers("if-none-match", &[TAG])));
    }
}
