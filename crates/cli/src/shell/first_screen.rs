//! The lines before the first prompt.

use super::{Session, ShellError, command};
use crate::args::summary_line;
use crate::program;
use crate::render::Text;
use bgo::internal::store::StoreError;

/// The most columns of the list of commands on the first screen.
const WIDEST: usize = 100;

/// The lines that a screen needs besides the rows of the board to show the line about the database above it: that
/// line, and the letters above and below the rows.
const LINES_AROUND_ROWS: usize = 3;

const NO_GAMES: &str = "\"demo\" opens example games, \"import PATH\" adds yours; docs/games.md lists collections";

/// The extent of these lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstScreen {
    None,
    /// The database and the board with its first moves.
    Short,
    /// The folders, the path of the database and the names of all commands as well.
    Long,
}

/// Returns a line about the database, then the board with its first moves and a hint; the long form begins with
/// the lines about the program.
pub(super) fn first_screen(session: &mut Session, form: FirstScreen) -> Result<Text, ShellError> {
    let snapshot = match session.snapshot() {
        Err(StoreError::Missing(_)) => None,
        snapshot => Some(snapshot?),
    };
    let games = match &snapshot {
        Some(snapshot) => Some(snapshot.state()?.games),
        None => None,
    };
    let line = match &snapshot {
        Some(snapshot) => summary_line(snapshot)?,
        None => missing(session),
    };
    drop(snapshot);
    let head = match form {
        FirstScreen::Long => about_program(session, games),
        _ => Text::default(),
    };
    let hint = match games.unwrap_or(0) {
        0 => NO_GAMES.to_owned(),
        _ => "\"help\" lists the commands, \"import PATH\" adds games".to_owned(),
    };
    session.remark(hint.clone());
    let below_line = match games {
        Some(_) => session.search()?,
        None => session.show(),
    };
    session.remark(line.clone());
    session.remark(hint);
    let low = session.show();
    let lines = usize::from(session.board().size().lines());
    Ok(head + (Text::default().then(&line) + below_line).or_below(lines + LINES_AROUND_ROWS, low))
}

/// Returns the folders of the program and the work, the path of the database, and the names of the commands.
fn about_program(session: &Session, games: Option<u64>) -> Text {
    let program = program::path();
    let database = session.database.path().display();
    let head = format!(
        "Start {}  Work {}\n{}\n",
        program.parent().unwrap_or(program).display(),
        session.directory().display(),
        match games {
            Some(games) => format!("Using database [{database}] with {games} games."),
            None => missing(session),
        }
    );
    let mut names: Vec<String> = command::all().map(display_name).collect();
    names.sort_unstable();
    Text::from(head) + Text::wrapped_within(WIDEST, format!("Registered {}", names.join(", ")))
}

fn missing(session: &Session) -> String {
    format!("There is no database [{}] yet.", session.database.path().display())
}

/// Returns the name of a command on the first screen, such as `ListCommands`.
fn display_name(command: &clap::Command) -> String {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Coordinates, Look, Screen};
    use crate::shell::SessionDatabase;
    use crate::shell::testing::{session, session_with_demo};
    use bgo::internal::go::HashTable;
    use bgo::internal::interrupt::Interrupt;

    fn first_screen_of(session: &mut Session, form: FirstScreen) -> String {
        first_screen(session, form).expect("a first screen").without_styles()
    }

    const HINT: &str = "\"demo\" opens example games, \"import PATH\" adds yours; docs/games.md lists collections\n";

    #[test]
    fn an_empty_database_is_told_of() {
        let text = first_screen_of(&mut session(&[]), FirstScreen::Short);
        assert!(text.starts_with("games.sqlite: 0 games, 0 players\n"), "{text}");
        assert!(text.ends_with(HINT), "{text}");
    }

    #[test]
    fn a_missing_database_is_told_of_and_not_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("typo.sqlite");
        let database = SessionDatabase::missing(path.clone(), HashTable::built_in(), Interrupt::default());
        let mut session = Session::new(database, folder.path().to_owned());
        let text = first_screen_of(&mut session, FirstScreen::Short);
        let line = format!("There is no database [{}] yet.\n", path.display());
        assert!(text.starts_with(&line) && text.ends_with(HINT), "{text}");
        assert!(!path.exists());
    }

    #[test]
    fn the_long_first_screen_begins_with_folders_and_commands() {
        let mut session = session(&["2016 pd dp", "2005 dd"]);
        let text = first_screen_of(&mut session, FirstScreen::Long);
        let lines: Vec<&str> = text.lines().collect();
        let work = format!("  Work {}", session.directory().display());
        assert!(lines[0].starts_with("Start ") && lines[0].ends_with(&work), "{text}");
        let database = session.database.path().display();
        assert_eq!(lines[1], format!("Using database [{database}] with 2 games."));
        let registered = lines[2..].iter().take_while(|line| !line.starts_with("games.sqlite"));
        insta::assert_snapshot!(registered.copied().collect::<Vec<_>>().join("\n"));
        assert!(text.ends_with(&first_screen_of(&mut session, FirstScreen::Short)));
    }

    /// Returns what a terminal of this size shows, without the blanks at the ends.
    fn seen(text: &Text, columns: usize, rows: usize) -> String {
        let shown = text.plain(Look {
            screen: Some(Screen { columns, rows }),
            coordinates: Coordinates::Western,
            ..Look::default()
        });
        assert!(shown.lines().all(|line| line.chars().count() <= columns), "{shown}");
        shown
    }

    #[test]
    fn the_screens_of_a_player() {
        let mut session = session_with_demo();
        for (name, line) in [
            ("first", None),
            ("move", Some("play pd")),
            ("area", Some("area corner 9")),
            ("full", Some("area off; search full")),
        ] {
            let lines = line.into_iter().flat_map(|line| line.split("; "));
            let shown = lines.map(|line| session.eval(line).expect("succeeds")).last();
            let text = match shown {
                None => first_screen(&mut session, FirstScreen::Short).expect("a first screen"),
                Some(text) => text,
            };
            for (columns, rows) in [(80, 24), (120, 40), (60, 20)] {
                let shown = seen(&text, columns, rows);
                // The prompt takes the last line.
                assert!(shown.lines().count() < rows, "{shown}");
                insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), shown);
            }
        }
    }
}
