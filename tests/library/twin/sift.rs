use super::known::{Known, words};
use bgo::internal::go::Color;
use bgo::internal::query::{Alternatives, Filter, NamePattern};
use bgo::internal::range::{Range, RangeValue};
use bgo::internal::record::{PartialDate, fold};
use testkit::Rng;

const CONDITIONS: [&str; 17] = [
    "player", "black", "white", "won", "lost", "year", "from", "to", "event", "result", "rank", "komi", "handicap",
    "rules", "size", "repaired", "words",
];

fn is_wanted(wanted: &NamePattern, folded: &str) -> bool {
    match wanted {
        NamePattern::Whole(name) => folded == name,
        NamePattern::Part(part) => folded.contains(part),
    }
}

#[derive(Default)]
pub struct Sieve {
    pub filter: Filter,
    #[expect(clippy::type_complexity, reason = "a list of conditions")]
    conditions: Vec<Box<dyn Fn(&Known<'_>) -> bool>>,
    /// The folded names of players, and of events, places and rules.
    players: Vec<NamePattern>,
    labels: Vec<NamePattern>,
}

impl Sieve {
    pub fn draw(rng: &mut Rng, games: &[Known<'_>]) -> Self {
        let mut sieve = Self::default();
        if games.is_empty() {
            return sieve;
        }
        // Conditions from two games may be met by no game.
        let mut game = rng.pick(games);
        let mut left = 1 + if rng.one_in(2) { rng.below(4) } else { 0 };
        for _ in 0..50 {
            let what = *rng.pick(&CONDITIONS);
            left -= usize::from(sieve.add(rng, what, game, games));
            if left == 0 {
                break;
            }
            if rng.one_in(8) {
                game = rng.pick(games);
            }
        }
        sieve
    }

    pub fn passes(&self, game: &Known<'_>) -> bool {
        self.conditions.iter().all(|condition| condition(game))
    }

    pub fn failed(&self, game: &Known<'_>) -> Vec<usize> {
        let conditions = self.conditions.iter().enumerate();
        conditions
            .filter(|(_, condition)| !condition(game))
            .map(|(at, _)| at)
            .collect()
    }

    pub fn is_known(&self, games: &[Known<'_>]) -> bool {
        let is_player = |wanted: &NamePattern| {
            let mut names = games.iter().flat_map(Known::players);
            names.any(|name| is_wanted(wanted, &name.0))
        };
        let is_label = |wanted: &NamePattern| games.iter().flat_map(Known::labels).any(|text| is_wanted(wanted, text));
        self.players.iter().all(is_player) && self.labels.iter().all(is_label)
    }

    /// Adds a condition from values of the game. Returns false if the game has no such
    /// value, or the filter has the condition already.
    fn add(&mut self, rng: &mut Rng, what: &str, game: &Known<'_>, games: &[Known<'_>]) -> bool {
        let (filter, other) = (&mut self.filter, rng.pick(games));
        let condition: Box<dyn Fn(&Known<'_>) -> bool> = match what {
            "player" | "black" | "white" | "won" | "lost" | "event" | "rules" => {
                let of = match what {
                    "player" => |game: &Known<'_>| vec![written(&game.black), written(&game.white)],
                    "black" => |game: &Known<'_>| vec![written(&game.black)],
                    "white" => |game: &Known<'_>| vec![written(&game.white)],
                    "won" => |game: &Known<'_>| Vec::from_iter(game.winner.map(|winner| written(game.player(winner)))),
                    "lost" => |game: &Known<'_>| {
                        let loser = game.winner.map(Color::opponent);
                        Vec::from_iter(loser.map(|loser| written(game.player(loser))))
                    },
                    "event" => |game: &Known<'_>| vec![game.event.clone()],
                    _ => |game: &Known<'_>| vec![game.rules.clone()],
                };
                let texts: Vec<String> = [of(game), of(other)].into_iter().flatten().flatten().collect();
                let Some((typed, wanted)) = names(rng, &texts) else {
                    return false;
                };
                let field = match what {
                    "player" => &mut None,
                    "black" => &mut filter.black,
                    "white" => &mut filter.white,
                    "won" => &mut filter.won,
                    "lost" => &mut filter.lost,
                    "event" => &mut filter.event,
                    _ => &mut filter.rules,
                };
                if field.is_some() {
                    return false;
                }
                *field = Some(typed.clone());
                if what == "player" {
                    filter.players.push(typed);
                }
                let known = match what {
                    "event" | "rules" => &mut self.labels,
                    _ => &mut self.players,
                };
                known.extend(wanted.any_of.iter().cloned());
                Box::new(move |game: &Known<'_>| {
                    let is_named = |name: &String| wanted.any_of.iter().any(|wanted| is_wanted(wanted, &fold(name)));
                    let names = of(game);
                    match wanted.is_negated {
                        true => {
                            !names.is_empty()
                                && names
                                    .iter()
                                    .all(|name| name.as_ref().is_some_and(|name| !is_named(name)))
                        }
                        false => names.iter().flatten().any(is_named),
                    }
                })
            }
            "words" => {
                let texts: Vec<_> = game.texts().iter().filter(|text| !text.is_empty()).collect();
                if texts.is_empty() {
                    return false;
                }
                let text = *rng.pick(&texts);
                let typed = phrase(rng, text);
                let asked = words(&typed);
                filter.words.push(typed);
                Box::new(move |game: &Known<'_>| game.says(&asked))
            }
            "from" | "to" => {
                let (taken, other) = if what == "from" {
                    (&mut filter.from, filter.to)
                } else {
                    (&mut filter.to, filter.from)
                };
                let Some(date) = game.date.as_ref().filter(|_| taken.is_none()) else {
                    return false;
                };
                let typed = &date[..date.len().min(*rng.pick(&[4, 7, 10]))];
                // The filter refuses an empty range of dates.
                let other = other.map(|other| other.to_string());
                let is_in_order = |other: &String| {
                    let (from, to) = if what == "from" {
                        (typed, other.as_str())
                    } else {
                        (other.as_str(), typed)
                    };
                    format!("{from}{}", &"0000-01-01"[from.len()..]) <= format!("{to}{}", &"0000-12-31"[to.len()..])
                };
                if !other.as_ref().is_none_or(is_in_order) {
                    return false;
                }
                *taken = Some(typed.parse::<PartialDate>().expect("a date"));
                let first = |date: &str| format!("{date}{}", &"0000-01-01"[date.len()..]);
                let last = format!("{typed}{}", &"0000-12-31"[typed.len()..]);
                let end = if what == "from" { first(typed) } else { last };
                let is_from = what == "from";
                Box::new(move |game: &Known<'_>| {
                    // Any day that the game may have been played on.
                    game.date
                        .as_ref()
                        .zip(game.last_date.as_ref())
                        .is_some_and(|(date, last_date)| {
                            if is_from {
                                format!("{last_date}{}", &"0000-12-31"[last_date.len()..]) >= end
                            } else {
                                first(date) <= end
                            }
                        })
                })
            }
            "result" => {
                let Some(result) = game.result.as_ref().filter(|_| filter.result.is_none()) else {
                    return false;
                };
                let also = other.result.as_ref().filter(|_| rng.one_in(3));
                let typed: Vec<String> = [result]
                    .into_iter()
                    .chain(also)
                    .map(|result| result_pattern(rng, result))
                    .collect();
                let is_negated = rng.one_in(4);
                let text = format!("{}{}", if is_negated { "!" } else { "" }, typed.join("|"));
                filter.result = Some(text.parse().expect(&text));
                Box::new(move |game: &Known<'_>| {
                    let is_wanted = |result: &String| typed.iter().any(|typed| is_result(typed, result)) != is_negated;
                    game.result.as_ref().is_some_and(is_wanted)
                })
            }
            "year" => {
                let mut ends = vec![];
                for game in [game, other] {
                    ends.extend(game.date.iter().chain(&game.last_date).map(|date| date[..4].to_owned()));
                }
                if ends.is_empty() || !filter.years.is_open() {
                    return false;
                }
                let (a, b) = (rng.pick(&ends).clone(), rng.pick(&ends).clone());
                let (min, max) = match rng.below(3) {
                    0 => (Some(a), None),
                    1 => (None, Some(a)),
                    _ => (Some(a.clone().min(b.clone())), Some(a.max(b))),
                };
                let year = |end: &Option<String>| end.as_ref().map(|year| year.parse().expect("a year"));
                filter.years = Range::new(year(&min), year(&max)).expect("a range");
                // Any year of the game.
                Box::new(move |game: &Known<'_>| {
                    game.date
                        .as_ref()
                        .zip(game.last_date.as_ref())
                        .is_some_and(|(first, last)| {
                            min.as_ref().is_none_or(|min| last[..4] >= min[..])
                                && max.as_ref().is_none_or(|max| first[..4] <= max[..])
                        })
                })
            }
            "repaired" => {
                if filter.repaired.is_some() {
                    return false;
                }
                let wanted = game.repaired;
                filter.repaired = Some(wanted);
                Box::new(move |game: &Known<'_>| game.repaired == wanted)
            }
            "rank" => {
                let ranks = |game: &Known<'_>| game.ranks.to_vec();
                let is_added = self.range(rng, |filter| &mut filter.rank.range, ranks, game, other);
                if is_added && rng.one_in(2) {
                    self.filter.rank.is_of_any = true;
                    let range = self.filter.rank.range;
                    self.conditions.pop();
                    self.conditions.push(Box::new(move |game: &Known<'_>| {
                        game.ranks.iter().flatten().any(|&rank| range.contains(Some(rank)))
                    }));
                }
                return is_added;
            }
            "komi" => return self.range(rng, |filter| &mut filter.komi, |game| vec![game.komi], game, other),
            "handicap" => {
                return self.range(
                    rng,
                    |filter| &mut filter.handicap,
                    |game| vec![game.handicap],
                    game,
                    other,
                );
            }
            _ => {
                let lines = |game: &Known<'_>| vec![bgo::internal::go::BoardSize::new(game.game.lines as u8)];
                return self.range(rng, |filter| &mut filter.size, lines, game, other);
            }
        };
        self.conditions.push(condition);
        true
    }

    /// Adds a range with values of the two games as ends. A game meets the condition if
    /// it has all values and they lie in the range.
    fn range<T: RangeValue + 'static>(
        &mut self,
        rng: &mut Rng,
        field: fn(&mut Filter) -> &mut Range<T>,
        values: fn(&Known<'_>) -> Vec<Option<T>>,
        game: &Known<'_>,
        other: &Known<'_>,
    ) -> bool {
        let ends: Vec<T> = [game, other].into_iter().flat_map(values).flatten().collect();
        if ends.is_empty() || !field(&mut self.filter).is_open() {
            return false;
        }
        let (a, b) = (*rng.pick(&ends), *rng.pick(&ends));
        let (min, max) = match rng.below(3) {
            0 => (Some(a), None),
            1 => (None, Some(a)),
            _ => (Some(a.min(b)), Some(a.max(b))),
        };
        *field(&mut self.filter) = Range::new(min, max).expect("a range");
        let lies = move |value: Option<T>| {
            value.is_some_and(|value| min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max))
        };
        self.conditions
            .push(Box::new(move |game: &Known<'_>| values(game).into_iter().all(lies)));
        true
    }
}

