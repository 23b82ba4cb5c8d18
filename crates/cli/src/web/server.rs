use super::api::Api;
use super::changes::Changes;
use super::connections::Connections;
use super::error::ApiError;
use super::hosts::check_host;
use super::page;
use super::presence::{Presence, no_presence};
use super::stream::Stream;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bgo::internal::store::Database;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::{TcpListener, TcpSocket, TcpStream, lookup_host};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// The maximum time to receive the head of a request, including the wait for it.
const HEAD_TIME: Duration = Duration::from_secs(15);

/// The time after which a client that reads nothing is disconnected.
const READ_TIME: Duration = Duration::from_secs(30);

/// The maximum time to finish open requests after the server is told to stop.
pub const FAREWELL: Duration = Duration::from_secs(5);

/// The number of clients that may wait in the system's queue, which may allow fewer. A client
/// that finds it full tries again a second later, and a second after that.
const QUEUE: u32 = 4096;

/// The maximum size of the head of a request, in bytes. Addresses of long games fit.
const MAX_HEAD: usize = 32 << 10;

/// The content policy: the page loads from this server and contacts no other.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The features of browsers that the page does not use.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
                           magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/// The page and its API, with all that they need.
pub struct Site {
    /// The database of the answers.
    pub database: Database,
    /// The changes of the database.
    pub changes: Arc<Changes>,
    /// The open pages, if the server ends with them.
    pub presence: Option<Arc<Presence>>,
    /// The address on which the server listens.
    pub ip: IpAddr,
    /// The names of the server that requests may use, as [`host_name`](super::host_name) returns them.
    pub hosts: Vec<String>,
    /// The path below which everything is served, with a slash at both ends.
    pub base: String,
    /// The other origins whose pages may use the API.
    pub origins: Vec<HeaderValue>,
}

/// Serves requests until `stop` is ready, then finishes the open ones.
pub async fn serve(listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let (connections, ending) = (Connections::new(), GracefulShutdown::new());
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            stream = next(&listener, &connections) => stream,
            () = &mut stop => break,
        };
        serve_client(&app, stream, &connections, &ending);
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, ending.shutdown()).await;
}

/// Accepts the next connection once there is room for it. Others wait in the system's queue.
async fn next(listener: &TcpListener, connections: &Connections) -> TcpStream {
    loop {
        connections.room().await;
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            // The client left.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            // For example, too many open files.
            Err(_) => connections.make_room().await,
        }
    }
}

fn serve_client(app: &Router, stream: TcpStream, connections: &Arc<Connections>, ending: &GracefulShutdown) {
    let _ = stream.set_nodelay(true);
    let connection = connections.enter();
    let (app, asking) = (app.clone(), Arc::clone(&connection));
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let asking = asking.asks();
        let answer = app.clone().oneshot(request);
        async {
            let answer = answer.await;
            drop(asking);
            answer
        }
    });
    let mut stream = TimeoutStream::new(Stream::new(stream, Arc::clone(&connection)));
    stream.set_write_timeout(Some(READ_TIME));
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let serving = ending.watch(serving);
    tokio::spawn(async move {
        tokio::select! {
            // A request that has arrived goes first.
            biased;
            // Errors are ignored: a client that was cut off knows it.
            _ = serving => {}
            () = connection.must_go() => {}
        }
        connection.leave();
    });
}

/// Starts listening on a host and a port, such as `localhost:5000`; port 0 takes any free port. Of the
/// addresses of a host, the first one that can be had is taken.
pub async fn listen(host: &str) -> io::Result<TcpListener> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in lookup_host(host).await? {
        match listen_on(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that starts again finds its port free. Elsewhere, others could take it.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

impl Site {
    pub fn app(self) -> Router {
        let Self {
            database,
            changes,
            presence,
            ip,
            hosts,
            base,
            origins,
        } = self;
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{:x}", started.as_nanos());
        let api = Api::new(database, name, changes.permission(), presence.clone());
        let ending = presence.map_or_else(no_presence, Presence::routes);
        let api = api.routes().merge(changes.routes()).merge(ending);
        let cors = CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::GET, Method::HEAD])
            .expose_headers([header::ETAG, header::RETRY_AFTER]);
        let guard = from_fn(move |request: Request, next: Next| {
            let checked = check_host(&request, &hosts, ip.is_loopback());
            async move {
                match checked {
                    Ok(()) => next.run(request).await,
                    Err(error) => error.into_response(),
                }
            }
        });
        let app = Router::new().nest("/api/v1", api).fallback(page::file);
        below(&base, app).layer(cors).layer(guard).layer(map_response(secured))
    }
}

