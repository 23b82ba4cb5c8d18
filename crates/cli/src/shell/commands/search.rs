//! Questions about the position on the search board, and how the answers and the points are shown.

use crate::args::{FilterArgs, GamesArgs, PlayersArgs, PositionQuestion, SearchArgs, TreeArgs, YearsArgs};
use crate::render::{Coordinates, MAX_MARKS};
use crate::shell::command::{Completion, RunWith, ShellCommand};
use crate::shell::{CommandOutput, Session, ShellError, UserSettings};
use bgo::query::Scope;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

#[derive(Args, Debug)]
struct ShellSearchArgs {
    /// here: the position of the open game; full: also share, wins, years and players of each move
    #[arg(value_name = "here|full", value_parser = ["here", "full"], num_args = 0..=2, hide_possible_values = true)]
    given: Vec<String>,
    #[command(flatten)]
    asked: QuestionWithFilter<SearchArgs>,
}

pub(super) static SEARCH: ShellCommand = ShellCommand {
    name: "Search",
    keywords: &["search", "s"],
    summary: "Shows the next moves of the position, from all orientations",
    examples: &[
        (
            "search",
            "marks on the board, counts of games; of the open game's position if that is shown",
        ),
        (
            "search here",
            "of the open game's position, which the search board has until \"back\"",
        ),
        (
            "search full",
            "with share, wins, years and players; \"full on\" keeps it so",
        ),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(search),
};

fn search(
    ShellSearchArgs { given, asked }: ShellSearchArgs,
    session: &mut Session,
) -> Result<CommandOutput, ShellError> {
    let [is_here, is_full] = ["here", "full"].map(|wanted| given.iter().any(|word| word == wanted));
    if is_here {
        session.take_game_position()?
    } else {
        session.take_shown_position()?
    }
    let args = asked.args.full_if(session.settings().full || is_full);
    let form = args.form();
    if form.json() || form.out.file().is_some() {
        return ask(QuestionWithFilter { args, ..asked }, session);
    }
    let filter = session.with_archives(asked.filter.over(session.filter()))?;
    Ok(session.search_in(args.full, filter)?.into())
}

/// A setting that is on or off.
#[derive(Args, Debug)]
struct SwitchArgs {
    /// on or off; without it, what is set
    #[arg(value_name = "on|off", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(["on", "off"]).map(|word| word == "on"))]
    wanted: Option<bool>,
}

pub(super) static FULL: ShellCommand = ShellCommand {
    name: "Full",
    keywords: &["full"],
    summary: "Turns the details of the next moves in every search on or off",
    examples: &[
        (
            "full on",
            "share, wins, years and players of each move, in later sessions too",
        ),
        ("full off", "two columns of counts"),
        ("full", "whether it is on"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(full),
};

fn full(args: SwitchArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let settings = session.settings();
    switch("full", settings.full, args, session, |session, full| {
        session.set_settings(UserSettings {
            full,
            ..session.settings()
        });
    })
}

pub(super) static SWAP: ShellCommand = ShellCommand {
    name: "Swap",
    keywords: &["swap"],
    summary: "Turns counting with the colours exchanged on or off",
    examples: &[
        (
            "swap on",
            "games with the colours exchanged count; their moves are shown exchanged back",
        ),
        ("swap off", "only the position as it is"),
        ("swap", "whether it is on"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(swap),
};

fn swap(args: SwitchArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    if !matches!(session.scope(), Scope::Board) {
        return Err(ShellError::SwapOfPattern);
    }
    switch("swap", session.swap(), args, session, Session::set_swap)
}

/// Sets a setting and searches, or says what is set.
fn switch(
    setting: &str,
    is_on: bool,
    SwitchArgs { wanted }: SwitchArgs,
    session: &mut Session,
    set: fn(&mut Session, bool),
) -> Result<CommandOutput, ShellError> {
    match wanted {
        None => Ok(format!("{setting}: {}\n", if is_on { "on" } else { "off" }).into()),
        Some(wanted) => {
            set(session, wanted);
            Ok(session.search()?.into())
        }
    }
}

#[derive(Args, Debug)]
struct MarksArgs {
    #[arg(value_name = "COUNT", value_parser = count)]
    #[arg(help = format!("How many, 1 to {MAX_MARKS}; without it, what is set"))]
    count: Option<usize>,
}

fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=MAX_MARKS).contains(count));
    count.ok_or_else(|| format!("there can be 1 to {MAX_MARKS} marks"))
}

pub(super) static MARKS: ShellCommand = ShellCommand {
    name: "Marks",
    keywords: &["marks", "m"],
    summary: "Sets how many next moves are shown",
    examples: &[
        ("marks 3", "only the three most popular moves, in later sessions too"),
        ("marks 26", "a to z"),
        ("marks", "how many are set"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(marks),
};

fn marks(MarksArgs { count }: MarksArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let settings = session.settings();
    let Some(marks) = count else {
        return Ok(format!("marks: {}\n", settings.marks).into());
    };
    session.set_settings(UserSettings { marks, ..settings });
    Ok(session.show().into())
}

/// A question about the position on the search board, with conditions that count this once.
#[derive(Args, Debug)]
struct QuestionWithFilter<A: PositionQuestion> {
    #[command(flatten)]
    args: A,
    #[command(flatten)]
    filter: FilterArgs,
}

fn ask<A: PositionQuestion>(
    QuestionWithFilter { args, filter }: QuestionWithFilter<A>,
    session: &mut Session,
) -> Result<CommandOutput, ShellError> {
    session.take_shown_position()?;
    let filter = session.with_archives(filter.over(session.filter()))?;
    let answer = args.ask(&session.snapshot()?, &session.question_under(filter)?)?;
    session.give(answer, args.form())
}

pub(super) static GAMES: ShellCommand = ShellCommand {
    name: "Games",
    keywords: &["games", "g"],
    summary: "Lists the games that have the position",
    examples: &[
        ("games", "the latest twenty; \"open\" takes the number in front"),
        ("games --offset 20", "the next twenty"),
        ("games --sort rank", "the strongest players first"),
        (
            "games player=cho year=1990..",
            "conditions for this list alone, besides those of where",
        ),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(ask::<GamesArgs>),
};

pub(super) static TREE: ShellCommand = ShellCommand {
    name: "Tree",
    keywords: &["tree", "t"],
    summary: "Shows what was played from the position on, as a tree",
    examples: &[
        ("tree", "four moves deep, moves of ten games or more"),
        ("tree --depth 8 --min-games 50", "deeper, and only what is common"),
        ("tree --out tree.sgf", "a record that any editor opens"),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(ask::<TreeArgs>),
};

pub(super) static YEARS: ShellCommand = ShellCommand {
    name: "Years",
    keywords: &["years"],
    summary: "Shows when the position was played, and each next move",
    examples: &[
        ("years", "a bar for each year"),
        ("years --decades", "ten years at a time"),
        ("years --out years.svg", "a chart as a file"),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(ask::<YearsArgs>),
};

pub(super) static PLAYERS: ShellCommand = ShellCommand {
    name: "Players",
    keywords: &["players"],
    summary: "Shows who plays the position most, and how often they win",
    examples: &[
        ("players", "the twenty with the most games"),
        ("players --limit 5", "the first five"),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(ask::<PlayersArgs>),
};

#[derive(Args, Debug)]
struct CoordinatesArgs {
    /// sgf (pd) or western (Q16); without it, what is set
    #[arg(value_name = "sgf|western", value_enum, hide_possible_values = true)]
    coordinates: Option<Coordinates>,
}

pub(super) static COORDINATES: ShellCommand = ShellCommand {
    name: "Coordinates",
    keywords: &["coordinates"],
    summary: "Sets how points are named, around the board and in answers",
    examples: &[
        ("coordinates western", "A to T without I, 1 to 19 from the bottom: Q16"),
        ("coordinates sgf", "A to S both ways, as records have it: pd"),
        ("coordinates", "what is set"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::words(coordinates),
};

fn coordinates(args: CoordinatesArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let Some(coordinates) = args.coordinates else {
        return Ok(format!("coordinates: {}\n", session.coordinates().name()).into());
    };
    session.set_settings(UserSettings {
        coordinates,
        ..session.settings()
    });
    Ok(session.show().into())
}

#[cfg(test)]
mod tests {
    use crate::render::Text;
    use crate::shell::Session;
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_four_corners_are_one_move() {
        let mut session = session(&["pd dp", "dp pd", "dd", "qc"]);
        let text = shown(&mut session, "search");
        assert!(text.contains("\na - 3  b - 1\nTotal count: 4\n"), "{text}");
        assert!(text.contains("\nD . . . + . . . . . + . . . . . a . . . D\n"), "{text}");
    }

    #[test]
    fn a_position_that_no_game_has() {
        let mut session = session(&["pd"]);
        let text = shown(&mut session, "play aa bb");
        assert!(text.ends_with("\nTotal count: 0\n"), "{text}");
        assert!(failure(&mut session, "search pd").ends_with("usage: search [OPTIONS] [here|full]..."));
    }

    #[test]
    fn a_page_without_games_says_how_many_there_are() {
        let mut session = session(&["1990 pd", "2001 pd"]);
        for (line, said) in [
            ("games --limit 0", "no games listed; there are 2\n"),
            ("games --offset 2", "no games from --offset 2 on; there are 2\n"),
        ] {
            assert_eq!(shown(&mut session, line), said, "{line}");
        }
        shown(&mut session, "year 2001");
        let text = shown(&mut session, "games --offset 5");
        assert_eq!(text, "no games from --offset 5 on; there is 1\nYears: from 2001 on\n");
    }

    #[test]
    fn conditions_of_a_question_count_once() {
        let mut session = session(&["1990 pd", "2001 pd", "2001 dd"]);
        shown(&mut session, "where year=2001");
        let text = shown(&mut session, "search player=1");
        assert!(text.ends_with("Total count: 1\nFilter: player=1 year=2001\n"), "{text}");
        assert_eq!(shown(&mut session, "board"), text);
        assert!(shown(&mut session, "search --year 1990").ends_with("Total count: 1\nYears: 1990\n"));
        let text = shown(&mut session, "search");
        assert!(text.ends_with("Total count: 2\nYears: 2001\n"), "{text}");
        assert!(shown(&mut session, "search --json year=..").contains("\"games\":3,"));
        assert!(shown(&mut session, "search --full").contains("games"));
        for command in ["games", "years", "players", "tree"] {
            let json = shown(&mut session, &format!("{command} --json player=1"));
            assert!(json.contains("\"games\":1"), "{command}: {json}");
            assert_eq!(shown(&mut session, "where"), "year=2001\n");
        }
        assert!(failure(&mut session, "games player=x").starts_with("no player"));
    }

    #[test]
    fn moves_by_decade_say_which_decades() {
        let mut session = session(&["1990 pd", "2013 pd"]);
        let text = shown(&mut session, "years --decades");
        assert!(text.contains("\nNext moves, 1990s to 2010s:\n"), "{text}");
        let text = shown(&mut session, "years");
        assert!(text.contains("\nNext moves, 1990 to 2013:\n"), "{text}");
    }

    #[test]
    fn the_board_shown_follows_and_the_total_does_not() {
        let mut session = session(&["pd dp", "pd dp", "pd dd", "pd dd", "pd dd", "pd qq"]);
        let all = shown(&mut session, "play pd");
        assert!(all.contains("a - 3  c - 1\nb - 2\nTotal count: 6\n"), "{all}");
        assert_eq!(shown(&mut session, "marks"), "marks: 12\n");
        let one = shown(&mut session, "marks 1");
        assert!(one.contains("\na - 3\nTotal count: 6\n"), "{one}");
        assert!(failure(&mut session, "play b").contains("there is no mark b"));
        assert_eq!(shown(&mut session, "marks 26"), all);
    }

    #[test]
    fn a_number_from_1_to_26_is_needed() {
        let mut session = session(&[]);
        for line in [
            "marks 0",
            "marks 27",
            "marks x",
            "marks ''",
            "marks 99999999999999999999",
        ] {
            assert_eq!(
                failure(&mut session, line),
                "there can be 1 to 26 marks\nusage: marks [COUNT]"
            );
        }
        assert!(shown(&mut session, "help marks").contains("How many, 1 to 26; without it, what is set\n"));
    }

    #[test]
    fn it_is_printed_and_has_an_end() {
        let [mut session, mut several] = [
            &["pd dp", "pd dp", "dd pp", "pass pass"],
            &["pd dp nc qq", "nc dp pd qf", "nc dp pd qf", "nc dp pd qf"],
        ]
        .map(|games| session(games));
        let text = shown(&mut session, "tree --depth 2 --min-games 2");
        let heading = "at most 2 moves, each in 2 games or more\nmove, games that play it there, black wins\n";
        assert_eq!(
            text,
            format!("4 games from the empty board: {heading}B pd 3\n  W dp 3\nTotal count: 4\n")
        );
        shown(&mut session, "play pd");
        shown(&mut session, "where player=0");
        let text = shown(&mut session, "tree --depth 2 --min-games 2");
        assert!(text.starts_with("1 game after pd: at most 2 moves"), "{text}");
        assert!(text.ends_with("\nFilter: player=0\n"), "{text}");
        shown(&mut session, "where clear");
        shown(&mut session, "board reset");
        assert!(shown(&mut session, "tree --sgf --min-games 2").contains(";W[dp]C[100.0% of 3: 3 games]"));
        // Passes lead to the same position again and again.
        assert!(shown(&mut session, "tree --depth 9 --min-games 1").contains("B pass 1 *3\n"));
        // Three games reach the position of the other one by another order of moves.
        let branches = "B qf 3\n  W dp 3\n    B pd 3 *1\n      W nc 3\n      W cc 1\n\
            B pd 1\n  W dp 1\n    B qf 1 *3\n      W nc 3\n      W cc 1\n";
        let text = shown(&mut several, "tree --depth 4 --min-games 1");
        assert!(text.contains(branches), "{text}");
        assert!(text.contains("black wins; *: more games that reach"), "{text}");
        let sgf = shown(&mut several, "tree --depth 4 --min-games 1 --sgf");
        assert!(
            sgf.contains(";B[qf]C[100.0% of 1: 1 game\n* 3 more games by other orders of moves]"),
            "{sgf}"
        );
        assert!(sgf.contains(";W[nc]C[75.0% of 4: 3 games]"), "{sgf}");
        for line in ["tree --depth 0", "tree --depth 4000000000", "tree --depth x"] {
            assert!(
                failure(&mut session, line).starts_with("a tree is 1 to 500 moves deep\n"),
                "{line}"
            );
        }
        let error = failure(&mut session, "tree --depth 500 --min-games 1");
        assert!(
            error.starts_with("the tree would have more than 100000 moves"),
            "{error}"
        );
    }

    fn as_named(session: &mut Session, line: &str) -> String {
        let text: Text = session.eval(line).expect("succeeds").text;
        text.in_file(session.coordinates())
    }

    #[test]
    fn points_have_the_same_names_everywhere() {
        let mut session = session(&["1990 pd dp pp", "1990 pd dp pq", "1990 pd dd"]);
        assert_eq!(shown(&mut session, "coordinates"), "coordinates: sgf\n");
        let board = as_named(&mut session, "play pd");
        assert!(
            board.contains("\nD . . . + . . . . . + . . . . . X . . . D\n"),
            "{board}"
        );
        let board = as_named(&mut session, "coordinates western");
        assert!(
            board.starts_with("   A B C D E F G H J K L M N O P Q R S T\n19 . "),
            "{board}"
        );
        assert!(
            board.contains("\n16 . . . + . . . . . + . . . . . X . . . 16\n"),
            "{board}"
        );
        assert!(
            board.contains("\n 1 . . . . . . . . . . . . . . . . . . . 1\n"),
            "{board}"
        );
        for (line, name) in [
            ("search full", " D4 "),
            ("tree --min-games 1", "W D4"),
            ("years", "W D4"),
            ("play D4", " 4 . . . O"),
            ("open 1", "Move 2 of 3: W D4"),
            ("next", "Move 3 of 3: B Q4"),
        ] {
            let text = as_named(&mut session, line);
            assert!(text.contains(name), "{line}: {text}");
        }
        assert_eq!(
            failure(&mut session, "play Q16"),
            "black cannot play Q16: the point is occupied"
        );
        assert!(
            failure(&mut session, "coordinates xy").starts_with("\"xy\" is not understood here; use sgf or western")
        );
    }

    #[test]
    fn another_name_than_the_board_has_is_explained() {
        let mut session = session(&["pd dp pp"]);
        let text = shown(&mut session, "play Q16 D4");
        let remark = "\nQ16 is pd here, D4 is dp here; \"coordinates western\" shows such names\n";
        assert!(text.ends_with(remark), "{text}");
        assert!(!shown(&mut session, "board").contains("here"));
        let text = shown(&mut session, "setup X pp C3");
        assert!(text.contains("\nC3 is cq here; "), "{text}");
        session.eval("coordinates western").expect("succeeds");
        assert!(shown(&mut session, "play pq").contains("\npq is Q3 here; \"coordinates sgf\" shows such names\n"));
        assert!(!shown(&mut session, "play q7").contains(" here"));
    }
}
