use super::error::ApiError;
use super::negotiation::{accepts, gzip, has_already, has_any};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bgo::internal::bundled::GAMES;
use flate2::Compression;
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

static DIST: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/page/dist");

/// The folder of the files whose names change with their contents.
const HASHED: &str = "assets/";

/// The end of the name of a file that is compressed with Brotli. The build of the page
/// compresses its files: only that has the time to do it well.
const BROTLI: &str = ".br";

/// The games that the page offers for an empty database.
const EXAMPLE: &str = "example-games.tgz";

struct Asset {
    kind: &'static str,
    tag: String,
    plain: &'static [u8],
    /// The contents by content coding, the best first.
    packed: Vec<(&'static str, Cow<'static, [u8]>)>,
    /// The value of `Cache-Control`.
    cache_control: &'static str,
}

impl Asset {
    fn new(path: &str, plain: &'static [u8], brotli: Option<&'static [u8]>) -> Self {
        let brotli = brotli.map(|packed| ("br", Cow::Borrowed(packed)));
        let gzip = gzip(plain, Compression::best()).ok();
        let gzip = gzip.map(|packed| ("gzip", Cow::Owned(packed)));
        Self {
            kind: kind(path),
            tag: format!("W/\"{:08x}\"", crc32fast::hash(plain)),
            plain,
            packed: brotli.into_iter().chain(gzip).collect(),
            cache_control: if path.starts_with(HASHED) {
                "public, max-age=31536000, immutable"
            } else {
                "no-cache"
            },
        }
    }
}

/// The files of the page, by path without the leading slash.
static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let files = DIST.files().chain(DIST.dirs().flat_map(Dir::files));
    let contents: HashMap<String, &'static [u8]> = files
        .map(|file| (file.path().to_string_lossy().replace('\\', "/"), file.contents()))
        .collect();
    let plain = contents.iter().filter(|(path, _)| !path.ends_with(BROTLI));
    let asset = |(path, plain): (&String, &&'static [u8])| {
        let brotli = contents.get(&format!("{path}{BROTLI}")).copied();
        (path.clone(), Asset::new(path, plain, brotli))
    };
    let example = (EXAMPLE.to_owned(), Asset::new(EXAMPLE, GAMES, None));
    plain.map(asset).chain([example]).collect()
});

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

pub async fn file(request: Request) -> Response {
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match ASSETS.get(path) {
        None => ApiError::not_found().into_response(),
        Some(_) if !matches!(*request.method(), Method::GET | Method::HEAD) => ApiError::only_reads().into_response(),
        Some(asset) => answer(asset, request.headers()),
    }
}

fn answer(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let packed = asset.packed.iter().find(|(coding, _)| accepts(headers, coding));
    let mut response = match packed {
        _ if has_already(headers, &asset.tag) || has_any(headers) => StatusCode::NOT_MODIFIED.into_response(),
        Some((coding, packed)) => ([(header::CONTENT_ENCODING, *coding)], &packed[..]).into_response(),
        None => asset.plain.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(asset.cache_control));
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&asset.tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}