/// Moves an application below a path, which begins and ends with a slash.
fn below(base: &str, app: Router) -> Router {
    let Some(folder) = base.strip_suffix('/').filter(|folder| !folder.is_empty()) else {
        return app;
    };
    let place = base.to_owned();
    let lead_there = move |uri: Uri| {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        let location = [(header::LOCATION, format!("{place}{query}"))];
        async { (StatusCode::PERMANENT_REDIRECT, location) }
    };
    let no_writing = async || ApiError::only_reads();
    Router::new()
        .route(folder, get(lead_there).fallback(no_writing))
        .nest_service(base, app)
        .fallback(async || ApiError::not_found())
}

async fn secured(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let policies: [(HeaderName, &'static str); 7] = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    ];
    for (name, policy) in policies {
        headers.insert(name, HeaderValue::from_static(policy));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::super::api::Effort;
    use super::*;
    use axum::routing::get;
    use bgo::internal::store::Access;
    use std::io::{Read, Write};
    use std::num::NonZero;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;
    use std::thread::available_parallelism;
    use std::time::Instant;
    use tokio::runtime::Runtime;

    /// The number of attempts. On a busy machine, an answer may be given up before its client
    /// has left.
    const TRIES: usize = 10;

    /// The time after which an endless question ends, lest a failing test never does.
    const FOR_EVER: Duration = Duration::from_secs(120);

    #[test]
    fn a_client_that_leaves_takes_its_question_along() {
        let folder = tempfile::tempdir().expect("a folder");
        let database = Database::open(&folder.path().join("a.db"), Access::Write).expect("opens");
        let api = Arc::new(Api::new(database, "name".to_owned(), "nobody", None));
        let (events, happened) = channel();
        let is_given_up = Arc::new(AtomicBool::new(false));
        let given_up = Arc::clone(&is_given_up);
        let other_api = Arc::clone(&api);
        let short = move || {
            let api = Arc::clone(&other_api);
            async move { api.ask(Effort::Medium, |_| Ok("here")).await }
        };
        let endless = move || {
            let (api, events, given_up) = (Arc::clone(&api), events.clone(), Arc::clone(&given_up));
            async move {
                let answer = api.ask(Effort::Medium, move |snapshot| {
                    let _ = events.send("begun");
                    let begun = Instant::now();
                    while snapshot.check_stop().is_ok() && begun.elapsed() < FOR_EVER {
                        std::thread::yield_now();
                    }
                    let _ = events.send(snapshot.check_stop().map_or("stopped", |()| "ended by itself"));
                    Ok(())
                });
                let answer = answer.await;
                // Nobody is here if the client has left.
                given_up.store(true, Ordering::Relaxed);
                answer
            }
        };
        let runtime = Runtime::new().expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("listens");
        let address = listener.local_addr().expect("an address");
        let app = Router::new()
            .route("/endless", get(endless))
            .route("/short", get(short));
        runtime.spawn(serve(listener, app, std::future::pending()));
        let ask = |path: &str| {
            let mut client = std::net::TcpStream::connect(address).expect("connects");
            let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            client.write_all(request.as_bytes()).expect("is sent");
            client
        };
        for _ in 0..TRIES {
            is_given_up.store(false, Ordering::Relaxed);
            // As many as there are turns, so that another question has to wait for one.
            let clients: Vec<_> = (0..available_parallelism().map_or(2, NonZero::get))
                .map(|_| ask("/endless"))
                .collect();
            for _ in &clients {
                assert_eq!(happened.recv(), Ok("begun"));
            }
            let count = clients.len();
            drop(clients);
            for _ in 0..count {
                assert_eq!(happened.recv(), Ok("stopped"));
            }
            if !is_given_up.load(Ordering::Relaxed) {
                let mut text = String::new();
                ask("/short").read_to_string(&mut text).expect("an answer");
                assert!(text.ends_with("here"), "{text}");
                return;
            }
        }
        panic!("each time, the question ended because its time was over");
    }
}
