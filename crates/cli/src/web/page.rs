use super::api::{accepts_gzip, gzip, has_already};
use super::error::ApiError;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use include_dir::{Dir, include_dir};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The built page.
static DIST: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/page/dist");

struct Asset {
    kind: &'static str,
    tag: String,
    plain: &'static [u8],
    packed: Vec<u8>,
}

/// The files of the page, by path without the leading slash.
static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let files = DIST.files().chain(DIST.dirs().flat_map(Dir::files));
    let asset = |file: &'static include_dir::File<'static>| {
        let plain = file.contents();
        let asset = Asset {
            kind: kind(&file.path().to_string_lossy()),
            tag: format!("W/\"{:08x}\"", crc32fast::hash(plain)),
            plain,
            packed: gzip(plain, Compression::best()).unwrap_or_default(),
        };
        (file.path().to_string_lossy().replace('\\', "/"), asset)
    };
    files.map(asset).collect()
});

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

/// Answers with a file of the page.
pub async fn file(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::only_reads().into_response();
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match ASSETS.get(path) {
        Some(asset) => answer(asset, request.headers()),
        None => ApiError::not_found().into_response(),
    }
}

fn answer(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let mut response = if has_already(headers, &asset.tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if accepts_gzip(headers) && !asset.packed.is_empty() {
        ([(header::CONTENT_ENCODING, "gzip")], asset.packed.as_slice()).into_response()
    } else {
        asset.plain.into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&asset.tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}