fn written<'a>(name: impl Into<Option<&'a (String, &'a str)>>) -> Option<String> {
    name.into().map(|name| name.1.to_owned())
}

/// Returns patterns for some of these names, as a user may type them, and as they are compared.
fn names(rng: &mut Rng, names: &[String]) -> Option<(Alternatives<NamePattern>, Alternatives<NamePattern>)> {
    let mut both = Vec::new();
    if !names.is_empty() {
        for _ in 0..if rng.one_in(3) { 2 } else { 1 } {
            let name = rng.pick(names).as_str();
            both.push(pattern(rng, name)?);
        }
    }
    let is_negated = rng.one_in(4);
    let (typed, compared) = both.into_iter().unzip();
    let [typed, compared] = [typed, compared].map(|any_of| Alternatives { any_of, is_negated });
    (!typed.any_of.is_empty()).then_some((typed, compared))
}

/// Returns a pattern for a name, as a user may type it, and as it is compared.
fn pattern(rng: &mut Rng, name: &str) -> Option<(NamePattern, NamePattern)> {
    let whole = rng.one_in(4);
    let typed = if whole { name.to_uppercase() } else { part(rng, name)? };
    let text = fold(&typed);
    let pattern = if whole { NamePattern::Whole } else { NamePattern::Part };
    (!text.is_empty()).then(|| (pattern(typed.trim().to_owned()), pattern(text)))
}

