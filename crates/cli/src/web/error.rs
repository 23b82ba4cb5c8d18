use crate::reading::Unreadable;
use crate::render::{printable, stderr};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bgo::internal::query::{QueryError, QuestionError};
use bgo::internal::store::StoreError;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

/// The answer to a request that cannot be fulfilled.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Error"))]
pub struct ApiError {
    #[serde(skip)]
    status: StatusCode,
    /// The methods that the address takes, if the request has another one.
    #[serde(skip)]
    allowed: Option<&'static str>,
    /// What is wrong.
    error: Problem,
}

/// What is wrong with a request.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Problem {
    /// A stable identifier for programs.
    code: &'static str,
    /// A message for people.
    message: String,
    /// The parameter that caused the error.
    field: Option<String>,
    /// Names in the database that are like the unknown one, the most similar first.
    similar: Vec<String>,
    /// The reason why a text has no position, for /reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<UnreadableText>"))]
    unreadable: Option<Box<Unreadable>>,
}

/// The reason why a text has no position.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[allow(dead_code, reason = "its schema stands for the many kinds")]
struct UnreadableText {
    /// A stable identifier for programs.
    problem: String,
    /// The parts of the message: numbers of lines, signs and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<std::collections::BTreeMap<String, serde_json::Value>>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Display) -> Self {
        let error = Problem {
            code,
            message: message.to_string(),
            field: None,
            similar: Vec::new(),
            unreadable: None,
        };
        Self {
            status,
            allowed: None,
            error,
        }
    }

    fn wrong_method(code: &'static str, message: &str, allowed: &'static str) -> Self {
        Self {
            allowed: Some(allowed),
            ..Self::new(StatusCode::METHOD_NOT_ALLOWED, code, message)
        }
    }

    /// Returns the error as that of a parameter.
    pub fn on(mut self, field: &str) -> Self {
        self.error.field = Some(field.to_owned());
        self
    }

    pub fn unreadable(field: &str, message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "unreadable_parameter", message).on(field)
    }

    pub fn unknown_parameter(field: &str) -> Self {
        let message = format!("unknown parameter \"{field}\"");
        Self::new(StatusCode::BAD_REQUEST, "unknown_parameter", message).on(field)
    }

    /// Returns the error for a parameter that can be read but not fulfilled.
    pub fn wrong(code: &'static str, field: &str, message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message).on(field)
    }

    pub fn illegal_pattern(field: &str, message: impl Display) -> Self {
        Self::wrong("illegal_pattern", field, message)
    }

    pub fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "there is nothing at this address; see /api/v1/openapi.json",
        )
    }

    /// Returns the error for a file of no games.
    pub fn no_games() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no_games", "no game meets the conditions")
    }

    pub fn only_reads() -> Self {
        Self::wrong_method("method_not_allowed", "only GET and HEAD are allowed", "GET, HEAD")
    }

    pub fn only_posts() -> Self {
        Self::wrong_method("method_not_allowed", "only POST is allowed", "POST")
    }

    pub fn may_not_change(message: impl Display) -> Self {
        Self::new(StatusCode::FORBIDDEN, "may_not_change", message)
    }

    pub fn no_token() -> Self {
        let message = "the header Authorization must be \"Bearer\" and the token that the server printed when it began";
        Self::new(StatusCode::UNAUTHORIZED, "no_token", message)
    }

    /// Returns the error for a change while another one is made.
    pub fn changing() -> Self {
        let message = "the database is being changed; try again when that has ended, or stop it";
        Self::new(StatusCode::CONFLICT, "changing", message)
    }

    pub fn stopped() -> Self {
        Self::new(StatusCode::CONFLICT, "stopped", "stopped; nothing was imported")
    }

    pub fn incomplete(message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "incomplete", message)
    }

    /// Returns the error for a body that is larger than a maximum, in bytes.
    pub fn large_body(most: usize) -> Self {
        let message = format!("the body is larger than {} MiB", most >> 20);
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_long", message)
    }

    pub fn no_room(message: impl Display) -> Self {
        Self::new(StatusCode::INSUFFICIENT_STORAGE, "no_room", message)
    }

    /// Returns the error for a host name that another site may have given to this computer.
    pub fn wrong_host(host: &str) -> Self {
        let message = format!("this server is not known as \"{host}\"; its operator can allow the name with --host");
        Self::new(StatusCode::MISDIRECTED_REQUEST, "wrong_host", message)
    }

    pub fn unreadable_host() -> Self {
        let message = "a request must name the server in one Host header";
        Self::new(StatusCode::BAD_REQUEST, "unreadable_host", message)
    }

    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "busy",
            "the server is busy; try again in a moment",
        )
    }

    pub fn no_database() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "no_database",
            "the file of the database is gone; the server answers again when there is one",
        )
    }

    /// Returns the error for a failure of the server, and prints the reason for the operator.
    pub fn failed(reason: &impl Display) -> Self {
        // If standard error fails, there is nowhere left to report it.
        let _ = writeln!(stderr(), "bgo: {}", printable(&reason.to_string()));
        let message = "the request failed; see the messages of the server";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }
}

