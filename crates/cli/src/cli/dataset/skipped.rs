use super::super::output::tell;
use crate::render::counted;
use bgo_research::dataset::SkippedGame;

/// The number of reasons that are described.
const DESCRIBED: usize = 10;

/// Prints the number of games that are left out for each reason, ignoring numbers in it.
pub(super) fn tell_skipped(skipped: &[SkippedGame]) {
    let mut reasons: Vec<(String, &SkippedGame, u64)> = Vec::new();
    for skipped in skipped {
        let reason = skipped.reason.replace(|c: char| c.is_ascii_digit(), "");
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((.., games)) => *games += 1,
            None => reasons.push((reason, skipped, 1)),
        }
    }
    reasons.sort_by_key(|(.., games)| std::cmp::Reverse(*games));
    for (_, first, games) in reasons.iter().take(DESCRIBED) {
        let SkippedGame { input, member, reason } = first;
        let of = match games {
            1 => "left out:",
            _ => "left out, the first one is",
        };
        let games = counted(*games, "game");
        tell(format_args!("bgo: {games} {of} {input}: {member}: {reason}"));
    }
    if reasons.len() > DESCRIBED {
        let more = reasons[DESCRIBED..].iter().map(|(.., games)| games).sum();
        tell(format_args!(
            "bgo: {} more left out for other reasons; --json names all",
            counted(more, "game")
        ));
    }
}