/// Returns one to three adjacent words of a text, as a user may type them.
pub fn phrase(rng: &mut Rng, text: &[String]) -> String {
    let from = rng.below(text.len());
    let some = &text[from..text.len().min(from + 1 + rng.below(3))];
    let some = some.join(*rng.pick(&[" ", "  ", ", "]));
    if rng.one_in(3) { some.to_uppercase() } else { some }
}

/// Returns a part of a text, often a single character, as a user may type it.
fn part(rng: &mut Rng, text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let from = rng.below(chars.len());
    let length = 1 + if rng.one_in(3) {
        0
    } else {
        rng.below(chars.len() - from)
    };
    let part: String = chars[from..from + length].iter().collect();
    let typed = match rng.below(3) {
        0 => part.to_uppercase(),
        1 => part.to_lowercase(),
        _ => part,
    };
    (!typed.trim().is_empty()).then_some(typed)
}

fn result_pattern(rng: &mut Rng, result: &str) -> String {
    let Some((winner, by)) = result.split_once('+') else {
        return if result == "0" { "draw" } else { "void" }.to_owned();
    };
    let winner = *rng.pick(&["", winner]);
    match by.parse::<f64>() {
        Ok(points) => match rng.below(5) {
            0 => format!("{winner}+"),
            1 => format!("{winner}+{points}.."),
            2 => format!("{winner}+..{points}"),
            3 => format!("{winner}+0.5..{}", points + 2.0),
            _ => format!("{winner}+{points}"),
        },
        Err(_) => (*rng.pick(&[format!("{winner}+"), format!("{winner}+{}", by.to_lowercase())])).clone(),
    }
}

fn is_result(pattern: &str, result: &str) -> bool {
    let Some((winner, wanted)) = pattern.split_once('+') else {
        return result == if pattern == "draw" { "0" } else { "Void" };
    };
    let Some((won, by)) = result.split_once('+') else {
        return false;
    };
    let by_what = match (wanted.split_once(".."), wanted.parse::<f64>(), by.parse::<f64>()) {
        _ if wanted.is_empty() => true,
        (Some((min, max)), _, Ok(points)) => {
            let end = |text: &str, open: f64| text.parse().unwrap_or(open);
            (end(min, 0.0)..=end(max, f64::MAX)).contains(&points)
        }
        (None, Ok(wanted), Ok(points)) => wanted == points,
        (None, Err(_), Err(_)) => wanted.eq_ignore_ascii_case(by),
        _ => false,
    };
    (winner.is_empty() || winner == won) && by_what
}
