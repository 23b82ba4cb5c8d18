//! Games: lists of them, what is known of one, and the game that is open.

use super::is_allowed;
use crate::args::{AliasArgs, Change, DuplicatesArgs, FindArgs, FormArgs, SgfArgs, show as show_game};
use crate::render::{Text, one_line};
use crate::shell::{Session, ShellError};
use bgo::internal::query::OpenGame;

pub(super) fn find(session: &Session, args: &FindArgs) -> Result<Text, ShellError> {
    let answer = args.ask(&session.snapshot()?, session.filter(), |path| session.path(path))?;
    session.give(answer, &args.form)
}

pub(super) fn show(session: &Session, game: i64, form: &FormArgs) -> Result<Text, ShellError> {
    session.give(show_game(&session.snapshot()?, game, form)?, form)
}

pub(super) fn sgf(session: &Session, args: &SgfArgs) -> Result<Text, ShellError> {
    let record = args.record(&session.snapshot()?)?;
    if args.out.file().is_none() {
        return Ok(format!("{}\n", args.text(&record).trim_end()).into());
    }
    session.begin(&args.out)?.write(&args.file(&record))?;
    Ok(Text::default())
}

pub(super) fn duplicates(session: &mut Session, args: &DuplicatesArgs) -> Result<Text, ShellError> {
    if !args.remove {
        let answer = args.ask(&session.snapshot()?)?;
        return session.give(answer, &args.form);
    }
    let joins = args.redundant(&session.snapshot()?)?;
    if joins.is_empty() {
        return Ok(args.joined(&joins).into());
    }
    let change = Change::Join(joins.len() as u64);
    if !is_allowed(session, args.yes, change, || Ok(change.question()))? {
        return Ok("Nothing was joined.\n".into());
    }
    session.database.existing()?.join(&joins)?;
    session.games_removed();
    Ok(args.joined(&joins).into())
}

pub(super) fn alias(session: &mut Session, args: &AliasArgs) -> Result<Text, ShellError> {
    let answer = if args.is_change() {
        args.change(session.database.existing()?)?
    } else {
        args.ask(&session.snapshot()?)?
    };
    if args.is_change() {
        session.database_changed();
    }
    session.give(answer, &args.form)
}

