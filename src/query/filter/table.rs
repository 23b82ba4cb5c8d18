use super::conditions::Filter;
use super::sql::{range_in_sql, ranks_in_sql, results_in_sql, years_in_sql};
use super::value::ConditionValue;
use super::{Alternatives, NameColumns, NamePattern};
use crate::store::{Column, GameView};

/// A condition of filters.
#[derive(Debug)]
pub struct Condition {
    /// The name, such as `year`.
    pub name: &'static str,
    /// The kind of value, as usage lines show it.
    pub value: &'static str,
    /// A sentence for help texts.
    pub help: &'static str,
    /// A value for examples.
    pub example: &'static str,
    field: Field,
    pub(crate) test: Test,
}

/// The field of a filter that holds a condition's value.
#[derive(Debug)]
struct Field {
    get: fn(&Filter) -> &dyn ConditionValue,
    get_mut: fn(&mut Filter) -> &mut dyn ConditionValue,
    copy: fn(&Filter, &mut Filter),
}

/// The test of whether a game meets a condition.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Test {
    /// Compares the filter's value with columns of the game; also in SQL over the table `games` of datasets.
    Columns(fn(&Filter, &GameView<'_>) -> bool, fn(&Filter) -> Option<String>),
    /// Looks up the player in one of the columns among the players with the names.
    Players(NameColumns),
    /// Looks up the event, the rules, the overtime or the program among those with the names.
    Labels(NameColumns),
    /// Looks up the game among those with one of the openings.
    Openings,
    /// Looks up the number of the game.
    Numbers,
    /// Looks up the game among those with a source in one of the archives.
    Archives,
    /// Looks up the game, its players, its event and its place among those with the words.
    Words,
}

macro_rules! field {
    ($name:ident) => {
        Field {
            get: |filter| &filter.$name,
            get_mut: |filter| &mut filter.$name,
            copy: |from, to| to.$name.clone_from(&from.$name),
        }
    };
}

/// The values of a condition that a game meets or not.
const YES_OR_NO: &str = "yes|no";

/// All conditions, in the order in which a filter prints them.
///
/// A new condition needs a field in [`Filter`] and an entry here.
pub static CONDITIONS: [Condition; 24] = [
    Condition {
        name: "player",
        value: "NAME",
        help: "A part of a player's name, of either colour, or =NAME for the whole name; a|b for either, !a for others; may be given several times",
        example: "cho",
        field: field!(players),
        test: Test::Players(NameColumns::AnyOf(&[Column::Black, Column::White])),
    },
    Condition {
        name: "black",
        value: "NAME",
        help: "A part of Black's name, or =NAME",
        example: "NAME",
        field: field!(black),
        test: Test::Players(NameColumns::AnyOf(&[Column::Black])),
    },
    Condition {
        name: "white",
        value: "NAME",
        help: "A part of White's name, or =NAME",
        example: "NAME",
        field: field!(white),
        test: Test::Players(NameColumns::AnyOf(&[Column::White])),
    },
    Condition {
        name: "won",
        value: "NAME",
        help: "A part of the winner's name, or =NAME",
        example: "NAME",
        field: field!(won),
        test: Test::Players(NameColumns::OfWinner),
    },
    Condition {
        name: "lost",
        value: "NAME",
        help: "A part of the loser's name, or =NAME",
        example: "NAME",
        field: field!(lost),
        test: Test::Players(NameColumns::OfLoser),
    },
    Condition {
        name: "year",
        value: "RANGE",
        help: "Years: A..B, A.., ..B, or A for that year alone",
        example: "1990..1999",
        field: field!(years),
        test: Test::Columns(is_of_years, years_in_sql),
    },
    Condition {
        name: "from",
        value: "DATE",
        help: "The earliest date: 2005, 2005-11 or 2005-11-03",
        example: "DATE",
        field: field!(from),
        test: Test::Columns(
            |filter, game| {
                let both = game.date().zip(filter.from);
                both.is_some_and(|(date, from)| date.may_reach(from))
            },
            |filter| Some(format!("last_date >= '{}'", filter.from?.first_day())),
        ),
    },
    Condition {
        name: "to",
        value: "DATE",
        help: "The latest date",
        example: "DATE",
        field: field!(to),
        test: Test::Columns(
            |filter, game| {
                game.date()
                    .zip(filter.to)
                    .is_some_and(|(date, to)| date.may_precede(to))
            },
            |filter| Some(format!("first_date <= '{}'", filter.to?.last_day())),
        ),
    },
    Condition {
        name: "event",
        value: "NAME",
        help: "A part of the event's name, or =NAME",
        example: "NAME",
        field: field!(event),
        test: Test::Labels(NameColumns::AnyOf(&[Column::Event])),
    },
    Condition {
        name: "result",
        value: "RESULT",
        help: "B+, W+R (resignation; T time, F forfeit), +2.5, B+0.5..5.5, draw, void; a|b, !a",
        example: "B+R",
        field: field!(result),
        test: Test::Columns(
            |filter, game| {
                // The winner is among the facts, which are read in any case.
                let wanted = filter.result.as_ref();
                if let Some(winner) = wanted.and_then(Alternatives::only_winner) {
                    return game.winner() == Some(winner);
                }
                let both = wanted.zip(game.result());
                both.is_some_and(|(wanted, result)| wanted.matches(result))
            },
            |filter| filter.result.as_ref().map(results_in_sql),
        ),
    },
    Condition {
        name: "rank",
        value: "RANGE",
        help: "Ranks of both players: 5d..9p, 1p.., ..10k; of at least one: any:1p..",
        example: "1p..9p",
        field: field!(rank),
        test: Test::Columns(|filter, game| filter.rank.is_met(game.ranks()), ranks_in_sql),
    },
    Condition {
        name: "komi",
        value: "RANGE",
        help: "Komi: 6.5, 5.5..7.5",
        example: "6.5",
        field: field!(komi),
        test: Test::Columns(
            |filter, game| filter.komi.contains(game.komi()),
            |filter| range_in_sql("komi", &filter.komi, |komi| format!("{:?}", komi.points())),
        ),
    },
    Condition {
        name: "handicap",
        value: "RANGE",
        help: "Handicap stones: 2, 2..9",
        example: "2..9",
        field: field!(handicap),
        test: Test::Columns(
            |filter, game| filter.handicap.contains(game.handicap()),
            |filter| range_in_sql("handicap", &filter.handicap, ToString::to_string),
        ),
    },
    Condition {
        name: "rules",
        value: "NAME",
        help: "A part of the name of the rules, or =NAME",
        example: "NAME",
        field: field!(rules),
        test: Test::Labels(NameColumns::AnyOf(&[Column::Rules])),
    },
    Condition {
        name: "time",
        value: "RANGE",
        help: "Main time of each player in seconds, or with the units s, m or h: 600, 10m..1h",
        example: "10m..1h",
        field: field!(time),
        test: Test::Columns(
            |filter, game| filter.time.contains(game.time_limit()),
            |filter| range_in_sql("time_limit", &filter.time, |time| time.seconds().to_string()),
        ),
    },
    Condition {
        name: "overtime",
        value: "TEXT",
        help: "A part of the overtime, such as byo-yomi, or =TEXT",
        example: "byo-yomi",
        field: field!(overtime),
        test: Test::Labels(NameColumns::AnyOf(&[Column::Overtime])),
    },
    Condition {
        name: "program",
        value: "NAME",
        help: "A part of the name of the program that wrote the record, or =NAME",
        example: "NAME",
        field: field!(program),
        test: Test::Labels(NameColumns::AnyOf(&[Column::Program])),
    },
    Condition {
        name: "size",
        value: "RANGE",
        help: "Lines of the board: 9, 9..13",
        example: "9",
        field: field!(size),
        test: Test::Columns(
            |filter, game| filter.size.contains(Some(game.board_size())),
            |filter| range_in_sql("board_size", &filter.size, |size| size.lines().to_string()),
        ),
    },
    Condition {
        name: "length",
        value: "RANGE",
        help: "Moves of the game, including passes: 100.., ..49, 150..250",
        example: "100..",
        field: field!(length),
        test: Test::Columns(
            |filter, game| filter.length.contains(Some(game.moves().into())),
            |filter| range_in_sql("moves", &filter.length, ToString::to_string),
        ),
    },
    Condition {
        name: "opening",
        value: "NAME",
        help: "A part of the name of an opening or a joseki in any language, or =NAME; may be given several times",
        example: "=sanrensei",
        field: field!(openings),
        test: Test::Openings,
    },
    Condition {
        name: "repaired",
        value: YES_OR_NO,
        help: "Records with faults, such as a move on a stone: yes, no",
        example: "yes",
        field: field!(repaired),
        test: Test::Columns(
            |filter, game| filter.repaired == Some(game.repaired()),
            |filter| {
                Some(format!(
                    "repair IS {}",
                    if filter.repaired? { "NOT NULL" } else { "NULL" }
                ))
            },
        ),
    },
    Condition {
        name: "game",
        value: "NUMBERS",
        help: "Games by their numbers: 17, 20..25, or several with commas; may be given several times",
        example: "17,20..25",
        field: field!(games),
        test: Test::Numbers,
    },
    Condition {
        name: "archive",
        value: "PATH",
        help: "An archive that has the game: its path, or its name if only one has it; may be given several times",
        example: "games.tgz",
        field: field!(archives),
        test: Test::Archives,
    },
    Condition {
        name: "words",
        value: "TEXT",
        help: "Words of players, event, place, round, name, source or comments, adjacent and in order; may be given several times",
        example: "TEXT",
        field: field!(words),
        test: Test::Words,
    },
];

impl Condition {
    /// Returns the condition with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        CONDITIONS.iter().find(|condition| condition.name == name)
    }

    /// Returns the condition that a word means which is not its name: `moves` for `length`.
    #[must_use]
    pub fn with_synonym(word: &str) -> Option<&'static Self> {
        Self::named("length").filter(|_| word == "moves")
    }

    /// Returns whether a filter may have the condition more than once.
    #[must_use]
    pub fn repeats(&self) -> bool {
        (self.field.get)(&Filter::default()).repeats()
    }

    /// Returns whether the value is a part of a player's name.
    #[must_use]
    pub const fn names_player(&self) -> bool {
        matches!(self.test, Test::Players(_))
    }

    /// Returns whether the value is a name or another text, which may have blanks.
    #[must_use]
    pub const fn is_name(&self) -> bool {
        !matches!(self.test, Test::Columns(..) | Test::Numbers)
    }

    /// Returns the condition's values in a filter, as they are typed.
    pub(crate) fn values(&self, filter: &Filter) -> Vec<String> {
        (self.field.get)(filter).texts()
    }

    /// Returns the names of the condition in a filter, all of which must match.
    pub(crate) fn names<'a>(&self, filter: &'a Filter) -> &'a [Alternatives<NamePattern>] {
        (self.field.get)(filter).names()
    }

    /// Sets the value in `filter` to the one in `text`, or adds to it.
    pub(in crate::query) fn read(&self, text: &str, filter: &mut Filter) -> Result<(), String> {
        (self.field.get_mut)(filter).read(text)
    }

    /// Returns the value that the name alone stands for among words that are looked for.
    #[must_use]
    pub fn value_alone(&self) -> Option<&'static str> {
        (self.value == YES_OR_NO).then_some("yes")
    }

    /// Copies the value from one filter to another.
    pub(in crate::query) fn copy(&self, from: &Filter, to: &mut Filter) {
        (self.field.copy)(from, to);
    }
}

/// Returns whether the years from a game's first date to its last meet those of the filter.
fn is_of_years(filter: &Filter, game: &GameView<'_>) -> bool {
    let (min, max) = filter.years.ends();
    game.date()
        .is_some_and(|date| min.is_none_or(|min| date.last_year() >= min) && max.is_none_or(|max| date.year() <= max))
}
