//! Downloads: the games of a whole list, written while the client reads them, and the names of files.

use super::OnDrop;
use super::api::{ANSWER_TIME, Api, Effort, effort, effort_of_filter, turn, value};
use super::error::ApiError;
use super::parameters::Parameters;
use super::presence::Presence;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bgo::internal::export::{ExportError, Form, Target, export_to};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{Choice, Filter, Find, Page, Question};
use bgo::internal::store::StoreError;
use hyper::body::Frame;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, timeout, timeout_at};

/// The number of pieces that wait for the client.
const WAITING: usize = 1;

/// The maximum time that a client takes for a download, which keeps a turn and a snapshot.
const DOWNLOAD_TIME: Duration = Duration::from_mins(30);

/// The time to begin a download, and the least bytes per second that a client has read after it.
const BEGIN: Duration = Duration::from_mins(1);
const LEAST_RATE: u64 = 16 << 10;

/// The games of a list.
enum List {
    Position(Box<Question>),
    Find(Box<Filter>),
}

/// A part of a file, or the reason that there is none. An empty one is the beginning of the file, when its games are
/// chosen, and another one the end.
type Piece = Result<Bytes, ApiError>;

pub async fn export_games(State(api): State<Arc<Api>>, mut parameters: Parameters) -> Result<Response, ApiError> {
    let question = parameters.question()?;
    let effort = effort(&question).max(Effort::Medium);
    api.export(List::Position(Box::new(question)), effort, parameters).await
}

pub async fn export_find(State(api): State<Arc<Api>>, mut parameters: Parameters) -> Result<Response, ApiError> {
    let filter = parameters.filter()?;
    let effort = effort_of_filter(&filter).max(Effort::Medium);
    api.export(List::Find(Box::new(filter)), effort, parameters).await
}

impl List {
    const fn choice(&self) -> Choice<'_> {
        match self {
            Self::Position(question) => Choice::Position(question),
            Self::Find(filter) => Choice::Find(Find { filter, words: &[] }),
        }
    }
}

impl Api {
    /// Answers with a file of the games of a list, of which only pieces are in memory.
    async fn export(
        self: Arc<Self>,
        list: List,
        effort: Effort,
        mut parameters: Parameters,
    ) -> Result<Response, ApiError> {
        let (page, form) = (parameters.whole_list()?, parameters.download()?);
        parameters.finish()?;
        let download_turn = turn(&self.download_turns).await?;
        let stays = self.presence.clone().map(Presence::enter);
        // The choice of the games takes as much effort as their list.
        let choice_turn = turn(self.turns(effort)).await?;
        let (sender, mut pieces) = channel(WAITING);
        let stop = Interrupt::default();
        let stopped = stop.clone();
        let stops = OnDrop(move || stopped.set());
        tokio::task::spawn_blocking(move || {
            let out = Pieces {
                sender,
                runtime: Handle::current(),
                begun: Instant::now(),
                sent: AtomicU64::new(0),
            };
            let last = match self.write(&list, page, form, &stop, choice_turn, &out) {
                Ok(()) => Ok(Bytes::new()),
                Err(error) => Err(error),
            };
            // If this fails, the client has left, or is told by the end without the last piece.
            let _ = out.send(last);
            drop((download_turn, stays));
        });
        let begun = timeout(ANSWER_TIME, pieces.recv()).await;
        begun.ok().flatten().unwrap_or_else(|| Err(ApiError::busy()))?;
        let body = Body::new(Download { pieces, _stops: stops });
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(kind_of(form))),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        Ok(as_file(
            (headers, body).into_response(),
            &format!("games.{}", form.name()),
        ))
    }

    /// Chooses the games, which takes `choice_turn`, and writes them.
    fn write(
        &self,
        list: &List,
        page: Page,
        form: Form,
        stop: &Interrupt,
        choice_turn: OwnedSemaphorePermit,
        out: &Pieces,
    ) -> Result<(), ApiError> {
        let target = Target {
            path: PathBuf::new(),
            form,
            overwrite: false,
            for_spreadsheet: true,
        };
        let snapshot = self.database.snapshot_until(stop)?;
        let mut choice_turn = Some(choice_turn);
        let begin = |_, _| {
            if choice_turn.take().is_some() {
                // If this fails, so does writing.
                let _ = out.send(Ok(Bytes::new()));
            }
        };
        match export_to(&snapshot, &list.choice(), page, &target, out, begin) {
            Ok(_) => Ok(()),
            Err(ExportError::Query(error)) => Err(error.into()),
            Err(ExportError::NoGames) => Err(ApiError::no_games()),
            // Nobody reads it any more.
            Err(ExportError::File(_) | ExportError::Stopped) => Err(StoreError::Stopped.into()),
            Err(error) => Err(ApiError::failed(&error)),
        }
    }
}