impl From<Unreadable> for ApiError {
    fn from(unreadable: Unreadable) -> Self {
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "unreadable_text", &unreadable);
        error.error.unreadable = Some(Box::new(unreadable));
        error
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            // A question is stopped when nobody waits for its answer any more.
            StoreError::Busy(_) | StoreError::Stopped => Self::busy(),
            StoreError::Missing(_) => Self::no_database(),
            error => Self::failed(&error),
        }
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        match &error {
            QueryError::Unknown { condition, similar, .. } => {
                let mut wrong = Self::wrong("unknown_name", condition, &error);
                wrong.error.similar.clone_from(similar);
                wrong
            }
            QueryError::Backwards { .. } => Self::wrong("wrong_order", "from", &error),
            QueryError::NoSuchGame { .. } => Self::new(StatusCode::NOT_FOUND, "no_such_game", &error),
            QueryError::NoSuchPosition(_) => Self::new(StatusCode::NOT_FOUND, "no_such_position", &error),
            QueryError::Pattern(_) | QueryError::StrictWithoutSequence => Self::illegal_pattern("pattern", &error),
            QueryError::OpeningOnSpark => Self::wrong("cannot_be_met", "opening", &error),
            QueryError::NoWord(_) => Self::wrong("cannot_be_met", "words", &error),
            QueryError::SeveralPlayers { .. } | QueryError::SamePlayer(_) => {
                Self::wrong("cannot_be_met", "name", &error)
            }
            QueryError::LargeTree(_) => Self::wrong("cannot_be_met", "depth", &error),
            QueryError::Store(StoreError::Busy(_) | StoreError::Stopped) => Self::busy(),
            // The messages for the terminal have paths, which no answer contains.
            QueryError::Store(StoreError::NotImported { path, .. }) => {
                let message = format!("no archive {} was imported", path.display());
                Self::wrong("unknown_name", "archive", message)
            }
            QueryError::Store(StoreError::SeveralImported { path, .. }) => {
                let message = format!("several archives are named {}", path.display());
                Self::wrong("unknown_name", "archive", message)
            }
            // A query may begin another snapshot, and the file may be gone by then.
            QueryError::Store(StoreError::Missing(_)) => Self::no_database(),
            QueryError::Store(store) => Self::failed(store),
        }
    }
}

impl From<QuestionError> for ApiError {
    fn from(error: QuestionError) -> Self {
        let name = error.parameter();
        match &error {
            QuestionError::Unknown(name) => Self::unknown_parameter(name),
            QuestionError::Play(_) => Self::wrong("illegal_move", name, &error),
            QuestionError::TwoStones(_) => Self::wrong("contradictory_stones", name, &error),
            QuestionError::Clash(_) | QuestionError::IllegalPattern { .. } => Self::illegal_pattern(name, &error),
            QuestionError::Twice(_)
            | QuestionError::Unreadable { .. }
            | QuestionError::Condition(_)
            | QuestionError::Move { .. } => Self::unreadable(name, &error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if let Some(allowed) = self.allowed {
            headers.insert(header::ALLOW, HeaderValue::from_static(allowed));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_goes_during_a_query_is_said_like_one_that_is_gone() {
        let gone = || StoreError::Missing("games.sqlite".into());
        for error in [ApiError::from(gone()), ApiError::from(QueryError::Store(gone()))] {
            assert_eq!(
                (error.status, error.error.code),
                (StatusCode::SERVICE_UNAVAILABLE, "no_database")
            );
        }
    }
}
