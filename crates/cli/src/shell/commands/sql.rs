use crate::ask::SqlFormArgs;
use crate::render::schema_text;
use crate::shell::command::{Command, Completion, Output, parse};
use crate::shell::{Session, ShellError};
use bgo::sql::{Questions, SqlError};
use clap::Args;
use std::io::{self, Write};

/// Bytes of an answer that the shell shows.
const LONGEST_ANSWER: usize = 16 << 20;

#[derive(Args, Debug)]
struct SqlArgs {
    /// One SELECT, in double quotes so that those around texts remain; without it, what can be asked for
    #[arg(value_name = "QUERY")]
    query: Vec<String>,
    #[command(flatten)]
    form: SqlFormArgs,
    /// Without verifying the tables that it reads: damage may give wrong rows
    #[arg(long)]
    unverified: bool,
}

/// An answer as the shell shows it: as a whole, and not longer than it may be.
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

/// Asks in SQL.
pub struct Sql;

impl Command for Sql {
    fn name(&self) -> &'static str {
        "Sql"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["sql"]
    }

    fn summary(&self) -> &'static str {
        "Asks in SQL; nothing can be changed"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        SqlArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("sql", "the tables, their columns and the functions"),
            (
                "sql select count(*) from games",
                "without quotes if there are none in the query",
            ),
            (
                "sql \"select game, date from games where winner = 'B'\"",
                "else all of it in double quotes",
            ),
            (
                "sql \"select ply from positions where key = position_key('pd dp')\" --csv",
                "as CSV",
            ),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Words(&[
            "select",
            "games",
            "players",
            "archives",
            "sources",
            "positions",
            "--csv",
            "--json",
            "--timeout",
        ])
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let SqlArgs {
            query,
            form,
            unverified,
        } = parse(self, words)?;
        let questions = Questions::open(session.database(), !unverified)?;
        if query.is_empty() {
            return Ok(schema_text(&questions)?.into());
        }
        let mut answer = ShownAnswer::default();
        let asked = questions.ask(&query.join(" "), form.timeout(), &mut *form.form().sheet(&mut answer));
        if answer.is_too_long {
            return Err(SqlError::LongAnswer(LONGEST_ANSWER >> 20).into());
        }
        asked?;
        Ok(String::from_utf8_lossy(&answer.text).into_owned().into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

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
            shown(&mut session, "sql --json select year, black from games"),
            "{\"columns\":[\"year\",\"black\"],\"rows\":[[1990,\"0\"],[1995,\"1\"],[null,\"2\"]]}\n"
        );
        assert!(shown(&mut session, "sql").starts_with("games          game, board_size, "));
    }

    #[test]
    fn what_is_no_question_is_refused() {
        let mut session = session(&["pd"]);
        insta::assert_snapshot!(failure(&mut session, "sql delete from game"), @"sql only reads, and nothing was changed; a query begins with SELECT, WITH, VALUES or EXPLAIN");
        insta::assert_snapshot!(failure(&mut session, "sql select from games"), @r#"near "from": syntax error; sql without a query lists the tables and their columns"#);
        insta::assert_snapshot!(failure(&mut session, "sql \"\""), @"there is no query; sql without one lists the tables and their columns");
        assert!(failure(&mut session, "sql select 1 --csv --json").contains("usage: sql"));
    }
}
