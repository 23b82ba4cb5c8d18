//! Games: lists of them, what is known of one, and the game that is open.

use super::is_allowed;
use crate::args::{
    AliasArgs, Change, DuplicatesArgs, FindArgs, FormArgs, NoveltyArgs, PlayerArgs, SgfArgs, show as show_game,
};
use crate::render::{Text, one_line};
use crate::shell::{Session, ShellError};
use bgo::internal::query::OpenGame;
use serde_json::json;

pub(super) fn find(session: &Session, args: &FindArgs) -> Result<Text, ShellError> {
    let answer = args.ask(&session.snapshot()?, session.filter(), |path| session.path(path))?;
    session.give(answer, &args.table.form)
}

pub(super) fn novelty(session: &mut Session, args: &NoveltyArgs) -> Result<Text, ShellError> {
    // In a session that prints JSON, every command has --json.
    let is_of_list = args.is_of_list() || args.table.form.json() && !session.is_json;
    if !is_of_list {
        return session.go_to_last_common(args.min_games);
    }
    let answer = args.ask(&session.snapshot()?, session.filter(), |path| session.path(path))?;
    session.give(answer, &args.table.form)
}

pub(super) fn player(session: &Session, args: &PlayerArgs) -> Result<Text, ShellError> {
    session.give(args.ask(&session.snapshot()?)?, &args.form)
}

pub(super) fn show(session: &Session, game: i64, form: &FormArgs) -> Result<Text, ShellError> {
    session.give(show_game(&session.snapshot()?, game, form)?, form)
}

pub(super) fn sgf(session: &Session, args: &SgfArgs) -> Result<Text, ShellError> {
    let record = args.record(&session.snapshot()?)?;
    let Some(file) = args.out.file() else {
        let sgf = args.text(&record);
        return Ok(session.document_or(&json!({ "sgf": sgf }), format!("{}\n", sgf.trim_end())));
    };
    session.begin(&args.out)?.write(&args.file(&record))?;
    Ok(session.written(file))
}

pub(super) fn duplicates(session: &mut Session, args: &DuplicatesArgs) -> Result<Text, ShellError> {
    if !args.remove {
        let answer = args.ask(&session.snapshot()?)?;
        return session.give(answer, &args.form);
    }
    let snapshot = session.snapshot()?;
    let joins = args.redundant(&snapshot)?;
    if joins.is_empty() {
        return Ok(args.joined(&joins).into());
    }
    let change = Change::Join(joins.len() as u64);
    let about = || change.question_about(&snapshot, joins.iter().map(|join| join.game));
    if !is_allowed(session, args.yes, change, about)? {
        return Ok("Nothing was removed.\n".into());
    }
    drop(snapshot);
    session.database.to_change()?.join(&joins)?;
    session.games_removed();
    Ok(args.joined(&joins).into())
}

