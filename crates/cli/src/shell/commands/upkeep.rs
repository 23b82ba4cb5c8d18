//! The state of the database file, and queries in SQL.

use crate::args::{CheckArgs, CheckReport, InfoArgs, OptimizeArgs, SqlArgs};
use crate::shell::command::{Completion, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError};
use bgo::sql::SqlError;
use std::io::{self, Write};

pub(super) static INFO: ShellCommand = ShellCommand {
    name: "Info",
    keywords: &["info"],
    summary: "Shows how many games, positions and players the database has",
    examples: &[("info", "numbers, the sizes of the parts, games by year")],
    completion: Completion::Arguments,
    action: &RunWith::words(info),
};

fn info(args: InfoArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    Ok(args.ask(session.database().existing()?)?.into())
}

pub(super) static CHECK: ShellCommand = ShellCommand {
    name: "Check",
    keywords: &["check"],
    summary: "Verifies the database from top to bottom",
    examples: &[(
        "check",
        "replays every game, and finds it in the index (`bgo check --repair` mends what it can)",
    )],
    completion: Completion::Arguments,
    action: &RunWith::words(check),
};

fn check(args: CheckArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let database = session.database();
    let report = CheckReport {
        checked: args.check(database.existing()?)?,
        repaired: None,
    };
    let shown = args.text(&report);
    match report.require_sound(database.path()) {
        Ok(()) => Ok(shown.into()),
        Err(error) => Err(ShellError::Damaged { error, shown }),
    }
}

pub(super) static OPTIMIZE: ShellCommand = ShellCommand {
    name: "Optimize",
    keywords: &["optimize"],
    summary: "Merges the index into one segment and returns unused space",
    examples: &[("optimize", "a little faster to search, after many imports")],
    completion: Completion::Arguments,
    action: &RunWith::words(optimize),
};

fn optimize(args: OptimizeArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    Ok(args.optimize(session.database().existing()?)?.into())
}

/// The most bytes of an answer that the shell shows.
const LONGEST_ANSWER: usize = 16 << 20;

/// An answer that is shown as a whole, and is refused if it is too long.
#[derive(Default)]
struct ShownAnswer {
    text: Vec<u8>,
    is_too_long: bool,
}

impl Write for ShownAnswer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_too_long |= self.text.len() + bytes.len() > LONGEST_ANSWER;
        if self.is_too_long {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) static SQL: ShellCommand = ShellCommand {
    name: "Sql",
    keywords: &["sql"],
    summary: "Runs a read-only SQL query",
    examples: &[
        ("sql", "the tables, their columns and the functions"),
        (
            "sql select game, date from games where winner = 'B'",
            "the query as it is",
        ),
        (
            "sql select ply from positions where key = position_key('pd dp') --csv",
            "as CSV",
        ),
    ],
    completion: Completion::Words(&[
        "select",
        "games",
        "players",
        "archives",
        "sources",
        "positions",
        "--csv",
        "--json",
        "--out",
        "--overwrite",
        "--spreadsheet",
        "--timeout",
        "--unverified",
    ]),
    action: &RunWith::text(sql),
};

fn sql(args: SqlArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let database = session.database().existing()?;
    if args.out.file().is_some() {
        let out = session.begin(&args.out)?;
        match args.write(database, &mut out.writer()?) {
            Err(SqlError::Output(error)) => return Err(out.failed(error).into()),
            written => written?,
        }
        out.complete()?;
        return Ok(CommandOutput::default());
    }
    if args.is_for_people() {
        return Ok(args.ask(database)?.into());
    }
    let mut answer = ShownAnswer::default();
    let asked = args.write(database, &mut answer);
    if answer.is_too_long {
        return Err(SqlError::LongAnswer(LONGEST_ANSWER >> 20).into());
    }
    asked?;
    Ok(String::from_utf8_lossy(&answer.text).into_owned().into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_file_is_described_verified_and_merged() {
        let mut session = session(&["1990 pd dp", "1995 dd"]);
        let info = shown(&mut session, "info");
        assert!(
            info.contains("\ngames       2\n") && info.contains("\n1990        1 game\n"),
            "{info}"
        );
        assert!(shown(&mut session, "info --json").contains("\"games\":2"));
        let sound = shown(&mut session, "check");
        assert!(sound.starts_with("no problems: 2 games, "), "{sound}");
        assert_eq!(shown(&mut session, "check --quiet"), "");
        assert!(shown(&mut session, "optimize").starts_with("1 segment became 1, "));
        assert!(shown(&mut session, "optimize --json").contains("\"segments\":1"));
        assert!(failure(&mut session, "check --repair").starts_with("there is no option \"--repair\""));
    }

    #[test]
    fn a_query_is_asked_with_quotes_and_without() {
        let mut session = session(&["1990 pd dp", "1995 dd pp", "qc"]);
        assert_eq!(
            shown(&mut session, "sql select count(*) from games"),
            "count(*)\n       3\n"
        );
        let key = "position_key('Q16 d4')";
        assert_eq!(
            shown(
                &mut session,
                &format!("sql \"select year from positions join games using (game) where key = {key}\" --csv")
            ),
            "year\r\n1990\r\n1995\r\n"
        );
        assert_eq!(
            shown(
                &mut session,
                &format!("sql --timeout 60 select year from positions join games using (game) where key = {key} --csv")
            ),
            "year\r\n1990\r\n1995\r\n"
        );
        for (query, answer) in [
            ("'it''s', \"a b\" from (select 2 as \"a b\")", "it's,2"),
            ("'--csv', '; #' as x", "--csv,; #"),
            ("1 -- a comment", "1"),
            ("'a  b' --unverified", "a  b"),
        ] {
            let text = shown(&mut session, &format!("sql --csv select {query}"));
            assert_eq!(text.lines().nth(1), Some(answer), "{query}");
        }
        assert_eq!(
            shown(&mut session, "sql --json select year, black from games"),
            "{\"columns\":[\"year\",\"black\"],\"rows\":[[1990,\"0\"],[1995,\"1\"],[null,\"2\"]]}\n"
        );
        assert!(shown(&mut session, "sql").starts_with("games          game, board_size, "));
    }

    #[test]
    fn what_is_no_question_is_refused() {
        let mut session = session(&["pd"]);
        insta::assert_snapshot!(failure(&mut session, "sql delete from game"), @"queries only read, and nothing was changed; a query begins with SELECT, WITH, VALUES or EXPLAIN");
        insta::assert_snapshot!(failure(&mut session, "sql select from games"), @r#"near "from": syntax error; sql without a query lists the tables and their columns"#);
        insta::assert_snapshot!(failure(&mut session, "sql \"\""), @"there is no query; sql without one lists the tables and their columns");
        assert!(failure(&mut session, "sql select 1 --csv --json").contains("usage: sql"));
    }
}