/// Returns the media type of a download.
pub const fn kind_of(form: Form) -> &'static str {
    match form {
        Form::Tgz => "application/gzip",
        Form::Csv => "text/csv; charset=utf-8",
        _ => "application/x-go-sgf",
    }
}

/// Returns the time after which a client is cut off that has read so many bytes.
fn time_for(bytes: u64) -> Duration {
    let time = BEGIN + Duration::from_secs(bytes / LEAST_RATE);
    time.min(DOWNLOAD_TIME)
}

/// The writer of a file that a client reads; it waits for the client.
struct Pieces {
    sender: Sender<Piece>,
    runtime: Handle,
    begun: Instant,
    /// The number of bytes that the client has read.
    sent: AtomicU64,
}

impl Pieces {
    fn send(&self, piece: Piece) -> io::Result<()> {
        let bytes = piece.as_ref().map_or(0, Bytes::len) as u64;
        let end = self.begun + time_for(self.sent.load(Relaxed));
        match self.runtime.block_on(timeout_at(end, self.sender.send(piece))) {
            Ok(Ok(())) => {
                self.sent.fetch_add(bytes, Relaxed);
                Ok(())
            }
            Ok(Err(_)) => Err(ErrorKind::BrokenPipe.into()),
            Err(_) => Err(ErrorKind::TimedOut.into()),
        }
    }
}

impl Write for &Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            self.send(Ok(Bytes::copy_from_slice(bytes)))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The body of a download. A failure cuts it off, so that the client sees that it is not complete.
struct Download<F: FnMut()> {
    pieces: Receiver<Piece>,
    _stops: OnDrop<F>,
}

impl<F: FnMut() + Unpin> hyper::body::Body for Download<F> {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let piece = ready!(self.get_mut().pieces.poll_recv(context));
        Poll::Ready(match piece {
            Some(Ok(piece)) if piece.is_empty() => None,
            Some(Ok(piece)) => Some(Ok(Frame::data(piece))),
            Some(Err(_)) | None => Some(Err(ErrorKind::UnexpectedEof.into())),
        })
    }
}

/// Makes browsers save an answer as a file with this name, which needs no quoting.
pub fn as_file(mut response: Response, name: &str) -> Response {
    let ascii: String = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let mut file = format!("attachment; filename=\"{ascii}\"");
    if ascii != name {
        file.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
                file.push(byte.into());
            } else {
                file.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    response.headers_mut().insert(header::CONTENT_DISPOSITION, value(&file));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::session;
    use axum::http::Request;
    use bgo::internal::store::{Access, Database};
    use std::thread;
    use tokio::sync::oneshot;
    use tokio::time::sleep;
    use tower::ServiceExt;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_too_slowly_is_cut_off() {
        let (sender, _pieces) = channel(WAITING);
        let (tells, told) = oneshot::channel();
        let (runtime, begun) = (Handle::current(), Instant::now());
        thread::spawn(move || {
            let context = runtime.clone();
            let _context = context.enter();
            let out = Pieces {
                sender,
                runtime,
                begun,
                sent: AtomicU64::new(0),
            };
            let second = [1, 10 * LEAST_RATE].map(|bytes| out.send(Ok(vec![0; bytes as usize].into())));
            let _ = tells.send(second.map(|sent| sent.map_err(|error| error.kind())));
        });
        assert_eq!(told.await, Ok([Ok(()), Err(ErrorKind::TimedOut)]));
        assert_eq!(begun.elapsed(), BEGIN);
        assert_eq!(time_for(100 * LEAST_RATE), BEGIN + Duration::from_secs(100));
        assert_eq!(time_for(u64::MAX), DOWNLOAD_TIME);
    }

    #[tokio::test]
    async fn a_download_keeps_the_server_like_an_open_page() {
        let games = session(&["pd dp"]);
        let database = Database::open(games.database.path(), Access::Read).expect("opens");
        let presence = Arc::new(Presence::default());
        let api = Api::new(database, "name".to_owned(), "nobody", Some(Arc::clone(&presence)));
        let request = Request::get("/find/export").body(Body::empty()).expect("a request");
        let answer = api.routes().oneshot(request).await.expect("an answer");
        assert_eq!(presence.open(), 1);
        axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a file");
        while presence.open() > 0 {
            sleep(Duration::from_millis(1)).await;
        }
    }
}
