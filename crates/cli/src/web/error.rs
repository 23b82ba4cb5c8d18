use crate::render::{printable, stderr};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bgo::query::{PlayError, QueryError};
use bgo::store::StoreError;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

/// The reason why a request has no answer.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    field: Option<String>,
}

#[derive(Serialize)]
struct Document<'a> {
    error: Problem<'a>,
}

#[derive(Serialize)]
struct Problem<'a> {
    code: &'a str,
    message: &'a str,
    field: Option<&'a str>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Display) -> Self {
        Self {
            status,
            code,
            message: message.to_string(),
            field: None,
        }
    }

    fn on(self, field: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..self
        }
    }

    /// A parameter that cannot be read.
    pub fn unreadable(field: &str, message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unreadable_parameter", message).on(field)
    }

    /// A parameter that this address does not have.
    pub fn unknown_parameter(field: &str) -> Self {
        let message = format!("there is no parameter \"{field}\" here");
        Self::new(StatusCode::BAD_REQUEST, "unknown_parameter", message).on(field)
    }

    /// A parameter that can be read and cannot be met.
    pub fn wrong(code: &'static str, field: &str, message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message).on(field)
    }

    /// A move of the parameter `moves` that the rules forbid.
    pub fn illegal_move(error: &PlayError) -> Self {
        Self::wrong("illegal_move", "moves", error)
    }

    /// An address where nothing is.
    pub fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "nothing is here; /api/v1/openapi.json lists what is",
        )
    }

    /// A method that changes something, or would.
    pub fn only_reads() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "this server only answers questions: GET and HEAD",
        )
    }

    /// A name that another site may have given to this computer.
    pub fn wrong_host() -> Self {
        Self::new(
            StatusCode::MISDIRECTED_REQUEST,
            "wrong_host",
            "this server is asked as localhost only",
        )
    }

    /// More questions than are answered in time.
    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "too much is asked at once; try again in a moment",
        )
    }

    /// Returns the error for a failure of the server. The reason goes to the operator.
    pub fn failed(reason: &impl Display) -> Self {
        // If nobody can read it there, there is nowhere left to say so.
        let _ = writeln!(stderr(), "bgo: {}", printable(&reason.to_string()));
        let message = "the server cannot answer; its messages say why";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy(_) => Self::busy(),
            error => Self::failed(&error),
        }
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        match &error {
            QueryError::Unknown { condition, .. } => Self::wrong("unknown_name", condition, &error),
            QueryError::Backwards { .. } => Self::wrong("wrong_order", "from", &error),
            QueryError::NoSuchGame { .. } => Self::new(StatusCode::NOT_FOUND, "no_such_game", &error),
            QueryError::NoSuchPosition(_) => Self::new(StatusCode::NOT_FOUND, "no_such_position", &error),
            QueryError::NoWord(_) | QueryError::LargeTree(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "cannot_be_met", &error)
            }
            QueryError::Store(StoreError::Busy(_)) => Self::busy(),
            QueryError::Store(store) => Self::failed(store),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let problem = Problem {
            code: self.code,
            message: &self.message,
            field: self.field.as_deref(),
        };
        let body = serde_json::to_vec(&Document { error: problem }).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        response
    }
}
