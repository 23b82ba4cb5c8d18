use super::clean::printable;
use super::counted;
use bgo::internal::go::Color;
use bgo::internal::query::{
    Conditions, Excluded, Filter, GamesOfPlayer, NamePattern, PatternOptions, Question, Scope, SeveralPlayers,
};

pub fn filter_text(filter: &Filter) -> String {
    if filter.is_empty() {
        String::new()
    } else if filter.has_only_years() {
        format!("Years: {}\n", filter.years.in_words())
    } else {
        format!("Filter: {}\n", printable(&filter.to_string()))
    }
}

/// Returns a line about the colours of players if games with exchanged colours count.
pub fn colors_text(question: &Question) -> &'static str {
    match question.scope() {
        Scope::Board if question.swap() => "Colours: both ways; black and white are those of the board\n",
        Scope::Area(_, options) | Scope::Diagram(_, options) if !options.fixed_colors => {
            match (has_colors(question), options.limits.next) {
                (true, _) => "Colours: both ways; black and white are those of the pattern\n",
                (false, Some(Color::White)) => "Colours: both ways; white is whoever answers, if anyone does\n",
                (false, _) => "Colours: both ways; black is whoever moves there first, if anyone does\n",
            }
        }
        _ => "",
    }
}

fn has_colors(question: &Question) -> bool {
    let search = question.pattern().ok().flatten();
    search.is_some_and(|search| search.pattern().swapped() != *search.pattern())
}

pub fn excluded_text(excluded: &Excluded) -> String {
    if excluded.by.is_empty() {
        return match excluded.games {
            0 => String::new(),
            games => format!("Without any condition: {}\n", counted(games, "game")),
        };
    }
    let lines = excluded.by.iter().map(|by| {
        let games = counted(by.games, "game");
        let there_are = by.there_are().map(|values| format!(", {values}"));
        let there_are = there_are.unwrap_or_default();
        printable(&format!("Without {}: {games}{there_are}", by.condition)) + "\n"
    });
    lines.collect()
}

/// Returns a line for each condition with a part of a name that mixes several players.
pub fn several_players_text(several: &[SeveralPlayers]) -> String {
    let lines = several.iter().map(|several| {
        let SeveralPlayers { count, players, .. } = several;
        let named = players
            .iter()
            .map(|GamesOfPlayer { player, games }| format!("{player} ({games})"));
        let mut named = named.collect::<Vec<_>>().join(", ");
        if *count > players.len() as u64 {
            named.push_str(&format!(" and {} more", count - players.len() as u64));
        }
        let whole = players
            .first()
            .map(|first| NamePattern::Whole(first.player.clone()).to_string())
            .unwrap_or_default();
        let one = Conditions::read([(several.condition, whole.as_str())]).unwrap_or_default();
        let one = one.over(&Filter::default());
        printable(&format!("{count} players: {named}; {one} for one")) + "\n"
    });
    lines.collect()
}

/// The rule by which answers to a pattern are counted.
pub(super) const COUNTED: &str = "Symmetric stones count once; a game counts for each of its answers";

/// Returns the options that differ from the default, as users type them, such as
/// `--fixed-colors --next X`.
pub fn options_text(options: &PatternOptions) -> String {
    let options = options.to_pairs().into_iter();
    let typed = options.map(|(option, value)| match option.value {
        Some(_) => format!("--{} {value}", option.option_name()),
        None => format!("--{}", option.option_name()),
    });
    typed.collect::<Vec<_>>().join(" ")
}
