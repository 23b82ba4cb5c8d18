use crate::ask::game_number;
use bgo::query::Replay;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct OpenArgs {
    /// The game's number, as games and find list it
    #[arg(value_name = "GAME", value_parser = game_number)]
    game: i64,
}

/// Opens a game.
pub struct Open;

impl Command for Open {
    fn name(&self) -> &'static str {
        "Open"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["open"]
    }

    fn summary(&self) -> &'static str {
        "Opens a game at the position, turned as the search board is"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        OpenArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "open 17",
            "game 17; \"next\", \"prev\", \"goto\" and \"to\" move through it, \"back\" returns",
        )]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let OpenArgs { game } = parse(self, words)?;
        let replay = Replay::open(&session.snapshot()?, game, &session.question())?;
        session.set_replay(Some(replay));
        session.show_game()
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn a_game_is_opened_at_the_position_and_turned_as_the_board() {
        let mut session = session(&["pd dp pp", "dd pp dp qq"]);
        shown(&mut session, "play pd dp");
        let text = shown(&mut session, "open 2");
        // Its third move, at dp, is a corner beside its first, at dd.
        assert!(text.contains("Game 2: 1 (X) - ? (O)\nMove 2 of 4: W dp\n"), "{text}");
        assert!(text.contains("\nD . . . + . . . . . + . . . . . X . . . D\n"), "{text}");
        let next = shown(&mut session, "next");
        assert!(
            next.contains("Move 3 of 4: B pp\n") || next.contains("Move 3 of 4: B dd\n"),
            "{next}"
        );
        assert!(shown(&mut session, "to end").contains("Move 4 of 4"));
        assert!(shown(&mut session, "prev 2").contains("Move 2 of 4"));
        assert!(shown(&mut session, "goto 1").contains("Move 1 of 4: B pd"));
        assert!(shown(&mut session, "to start").contains("Move 0 of 4\n"));
        let back = shown(&mut session, "back");
        assert!(back.ends_with("Total count: 2\n"), "{back}");
        assert_eq!(
            failure(&mut session, "next"),
            "no game is open; \"open GAME\" opens one"
        );
    }

    #[test]
    fn without_the_position_it_opens_at_the_start() {
        let mut session = session(&["pd dp pp"]);
        shown(&mut session, "play aa");
        assert!(shown(&mut session, "open 1").contains("Move 0 of 3\n"));
        for (line, said) in [
            ("open 7", "there is no game 7; numbers go up to 1"),
            ("open 0", "there is no game 0; numbers go up to 1"),
            (
                "open x",
                "a game is named by its number, as games and find list it\nusage: open <GAME>",
            ),
            ("goto 9", "the game has 3 moves"),
            ("prev", "this is the start of the game"),
            ("next 0", "the number of moves is 1 or more\nusage: next [COUNT]"),
        ] {
            assert_eq!(failure(&mut session, line), said, "{line}");
        }
        shown(&mut session, "to end");
        assert_eq!(failure(&mut session, "next"), "this is the end of the game");
    }
}
