//! Ways out of the shell: the clipboard, pictures, other programs and the page.

use crate::args::Out;
use crate::program;
use crate::render::{Diagram, MoveRange, Sheet, Text, board_sgf, line_scenes, size_text};
use crate::shell::{Session, ShellError};
use bgo::internal::export::single_file_name;
use bgo::internal::files::NewFile;
use bgo::internal::go::Point;
use bgo::internal::pattern::{Area, Condition, Pattern};
use bgo::internal::query::{Scope, require_game};
use clap::ValueEnum;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};

/// A text about the search board, for the clipboard.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::shell) enum Copied {
    Sgf,
    Link,
    Diagram,
}

/// A thread that waits for a program, which would otherwise stay a zombie after its end.
type Started = JoinHandle<io::Result<ExitStatus>>;

/// A server of the page that the session started.
pub(in crate::shell) struct Page {
    server: Started,
    address: String,
}

impl Page {
    /// Returns the address of the page while the server runs.
    fn address(&self) -> Option<&str> {
        (!self.server.is_finished()).then_some(&*self.address)
    }
}

/// Sends a text to the terminal, which puts it on the clipboard.
pub(super) fn copy(session: &mut Session, copied: Copied) -> Result<Text, ShellError> {
    if !session.can_ask() {
        return Err(ShellError::failed(
            "copy needs a terminal; \"save -\" and \"pattern\" print the board",
        ));
    }
    session.take_shown_position()?;
    let (text, name) = match copied {
        Copied::Sgf => (board_sgf(session.board()), "SGF"),
        Copied::Link => (link(session)?, "a link to the page"),
        Copied::Diagram => (diagram(session)?, "a diagram"),
    };
    let mut terminal = stdout().lock();
    let sent = write!(terminal, "\x1b]52;c;{}\x07", base64(text.as_bytes())).and_then(|()| terminal.flush());
    sent.map_err(ShellError::failed)?;
    let size = size_text(text.len() as u64);
    Ok(Text::wrapped(format!(
        "sent {name} ({size}) to the clipboard, if the terminal allows it (OSC 52)\n"
    )))
}

/// Returns the board, or the area or the diagram that is searched, as a diagram.
fn diagram(session: &Session) -> Result<String, ShellError> {
    if let Some(search) = session.pattern()? {
        return Ok(format!("{:#}\n", search.pattern()));
    }
    let (board, size) = (session.board().position(), session.board().size());
    let last = Point::new(size.lines() - 1, size.lines() - 1);
    let pattern = Pattern::in_area(Area::between(Point::new(0, 0), last), size, |point| {
        board.get(point).map_or(Condition::Empty, Condition::Stone)
    });
    Ok(format!("{:#}\n", pattern.map_err(ShellError::failed)?))
}

/// Returns the address of the position in the page that the session opened.
fn link(session: &Session) -> Result<String, ShellError> {
    let query = query(session)?;
    let address = session.page.as_deref().and_then(Page::address);
    let address = address.ok_or_else(|| ShellError::failed("no page is open: \"web\" opens one"))?;
    Ok(format!("{address}?{query}"))
}

/// Returns the question as the query of an address.
fn query(session: &Session) -> Result<String, ShellError> {
    if matches!(session.scope(), Scope::Diagram(..)) {
        return Err(ShellError::failed(
            "the page cannot search diagrams; \"pattern off\" returns to the board",
        ));
    }
    let pairs = session.question()?.to_pairs();
    let pairs = pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
    Ok(pairs.collect::<Vec<_>>().join("&"))
}

fn encoded(text: &str) -> String {
    let bytes = text.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b',' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    bytes.collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let groups = bytes.chunks(3).flat_map(|group| {
        let bits = (0..3).fold(0, |bits, at| {
            bits << 8 | usize::from(group.get(at).copied().unwrap_or(0))
        });
        (0..4).map(move |at| match at {
            at if at > group.len() => '=',
            at => char::from(DIGITS[bits >> (18 - 6 * at) & 63]),
        })
    });
    groups.collect()
}

/// Draws the search board, or its area, into a file.
pub(super) fn save_drawing(session: &Session, file: &Path, out: Out) -> Result<Text, ShellError> {
    let board = session.board();
    let area = match session.scope() {
        Scope::Area(area, _) => Some(*area),
        Scope::Board | Scope::Diagram(..) => None,
    };
    let last = u16::try_from(board.moves().len()).unwrap_or(u16::MAX);
    let drawn = Diagram::new(&line_scenes(board), MoveRange { first: 0, last }, true).within(area);
    let sheet = Sheet {
        title: None,
        game: None,
        is_swapped: false,
        coordinates: Some(session.coordinates()),
        language: Default::default(),
        columns: 1,
    };
    let svg = sheet.draw(&[drawn], 1..=1, 1);
    out.write(svg.as_bytes())?;
    let text = format!("{}: the board, {}\n", file.display(), size_text(svg.len() as u64));
    Ok(session.path_or(file, text))
}

