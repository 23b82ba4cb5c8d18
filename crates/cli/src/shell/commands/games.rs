//! Games: lists of them, what is known of one, and the game that is open.

use super::is_allowed;
use crate::args::{Change, DuplicatesArgs, FindArgs, SgfArgs, ShowArgs, game_number};
use crate::render::one_line;
use crate::shell::command::{Completion, NoArguments, RunWith, ShellCommand};
use crate::shell::{CommandOutput, DatabaseChange, Session, ShellError};
use bgo::query::OpenGame;
use clap::Args;
use std::str::FromStr;

pub(super) static FIND: ShellCommand = ShellCommand {
    name: "Find",
    keywords: &["find", "f"],
    summary: "Lists games by words and conditions, whatever is on the board",
    examples: &[
        (
            "find meijin",
            "a word of players, event, place, round, name, source or comments",
        ),
        ("find player=cho year=1990..1999", "conditions, as where takes them"),
        (
            "find 本因 --sort players",
            "a part of a word in Chinese characters is enough",
        ),
        (
            "find repaired",
            "games whose records have faults; words=repaired looks for the word",
        ),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(find),
};

fn find(args: FindArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let answer = args.ask(&session.snapshot()?, session.filter(), |path| session.path(path))?;
    session.give(answer, &args.form)
}

pub(super) static SHOW: ShellCommand = ShellCommand {
    name: "Show",
    keywords: &["show"],
    summary: "Shows all that is known of a game",
    examples: &[(
        "show 17",
        "names, date, result and so on of game 17, and where it is from",
    )],
    completion: Completion::Arguments,
    action: &RunWith::words(show),
};

fn show(args: ShowArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let answer = args.ask(&session.snapshot()?)?;
    session.give(answer, &args.form)
}

pub(super) static SGF: ShellCommand = ShellCommand {
    name: "Sgf",
    keywords: &["sgf"],
    summary: "Shows the original record of a game",
    examples: &[
        ("sgf 17", "the text of the record"),
        ("sgf 17 --out game.sgf", "into a file"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(sgf),
};

fn sgf(args: SgfArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let record = args.record(&session.snapshot()?)?;
    if args.out.file().is_none() {
        return Ok(format!("{}\n", args.text(&record).trim_end()).into());
    }
    session.begin(&args.out)?.write(&args.file(&record))?;
    Ok(CommandOutput::default())
}

pub(super) static DUPLICATES: ShellCommand = ShellCommand {
    name: "Duplicates",
    keywords: &["duplicates"],
    summary: "Shows games that were found more than once, or removes them",
    examples: &[
        (
            "duplicates",
            "games with several sources, and games with the same moves that were kept apart",
        ),
        (
            "duplicates --cut-short",
            "also records that are the beginning of a longer one",
        ),
        ("duplicates --limit 5", "the first five of each"),
        ("duplicates --remove", "keeps one game of those with the same moves"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(duplicates),
};

fn duplicates(args: DuplicatesArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    if args.remove {
        return remove_duplicates(&args, session);
    }
    let answer = args.ask(&session.snapshot()?)?;
    session.give(answer, &args.form)
}

fn remove_duplicates(args: &DuplicatesArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let joins = args.redundant(&session.snapshot()?)?;
    if joins.is_empty() {
        return Ok(args.joined(&joins).into());
    }
    let change = Change::Join(joins.len() as u64);
    if !is_allowed(session, args.yes, change, || Ok(change.question()))? {
        return Ok("Nothing was joined.\n".to_owned().into());
    }
    session.database().existing()?.join(&joins)?;
    session.database_changed(DatabaseChange::Removed);
    Ok(args.joined(&joins).into())
}

#[derive(Args, Debug)]
struct OpenArgs {
    /// The game's number, as games and find list it
    #[arg(value_name = "GAME", value_parser = game_number)]
    game: i64,
}

pub(super) static OPEN: ShellCommand = ShellCommand {
    name: "Open",
    keywords: &["open", "o"],
    summary: "Opens a game at the position, turned as the search board is",
    examples: &[
        (
            "open 17",
            "game 17; \"next\", \"prev\", \"goto\" and \"to\" move through it, \"back\" returns",
        ),
        ("open 17; next 5; search", "what else was played five moves later"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(open),
};

fn open(OpenArgs { game }: OpenArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let replay = OpenGame::open(&session.snapshot()?, game, session.question()?)?;
    let repair = replay.game.repair.clone();
    let is_elsewhere = session.pattern()?.is_some() && replay.area.is_none();
    let wanted = session.board().position();
    let is_at_board = replay
        .scene()
        .is_none_or(|scene| scene.board.stones().eq(wanted.stones()));
    let lacks_position = session.pattern()?.is_none() && !is_at_board;
    session.set_replay(Some(replay));
    if is_elsewhere {
        session.remark("The pattern does not stand in this game".to_owned());
    } else if lacks_position {
        session.remark("The position on the search board is not in this game".to_owned());
    }
    if let Some(repair) = repair {
        session.remark(one_line(&format!("Repaired: {repair}")));
    }
    session.show_game()
}

pub(super) static BACK: ShellCommand = ShellCommand {
    name: "Back",
    keywords: &["back", "b"],
    summary: "Closes the open game and shows the search board",
    examples: &[(
        "back",
        "the search board as it was before it took a position of the game",
    )],
    completion: Completion::Arguments,
    action: &RunWith::words(back),
};

fn back(_: NoArguments, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.close_game()?;
    Ok(session.search()?.into())
}

pub(super) fn move_number<T: FromStr>(text: &str) -> Result<T, &'static str> {
    text.parse()
        .map_err(|_| "a move is named by its number, 0 for the start")
}

/// A step in the open game.
#[derive(Args, Debug)]
struct StepArgs {
    /// How many moves; without it 1
    #[arg(value_name = "COUNT", default_value_t = 1, hide_default_value = true, value_parser = count)]
    count: i64,
}

fn count(text: &str) -> Result<i64, &'static str> {
    text.parse()
        .ok()
        .filter(|&count| count >= 1)
        .ok_or("must be a whole number, 1 or more")
}

pub(super) static NEXT: ShellCommand = ShellCommand {
    name: "Next",
    keywords: &["next", "n"],
    summary: "Goes forward in the open game",
    examples: &[("next", "one move"), ("next 10", "ten, or to the end")],
    completion: Completion::Arguments,
    action: &RunWith::words(next),
};

fn next(StepArgs { count }: StepArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.step_game(count)
}

pub(super) static PREV: ShellCommand = ShellCommand {
    name: "Prev",
    keywords: &["prev"],
    summary: "Goes back in the open game",
    examples: &[("prev", "one move"), ("prev 10", "ten, or to the start")],
    completion: Completion::Arguments,
    action: &RunWith::words(prev),
};

fn prev(StepArgs { count }: StepArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.step_game(-count)
}

#[derive(Args, Debug)]
struct GotoArgs {
    /// How many moves are played; or start, or end
    #[arg(value_name = "MOVE", value_parser = place_in_game)]
    place: u16,
}

/// Reads a number of moves, `start` or `end`. The end is beyond every game.
fn place_in_game(text: &str) -> Result<u16, &'static str> {
    match text {
        "start" => Ok(0),
        "end" => Ok(u16::MAX),
        _ => move_number(text),
    }
}

pub(super) static GOTO: ShellCommand = ShellCommand {
    name: "Goto",
    keywords: &["goto"],
    summary: "Goes to a move of the open game",
    examples: &[
        ("goto 50", "after move 50"),
        ("goto 0", "the start, as \"goto start\""),
        ("goto end", "after the last move"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(goto),
};

fn goto(GotoArgs { place }: GotoArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let end = session.replay().map_or(0, OpenGame::moves);
    session.go_to(if place == u16::MAX { end } else { place })
}

pub(super) static TO: ShellCommand = ShellCommand {
    name: "To",
    keywords: &["to"],
    summary: "Goes to the start or the end of the open game, or to a move",
    examples: &[("to end", "after the last move"), ("to start", "before the first")],
    completion: Completion::Words(&["start", "end"]),
    action: &RunWith::words(goto),
};

pub(super) static NOVELTY: ShellCommand = ShellCommand {
    name: "Novelty",
    keywords: &["novelty"],
    summary: "Goes to the last position of the open game that other games have",
    examples: &[
        (
            "novelty",
            "the position before its first new move, and how many have it",
        ),
        ("novelty; search", "what was played there by others"),
        (
            "novelty; year ..1999; novelty",
            "among all games, and among those up to 1999",
        ),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(novelty),
};

fn novelty(_: NoArguments, session: &mut Session) -> Result<CommandOutput, ShellError> {
    session.go_to_last_common()
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn it_says_how_many_duplicates_and_asks() {
        let moves = testkit::line(40, 3);
        let mut session = session(&[&format!("1990 {moves}"), &format!("1991 {moves}"), "dd"]);
        shown(&mut session, "search");
        assert!(
            failure(&mut session, "duplicates --remove")
                .starts_with("1 game would be joined to others; --yes joins it")
        );
        session.set_confirm(|question| {
            assert_eq!(question, "Join 1 game to others?");
            false
        });
        assert_eq!(shown(&mut session, "duplicates --remove"), "Nothing was joined.\n");
        session.set_confirm(|_| true);
        assert_eq!(
            shown(&mut session, "duplicates --remove"),
            "game 2 joined game 1\n1 game joined to others\n"
        );
        assert!(shown(&mut session, "board").ends_with("Total count: 2\n"));
    }

    #[test]
    fn games_of_the_same_moves_that_have_other_players() {
        // The players of these games are 0, 1 and 2.
        let mut session = session(&["1990 pd dp", "1990 dd pp", "dd"]);
        let text = shown(&mut session, "duplicates");
        assert_eq!(
            text,
            "0 games with several sources\n1 group with the same moves, kept apart\n  1  0 - ?, 1990, 2 moves\n  \
             2  1 - ?, 1990, 2 moves\n    black: 0 (1) / 1 (2)\n"
        );
    }

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
            ("goto 9", "there is no move 9; the game has 3 moves"),
            ("prev", "this is the start of the game"),
            ("next 0", "COUNT must be a whole number, 1 or more\nusage: next [COUNT]"),
        ] {
            assert_eq!(failure(&mut session, line), said, "{line}");
        }
        shown(&mut session, "to end");
        assert_eq!(failure(&mut session, "next"), "this is the end of the game");
    }

    #[test]
    fn the_last_position_that_another_game_has() {
        // The last game has the position of the first two after two moves, in another
        // orientation.
        let mut session = session(&["1990 pd dp pp", "2000 pd dp pq", "2010 dd pp dc qc", "2010 aa"]);
        assert_eq!(
            failure(&mut session, "novelty"),
            "no game is open; \"open GAME\" opens one"
        );
        shown(&mut session, "open 3");
        let text = shown(&mut session, "novelty");
        let remarks = "\nMove 2 of 4: W dp\nLast common position: move 2, 2 other games\nMove 3 is new: B pc\n";
        assert!(text.ends_with(remarks), "{text}");
        let text = shown(&mut session, "search");
        assert!(text.ends_with("Total count: 3\nGame 3 plays B pc\n"), "{text}");
        session.eval("year ..1999").expect("succeeds");
        assert!(shown(&mut session, "novelty").contains("move 2, 1 other game\n"));
        session.eval("year ..1980").expect("succeeds");
        let text = shown(&mut session, "novelty");
        assert!(text.ends_with("\nNo other game has a position of this one\n"), "{text}");
    }

    #[test]
    fn a_position_is_taken_until_back() {
        let mut session = session(&["pd dp pp dd", "pd dp pq"]);
        let before = shown(&mut session, "play pd");
        shown(&mut session, "open 1");
        shown(&mut session, "next");
        shown(&mut session, "board");
        // The board was shown last, so a bare search is about the board.
        assert_eq!(shown(&mut session, "search"), before);
        let text = shown(&mut session, "search here");
        assert!(text.ends_with("Total count: 2\nGame 1 plays B pp (a)\n"), "{text}");
        assert!(!shown(&mut session, "play pq").contains("plays"));
        assert_eq!(shown(&mut session, "back"), before);
        assert_eq!(
            failure(&mut session, "search here"),
            "no game is open; \"open GAME\" opens one"
        );
    }
}
