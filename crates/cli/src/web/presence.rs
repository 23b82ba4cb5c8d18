//! The open pages of a server that ends after the last one is closed.

use super::OnDrop;
use super::changes::Permission;
use super::error::ApiError;
use super::parameters::Parameters;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use hyper::body::Frame;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// The time to open the first page.
const FIRST: Duration = Duration::from_secs(300);

/// The number of parts of a wait. If the clock goes on while the computer sleeps, only one of them is over when it
/// wakes up, and browsers have time to connect again.
const PARTS: u32 = 60;

/// The browsers with open pages. Each is there as long as it reads an answer that has no end before that of the server.
#[derive(Default)]
pub struct Presence {
    state: watch::Sender<Pages>,
}

#[derive(Default)]
struct Pages {
    open: usize,
    is_over: bool,
}

impl Presence {
    pub fn routes(self: Arc<Self>) -> Router {
        routes(get(stay), post(quit))
            .route_layer(from_fn(guarded))
            .with_state(self)
    }

    /// Waits until a page asks for the end, or the last one has been closed for some time and nothing `is_busy`.
    pub async fn over(&self, linger: Duration, is_busy: impl Fn() -> bool) {
        let mut state = self.state.subscribe();
        let mut patience = FIRST;
        loop {
            if stays_closed(&mut state, patience).await && !is_busy() {
                return;
            }
            let _ = state.wait_for(|pages| pages.open == 0 || pages.is_over).await;
            if state.borrow().is_over {
                return;
            }
            patience = linger;
        }
    }

    /// Counts a page, or what outlives it, as open until the answer is dropped.
    pub(super) fn enter(self: Arc<Self>) -> OnDrop<impl FnMut()> {
        self.state.send_modify(|pages| pages.open += 1);
        OnDrop(move || self.state.send_modify(|pages| pages.open -= 1))
    }

    #[cfg(test)]
    pub(super) fn open(&self) -> usize {
        self.state.borrow().open
    }

    /// Tells the open pages that the server ends.
    pub fn end(&self) {
        self.state.send_modify(|pages| pages.is_over = true);
    }
}

/// Returns the routes of a server that no page ends.
pub fn no_presence() -> Router {
    let absent = async || ApiError::not_found();
    routes(get(absent), post(absent))
}

fn routes<S: Clone + Send + Sync + 'static>(stay: MethodRouter<S>, quit: MethodRouter<S>) -> Router<S> {
    Router::new()
        .route("/presence", stay)
        .route("/quit", quit.fallback(async || ApiError::only_posts()))
}

/// Returns whether no page is opened for some time.
async fn stays_closed(state: &mut watch::Receiver<Pages>, patience: Duration) -> bool {
    for _ in 0..PARTS {
        let opened = state.wait_for(|pages| pages.open > 0 || pages.is_over);
        if timeout(patience / PARTS, opened).await.is_ok() {
            return false;
        }
    }
    true
}

/// Answers only the server's own page.
async fn guarded(request: Request, next: Next) -> Response {
    match Permission::OwnPage.check(&request) {
        Ok(()) => next.run(request).await,
        Err(_) => {
            ApiError::may_not_change("only a page of this server, opened on this computer, may end it").into_response()
        }
    }
}

async fn stay(State(presence): State<Arc<Presence>>, parameters: Parameters) -> Result<Response, ApiError> {
    parameters.finish()?;
    let mut state = presence.state.subscribe();
    let leaves = presence.enter();
    let over = async move {
        let _leaves = leaves;
        let _ = state.wait_for(|pages| pages.is_over).await;
    };
    let body = Body::new(Silence(Box::pin(over)));
    Ok(([(header::CACHE_CONTROL, "no-store")], body).into_response())
}

async fn quit(State(presence): State<Arc<Presence>>, parameters: Parameters) -> Result<StatusCode, ApiError> {
    parameters.finish()?;
    presence.end();
    Ok(StatusCode::NO_CONTENT)
}

/// A body without contents that ends with a future.
struct Silence(Pin<Box<dyn Future<Output = ()> + Send>>);

impl hyper::body::Body for Silence {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.as_mut().poll(context).map(|()| None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use tokio::time::Instant;

    const LINGER: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn it_is_over_some_time_after_the_last_page() {
        let presence = Presence::default();
        let change = |by: isize| {
            presence
                .state
                .send_modify(|pages| pages.open = pages.open.saturating_add_signed(by));
        };
        let begun = Instant::now();
        presence.over(LINGER, || false).await;
        assert_eq!(begun.elapsed(), FIRST);
        // Seconds at which pages are opened and closed; a reload closes one and opens it again.
        let pages = async {
            for (seconds, by) in [(299, 1), (1, 1), (1000, -1), (1000, -1), (59, 1), (5, -1)] {
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                change(by);
            }
        };
        let begun = Instant::now();
        tokio::join!(presence.over(LINGER, || false), pages);
        assert_eq!(begun.elapsed().as_secs(), 299 + 1 + 1000 + 1000 + 59 + 5 + 60);
    }

    #[tokio::test(start_paused = true)]
    async fn what_outlives_a_page_keeps_the_server() {
        let presence = Arc::new(Presence::default());
        let stays = Arc::clone(&presence).enter();
        let leaves = async {
            tokio::time::sleep(2 * FIRST).await;
            drop(stays);
        };
        let begun = Instant::now();
        tokio::join!(presence.over(LINGER, || false), leaves);
        assert_eq!(begun.elapsed(), 2 * FIRST + LINGER);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_busy_is_awaited() {
        let presence = Presence::default();
        let looks = Cell::new(0);
        let is_busy = || looks.replace(looks.get() + 1) < 3;
        let begun = Instant::now();
        presence.over(LINGER, is_busy).await;
        assert_eq!(begun.elapsed(), FIRST + 3 * LINGER);
        let begun = Instant::now();
        tokio::join!(presence.over(LINGER, || true), async { presence.end() });
        assert_eq!(begun.elapsed(), Duration::ZERO);
    }
}
