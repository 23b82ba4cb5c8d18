use crate::ask::{RemoveArgs, RemoveError, as_options, removed_text};
use crate::render::counted;
use crate::shell::command::{Command, Completion, Output, parse, wrong_usage};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct ShellRemoveArgs {
    #[command(flatten)]
    remove: RemoveArgs,
    /// Do not ask, and remove them even where nobody can be asked
    #[arg(long)]
    yes: bool,
}

/// Removes games from the database.
pub struct Remove;

impl Command for Remove {
    fn name(&self) -> &'static str {
        "Remove"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["remove"]
    }

    fn summary(&self) -> &'static str {
        "Removes games from the database, as if they had never been imported"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        ShellRemoveArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("remove --game 17", "game 17"),
            ("remove --archive games.tgz", "what only this archive has"),
            (
                "remove player=bot year=..1999",
                "games that meet these conditions; those of where do not count here",
            ),
        ]
    }

    fn completion(&self) -> Completion {
        Completion::Conditions
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let ShellRemoveArgs { remove: args, yes } = parse(self, &as_options(words)?)?;
        let (selection, count) = match args.selection(&session.snapshot()?, |path| session.path(path)) {
            Ok(found) => found,
            Err(RemoveError::Query(error)) => return Err(error.into()),
            Err(error) => return Err(wrong_usage(self, error.to_string())),
        };
        let games = count.map(|count| counted(count, "game"));
        let question = games.map_or_else(|| "Remove these games?".to_owned(), |games| format!("Remove {games}?"));
        if !yes && !session.can_ask() && count != Some(0) {
            return Err(wrong_usage(
                self,
                format!("{question} Nobody can be asked here; --yes removes them"),
            ));
        }
        if count == Some(0) || !yes && !session.confirm(&question) {
            return Ok("Nothing was removed.\n".to_owned().into());
        }
        let removed = session.database().remove(&selection)?;
        session.set_replay(None);
        if session.answer().is_some() {
            session.search()?;
        }
        Ok(removed_text(&removed).into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn it_says_how_many_and_asks() {
        let mut session = session(&["1990 pd dp", "1995 pd dd", "2001 dd pp"]);
        shown(&mut session, "search");
        session.set_confirm(|question| {
            assert_eq!(question, "Remove 2 games?");
            false
        });
        assert_eq!(shown(&mut session, "remove year=..1999"), "Nothing was removed.\n");
        session.set_confirm(|_| true);
        let text = shown(&mut session, "remove year=..1999");
        assert_eq!(text, "2 games removed, with 6 positions and 2 sources\n");
        assert!(shown(&mut session, "board").ends_with("Total count: 1\n"));
        assert_eq!(shown(&mut session, "remove year=1800"), "Nothing was removed.\n");
        session.set_confirm(|_| panic!("it is not to ask"));
        assert!(shown(&mut session, "remove year=2001 --yes").starts_with("1 game removed"));
    }

    #[test]
    fn it_must_be_said_which() {
        let mut session = session(&["1990 pd dp"]);
        for (line, said) in [
            ("remove", "say which games: "),
            (
                "remove --game 1 year=1990",
                "conditions and --archive or --game do not go together",
            ),
            ("remove --game 7 --yes", "there is no game 7"),
            (
                "remove --game 1",
                "Remove these games? Nobody can be asked here; --yes removes them",
            ),
            ("remove player=nobody", "no player in the database has"),
            ("remove --archive x", "no archive x was imported"),
        ] {
            assert!(
                failure(&mut session, line).starts_with(said),
                "{line}: {}",
                failure(&mut session, line)
            );
        }
        assert_eq!(session.snapshot().and_then(|snapshot| snapshot.state()).expect("a state").games, 1);
    }
}