/// Writes the record of a game into a temporary file and opens it in another program.
pub(super) fn open_with(session: &Session, game: i64, program: &OsStr) -> Result<Text, ShellError> {
    let snapshot = session.snapshot()?;
    require_game(&snapshot, game)?;
    let name = single_file_name(&snapshot.description(game)?);
    let folder = tempfile::Builder::new()
        .prefix("bgo-")
        .tempdir()
        .map_err(ShellError::failed)?;
    let file = folder.path().join(name);
    NewFile::write(&file, true, &snapshot.record(game)?.file())?;
    start(Command::new(program).arg(&file).stderr(Stdio::null()))
        .map_err(|error| ShellError::failed(format_args!("{} cannot be started: {error}", program.display())))?;
    // The program reads it when it likes.
    let _ = folder.keep();
    let text = format!("game {game} is open in {}: {}\n", program.display(), file.display());
    Ok(session.path_or(&file, text))
}

/// Starts a program that may go on after the session. Also returns its standard error, if that is piped.
fn start(command: &mut Command) -> io::Result<(Started, Option<ChildStderr>)> {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    // Ctrl-C is meant for the session.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut child = command.spawn()?;
    let errors = child.stderr.take();
    Ok((thread::spawn(move || child.wait()), errors))
}

/// Starts a server of the database, which opens the page at the position, or lets the one that runs open it.
pub(super) fn web(session: &mut Session) -> Result<Text, ShellError> {
    session.database.existing()?;
    session.take_shown_position()?;
    let query = query(session)?;
    let mut command = program::command();
    command.arg("--db").arg(session.database.path());
    command.args(["serve", "--open", "--until-closed", "--at", &query]);
    let (server, told) = start(command.stderr(Stdio::piped())).map_err(ShellError::failed)?;
    let told = told.ok_or_else(|| ShellError::failed("no output"))?;
    let lines = BufReader::new(told).lines();
    let mut said = Vec::new();
    for line in lines.map_while(Result::ok) {
        if let Some(at) = line.find("http://") {
            let address = line[at..].to_owned();
            let page = format!("{address}?{query}");
            let text =
                format!("the page opens in the browser: {page}\nthe server stops a minute after the page is closed\n");
            // A second server leaves the page to the first, and ends.
            if session.page.as_deref().and_then(Page::address) != Some(&address) {
                session.page = Some(Page { server, address }.into());
            }
            return Ok(session.document_or(&json!({ "page": page }), text));
        }
        said.push(line);
    }
    Err(ShellError::failed(said.join("\n").trim_start_matches("bgo: ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::{failure, session, shown, talk};
    use std::fs;
    use std::sync::mpsc::channel;
    use testkit::Text;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (text, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }

    #[test]
    fn what_is_copied_is_read_again() {
        let mut session = session(&["pd dp pp"]);
        failure(&mut session, "copy sgf").begins("copy needs a terminal");
        for line in ["pd dp", "area corner 9"] {
            shown(&mut session, line);
            let text = diagram(&session).expect("a diagram");
            let again = crate::reading::read(text.as_bytes(), session.board().size()).expect("a position");
            assert_eq!(again.area.is_some(), line.starts_with("area"), "{text}");
            assert_eq!(
                again.board.position().stones().count(),
                if line == "pd dp" { 2 } else { 1 }
            );
        }
        session.set_confirm(|_| true);
        failure(&mut session, "copy link").says("\"web\" opens one");
        let (end, ended) = channel::<()>();
        let page = Page {
            server: thread::spawn(move || ended.recv().map_or(Ok(ExitStatus::default()), |()| unreachable!())),
            address: "http://127.0.0.1:5001/".to_owned(),
        };
        session.page = Some(page.into());
        assert_eq!(
            link(&session).expect("a link"),
            "http://127.0.0.1:5001/?moves=pd,dp&area=ka,si"
        );
        drop(end);
        while session.page.as_ref().is_some_and(|page| !page.server.is_finished()) {
            thread::yield_now();
        }
        failure(&mut session, "copy link").says("no page is open");
        shown(&mut session, "where event= player=0");
        assert_eq!(query(&session).expect("a query"), "moves=pd,dp&area=ka,si&player=0");
        shown(&mut session, "pattern X./..");
        failure(&mut session, "web").begins("the page cannot search diagrams");
    }

    #[test]
    fn a_board_is_drawn_and_a_game_opened_elsewhere() {
        let mut session = session(&["pd dp pp"]);
        let folder = session.directory().to_owned();
        talk(
            &mut session,
            r#"
            pd => ...
            save board.svg => board.svg: the board, ...
            save board.svg => board.svg already exists; ...
            save board.xyz => board.xyz: write .sgf for the moves or .svg for a picture
            save board.png => board.png: write .sgf for the moves or .svg for a picture
            open 1 --with no-such-program => no-such-program cannot be started: ...
            open 9 --with cat => there is no game 9...
            "#,
        );
        fs::read_to_string(folder.join("board.svg"))
            .expect("a file")
            .begins("<svg");
        #[cfg(unix)]
        shown(&mut session, "open 1 --with true").says("game 1 is open in true: ");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_has_ended_leaves_nothing() {
        let mut command = Command::new("sh");
        let (_, errors) = start(command.args(["-c", "echo $$ >&2"]).stderr(Stdio::piped())).expect("it starts");
        let process = std::io::read_to_string(errors.expect("errors")).expect("a text");
        let folder = Path::new("/proc").join(process.trim());
        let patience = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while folder.exists() {
            assert!(std::time::Instant::now() < patience, "nobody has waited for {process}");
            thread::yield_now();
        }
    }
}