pub(super) fn open(session: &mut Session, game: i64) -> Result<Text, ShellError> {
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

pub(super) fn back(session: &mut Session) -> Result<Text, ShellError> {
    session.close_game()?;
    session.search()
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown, talk};
    use testkit::Text;

    #[test]
    fn it_says_how_many_duplicates_and_asks() {
        let moves = testkit::line(40, 3);
        let mut session = session(&[&format!("1990 {moves}"), &format!("1991 {moves}"), "dd"]);
        shown(&mut session, "search");
        failure(&mut session, "duplicates --remove").begins("1 game would be joined to others; --yes joins it");
        session.set_confirm(|question| {
            assert_eq!(question, "Join 1 game to others?");
            false
        });
        assert_eq!(shown(&mut session, "duplicates --remove"), "Nothing was joined.\n");
        session.set_confirm(|_| true);
        talk(
            &mut session,
            r"
            duplicates --remove => game 2 joined game 1\n1 game joined to others
            board => ...Total count: 2
            ",
        );
    }

    #[test]
    fn games_of_the_same_moves_that_have_other_players() {
        // The players of these games are 0, 1 and 2.
        let text = shown(&mut session(&["1990 pd dp", "1990 dd pp", "dd"]), "duplicates");
        assert_eq!(
            text,
            "0 games with several sources\n1 group with the same moves, kept apart\n  1  0 - ?, 1990, 2 moves\n  \
             2  1 - ?, 1990, 2 moves\n    black: 0 (1) / 1 (2)\n"
        );
    }

    #[test]
    fn aliases_are_made_listed_and_removed() {
        // The players of these games are 0, 1 and 2.
        let mut session = session(&["1990 pd dp", "1990 dd pp", "dd"]);
        talk(
            &mut session,
            r#"
            alias => no aliases; alias "Ke Jie" 柯洁 makes two spellings one player
            alias Ann => no aliases of Ann
            alias --proposed => nothing to propose
            alias Ann 0 Nobody => no player in the database has the name "Nobody"...
            alias Ann 0 1 => Ann = 0 = 1
            alias 1 => Ann = 0 = 1
            aliases --json => {"players":[{"aliases":["0","1"],"player":"Ann"}]}
            players player==1 => ...Ann ...
            find black=ann => ...2 games...
            alias Bob 2 --json => {"player":"Bob","aliases":["2"]}
            alias --remove 0 x => 0: removed\nx: no alias has this name
            alias --remove bob --json => {"removed":["bob"]}
            alias => Ann = 1
            "#,
        );
        failure(&mut session, "alias --remove").contains("NAME");
        failure(&mut session, "alias '' 1").says("there is no word in");
    }

    #[test]
    fn a_game_is_opened_at_the_position_and_turned_as_the_board() {
        let mut session = session(&["pd dp pp", "dd pp dp qq"]);
        talk(
            &mut session,
            r#"
            play pd dp => ...
            open 2 => ...Game 2: 1 (X) - ? (O)\nMove 2 of 4: W dp
            open 2 => ...\nD . . . + . . . . . + . . . . . X . . . D\n...
            "#,
        );
        // Its third move, at dp, is a corner beside its first, at dd.
        let next = shown(&mut session, "next");
        assert!(
            next.contains("Move 3 of 4: B pp\n") || next.contains("Move 3 of 4: B dd\n"),
            "{next}"
        );
        talk(
            &mut session,
            r#"
            to end => ...Move 4 of 4...
            prev 2 => ...Move 2 of 4...
            goto 1 => ...Move 1 of 4: B pd...
            to start => ...Move 0 of 4
            back => ...Total count: 2
            next => no game is open; "open GAME" opens one
            "#,
        );
    }

    #[test]
    fn without_the_position_it_opens_at_the_start() {
        talk(
            &mut session(&["pd dp pp"]),
            r"
            play aa => ...
            open 1 => ...Move 0 of 3\n...
            open 7 => there is no game 7; numbers go up to 1
            open 0 => there is no game 0; numbers go up to 1
            open x => a game is named by its number, as games and find list it\nusage: open <GAME>
            goto 9 => there is no move 9; the game has 3 moves
            prev => this is the start of the game
            next 0 => COUNT must be a whole number, 1 or more\nusage: next [COUNT]
            to end => ...
            next => this is the end of the game
            ",
        );
    }

    #[test]
    fn the_last_position_that_another_game_has() {
        // The last game has the position of the first two after two moves, in another
        // orientation.
        talk(
            &mut session(&["1990 pd dp pp", "2000 pd dp pq", "2010 dd pp dc qc", "2010 aa"]),
            r#"
            novelty => no game is open; "open GAME" opens one
            open 3 => ...
            novelty => ...\nMove 2 of 4: W dp\nLast common position: move 2, 2 other games\nMove 3 is new: B pc
            search => ...Total count: 3\nGame 3 plays B pc
            year ..1999 => ...
            novelty => ...move 2, 1 other game\n...
            year ..1980 => ...
            novelty => ...\nNo other game has a position of this one
            "#,
        );
    }

    #[test]
    fn a_position_is_taken_until_back() {
        let mut session = session(&["pd dp pp dd", "pd dp pq"]);
        let before = shown(&mut session, "play pd");
        for line in ["open 1", "next", "board"] {
            shown(&mut session, line);
        }
        // The board was shown last, so a bare search is about the board.
        assert_eq!(shown(&mut session, "search"), before);
        shown(&mut session, "search here").ends("Total count: 2\nGame 1 plays B pp (a)\n");
        assert!(!shown(&mut session, "play pq").contains("plays"));
        assert_eq!(shown(&mut session, "back"), before);
        failure(&mut session, "search here").begins("no game is open");
    }
}