pub(super) fn alias(session: &mut Session, args: &AliasArgs) -> Result<Text, ShellError> {
    if !args.is_change() {
        return session.give(args.ask(&session.snapshot()?)?, &args.form);
    }
    // Begun first, as the file may exist.
    let out = session.begin(&args.form.out)?;
    let answer = args.change(&session.database.to_change()?)?;
    session.database_changed();
    session
        .give_to(out, answer, &args.form)
        .map_err(ShellError::after_change)
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
    use crate::shell::testing::{failure, session, session_with_demo, shown, talk};
    use bgo::internal::go::Color;
    use testkit::Text;

    #[test]
    fn stones_that_were_played_and_are_gone_are_captured() {
        let mut session = session_with_demo();
        let mut seen = 0;
        for game in 1..=20 {
            shown(&mut session, &format!("open {game}"));
            let text = shown(&mut session, "goto end");
            let replay = session.replay().expect("an open game");
            let scenes = replay.scenes();
            let gone = [Color::Black, Color::White].map(|color| {
                let played = scenes.iter().filter_map(|scene| scene.last);
                let played = played.filter(|mv| mv.color == color && mv.point.is_some()).count();
                let stands = |at: usize| scenes[at].board.stones().filter(|(_, stone)| *stone == color).count();
                stands(0) + played - stands(scenes.len() - 1)
            });
            assert_eq!(replay.captured(), gone);
            assert_eq!(text.contains("Captured: "), gone != [0, 0], "{text}");
            seen += usize::from(gone != [0, 0]);
            if gone == [0, 0] {
                continue;
            }
            assert!(!shown(&mut session, "goto start").contains("Captured"));
        }
        assert!(seen > 5);
    }

    #[test]
    fn the_answers_follow_the_open_game() {
        let mut session = session(&["pd dp pp dd fq", "pd dp pp dd jj", "pd dp qd"]);
        shown(&mut session, "open 1");
        let alone = shown(&mut session, "goto 2");
        assert!(!alone.contains("Total"), "{alone}");
        let followed = shown(&mut session, "follow on");
        followed.says("\nMove 2 of 5: W dp\na - 2  b - 1\nTotal count: 3\nGame 1 plays B pp (a)\n");
        followed.says("\nP . . . o . . . . . + . . . . . a . . . P\n");
        shown(&mut session, "next 2").says("Move 4 of 5: W dd\na - 1  b - 1\nTotal count: 2\n");
        shown(&mut session, "prev").says("Move 3 of 5: B pp\na - 2\nTotal count: 2\n");
        talk(
            &mut session,
            r"
            search full => ...Total count: 2...
            prev => ...Total count: 3...
            play b => ...\nTotal count: 1\n...
            follow => follow: on
            next => ...Move 3 of 5: B pp\na - 2...
            back => ...\na - 3\nTotal count: 3
            follow off => follow: off
            open 1 => ...Move 0 of 5
            ",
        );
        assert!(session.board().moves().is_empty());
    }

    #[test]
    fn it_says_how_many_duplicates_and_asks() {
        let moves = testkit::line(40, 3);
        let mut session = session(&[&format!("1990 {moves}"), &format!("1991 {moves}"), "dd"]);
        shown(&mut session, "search");
        failure(&mut session, "duplicates --remove").begins("1 duplicate would be removed; --yes removes it");
        session.set_confirm(|question| {
            assert_eq!(question, "  2  1991        1 - ?\nRemove 1 duplicate?");
            false
        });
        assert_eq!(shown(&mut session, "duplicates --remove"), "Nothing was removed.\n");
        session.set_confirm(|_| true);
        talk(
            &mut session,
            r"
            duplicates --remove => game 2 removed, a duplicate of game 1\n1 duplicate removed
            board => ...Total count: 2
            ",
        );
    }

    #[test]
    fn near_duplicates_say_which_moves_differ() {
        let line = testkit::line(40, 3);
        let moves: Vec<&str> = line.split(' ').collect();
        let mut changed = moves.clone();
        changed[20] = "sa";
        let mut exchanged = moves[..38].to_vec();
        exchanged.swap(11, 13);
        let games = [&moves, &changed, &exchanged].map(|moves| moves.join(" "));
        let mut session = session(&[&games[0], &games[1], &games[2]]);
        let text = shown(&mut session, "duplicates --near");
        text.says("2 pairs that differ in a move or two, or at the end\n");
        text.says(format!("    moves: 21 is {} / sa\n", moves[20]));
        text.says("    moves: 12 and 14 are exchanged, game 1 has 2 more at the end\n");
        shown(&mut session, "duplicates --near --json").says("\"moves\":[{\"move_number\":21,");
        failure(&mut session, "duplicates --near --remove").says("--near and --remove do not go together");
    }

    #[test]
    fn a_table_has_every_value_of_the_document() {
        let mut session = session(&["1990 pd dp", "1991 dd pp"]);
        for (line, list) in [
            ("games", "list"),
            ("find", "list"),
            ("players", "players"),
            ("years", "years"),
        ] {
            let document = shown(&mut session, &format!("{line} --json"));
            let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
            let entries = document[list].as_array().expect("a list");
            let mut names: Vec<&str> = entries[0]
                .as_object()
                .expect("an entry")
                .keys()
                .map(String::as_str)
                .collect();
            let table = shown(&mut session, &format!("{line} --csv"));
            let mut rows = csv::ReaderBuilder::new().from_reader(table.as_bytes());
            let head = rows.headers().expect("a head").clone();
            for (row, entry) in rows.records().zip(entries) {
                for (name, value) in head.iter().zip(row.expect("a row").iter()) {
                    let expected = entry[name]
                        .as_str()
                        .map_or_else(|| entry[name].to_string(), str::to_owned);
                    assert_eq!(value, expected.replace("null", ""), "{line} {name}");
                }
            }
            let mut head: Vec<&str> = head.iter().collect();
            names.sort_unstable();
            head.sort_unstable();
            assert_eq!(head, names, "{line}");
            assert_eq!(
                shown(&mut session, &format!("{line} --out {line}.csv")),
                format!("{line}.csv: {} bytes\n", table.len())
            );
        }
        failure(&mut session, "games --out top.sgf").says("export");
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
            alias --remove 0 x => 0: removed\nx: no such alias
            alias --remove bob --json => {"removed":["bob"]}
            alias => Ann = 1
            "#,
        );
        shown(&mut session, "alias Bob 2 --out names.txt");
        failure(&mut session, "alias --remove Bob --out names.txt")
            .says("names.txt already exists; --overwrite replaces it");
        shown(&mut session, "alias Bob").says("Bob = 2");
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
            open x => a game is named by its number, as games and find list it\nusage: open [OPTIONS] <GAME>
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
            novelty => ...\nMove 2 of 4: W dp\nLast common position: move 2, 2 other games\nThe latest: game 2, 1 - ?, 2000\nMove 3 is new: B pc
            search => ...Total count: 3\nGame 3 plays B pc
            year ..1999 => ...
            novelty => ...move 2, 1 other game\n...
            year ..1980 => ...
            novelty => ...\nNo other game has a position of this one
            year => ...
            novelty --min-games 3 => ...\nLast common position: move 0, 3 other games\n...
            novelty --min-games 4 => ...\nNo position of this game is shared by 4 others
            novelty --min-games 0 => ...must be a whole number, 1 or more...
            "#,
        );
    }

    #[test]
    fn new_moves_are_listed_for_the_games_that_conditions_choose() {
        let mut session = session(&["1990 pd dp pp", "2000 pd dp pq", "2010 dd pp dc qc", "2011 pp dp dc"]);
        talk(
            &mut session,
            r"
            novelty black=2 => game  date  black  white  result  move  new   others\n   3  2010  *2                       3  B dc  B qd 1 of 2\n...
            novelty --limit 1 --offset 4 => no games from --offset 4 on; there are 4
            novelty year=2000..2010 --first => ...\n   3  2010  *2                       3  B dc  B qd 1 of 2      0\n...
            novelty black=nobody => ...no player in the database has...
            novelty year=1 => no games\nYears: 1
            ",
        );
    }

    #[test]
    fn a_player_is_the_only_one_with_a_part_of_a_name() {
        let mut session = session(&["1990 pd dp pp", "2000 pd dp pq"]);
        talk(
            &mut session,
            r#"
            player 1 => 1: 1 game, 2000\n...
            player 1 year=2000 => player takes no filters: leave out "year=2000"...
            player =1 => ...\n  by the player in 1 game, half of them by move 3
            player ==1 => 1: 1 game, 2000\n...
            player 7 => no player in the database has...
            player 1 =1 => both names mean 1; name two players
            player 0 1 => 0 against 1\n...
            player => ...
            "#,
        );
    }

    #[test]
    fn what_is_played_is_tried_from_the_position_shown() {
        let mut session = session(&["pd dp pp dd", "pd dp qc"]);
        let before = shown(&mut session, "play jj");
        shown(&mut session, "open 1");
        shown(&mut session, "goto 2");
        let left = "\nFrom move 2 of game 1: \"goto 2\" returns, \"back\" closes it\n";
        shown(&mut session, "qc").ends(format!("\nTotal count: 1{left}"));
        assert!(!shown(&mut session, "dd").contains("From move"));
        talk(
            &mut session,
            r#"
            search => ...\nTotal count: 0
            undo 2 => ...\nTotal count: 2\nGame 1 plays B pp (a)
            next => ...\nMove 3 of 4: B pp
            undo 2 => ...\nMove 1 of 4: B pd
            undo 9 => ...\nMove 0 of 4
            undo => this is the start of the game
            goto 3 => ...
            where year= => ...\nTotal count: 1\nGame 1 plays W dd (a)
            next => ...\nMove 4 of 4: W dd
            setup X aa => ...From move 4 of game 1: ...
            goto 1 => ...
            position => hash ...
            search => ...\nTotal count: 2\nGame 1 plays W dp (a)
            goto 3 => ...
            swap on => ...\nTotal count: 1\nColours: both ways\nGame 1 plays W dd (a)
            swap off => ...
            goto 1 => ...
            full on => ...\nTotal count: 2\nGame 1 plays W dp (a)
            full off => ...
            goto 2 => ...
            area dp dp => ...Game 1 plays B pp\n...
            "#,
        );
        assert_eq!(shown(&mut session, "back"), before);
    }

    #[test]
    fn what_cannot_be_played_leaves_the_game_on_the_screen() {
        let mut session = session(&["pd dp pp dd", "pd dp qc"]);
        let before = shown(&mut session, "play jj");
        talk(
            &mut session,
            r#"
            open 1 => ...
            goto 2 => ...
            pd => black cannot play pd: the point is occupied
            K10 pd => white cannot play pd: the point is occupied
            play qc xx => xx is not on the 19x19 board
            play a => there is no mark a...
            setup X xx => xx is not on the 19x19 board...
            area pd xx => xx is not on the 19x19 board...
            "#,
        );
        assert_eq!(shown(&mut session, "board"), before);
        shown(&mut session, "goto 2");
        failure(&mut session, "play pd");
        shown(&mut session, "search").ends("Total count: 2\nGame 1 plays B pp (a)\n");
        shown(&mut session, "play K10").says("K10 is jj here");
    }

    #[test]
    fn the_open_game_is_drawn_with_other_coordinates_and_marks() {
        let mut session = session(&["pd dp pp dd"]);
        shown(&mut session, "open 1");
        let game = shown(&mut session, "goto 2");
        for line in ["coordinates sgf", "marks 3", "stones letters"] {
            assert_eq!(shown(&mut session, line), game, "{line}");
        }
        shown(&mut session, "next").says("Move 3 of 4");
        let board = shown(&mut session, "board");
        assert_eq!(shown(&mut session, "marks 2"), board);
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
