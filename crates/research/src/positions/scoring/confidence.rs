use crate::formats::gtp::ScoreAnswer;
use crate::formats::positions::Score;

/// The number of points by which an engine without bounds may be wrong in either direction.
const MARGIN: f64 = 8.0;

/// Returns the confidence in a score, from 0 to 100.
///
/// Let the engine's bounds be the leads from `low` to `high`; without bounds, the lead minus and
/// plus 8 points. All leads from `low - 1/2` to `high + 1/2` (as leads are rounded) are taken as
/// equally likely, and the confidence is the share of them that rounds to the same score. Bounds of
/// a single point give 100, as do bounds entirely above 8 points or below 3.
///
/// If the engine also played out the position, an equal score halves the difference to 100, and a
/// score that differs by `d` points divides the confidence by `1 + d`.
pub fn confidence(estimate: &ScoreAnswer, played_out: Option<&ScoreAnswer>) -> u8 {
    let score = Score::of_lead(estimate.lead);
    let around = (estimate.lead - MARGIN, estimate.lead + MARGIN);
    let (low, high) = estimate.bounds.unwrap_or(around);
    // The lead may be outside the engine's own bounds.
    let (low, high) = (low.min(estimate.lead) - 0.5, high.max(estimate.lead) + 0.5);
    let points = f64::from(score.points());
    let first = if score == Score::MIN {
        f64::NEG_INFINITY
    } else {
        points - 0.5
    };
    let last = if score == Score::MAX {
        f64::INFINITY
    } else {
        points + 0.5
    };
    let share = ((last.min(high) - first.max(low)) / (high - low)).clamp(0.0, 1.0);
    let share = match played_out.map(|answer| Score::of_lead(answer.lead).points().abs_diff(score.points())) {
        None => share,
        Some(0) => (1.0 + share) / 2.0,
        Some(apart) => share / (1.0 + f64::from(apart)),
    };
    (100.0 * share).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn said(lead: f64, bounds: Option<(f64, f64)>) -> ScoreAnswer {
        ScoreAnswer { lead, bounds }
    }

    #[test]
    fn the_width_of_the_bounds_counts() {
        let of = |lead, low, high| confidence(&said(lead, Some((low, high))), None);
        assert_eq!(of(5.0, 5.0, 5.0), 100);
        assert_eq!(of(5.0, 4.5, 5.5), 50);
        assert_eq!(of(5.0, 3.0, 7.0), 20);
        // All leads within the bounds are 8 or more, or 3 or less.
        assert_eq!(of(26.4, 9.0, 47.1), 100);
        assert_eq!(of(-10.0, -40.0, 2.9), 100);
        assert_eq!(of(26.4, 5.7, 47.1), 95);
        assert_eq!(of(0.0, -40.0, 40.0), 54);
    }

    #[test]
    fn playing_out_confirms_or_not() {
        let estimate = said(5.0, Some((4.5, 5.5)));
        let of = |played: f64| confidence(&estimate, Some(&said(played, None)));
        assert_eq!(of(5.0), 75);
        assert_eq!(of(6.0), 25);
        assert_eq!(of(40.0), 13);
    }

    #[test]
    fn an_engine_without_bounds() {
        let of = |lead| confidence(&said(lead, None), None);
        assert_eq!(of(5.0), 6);
        assert_eq!(of(16.0), 100);
        assert_eq!(of(8.0), 53);
        assert_eq!(of(-6.0), 100);
    }

    proptest! {
        /// Leads are whole, and neither the lowest nor the highest score: around other leads, wider
        /// bounds may include more leads that round to the same score.
        #[test]
        fn narrower_bounds_never_make_it_less_sure(lead in 4_u8..=7, below in 0.0..40.0_f64, above in 0.0..40.0_f64, less in 0.0..1.0_f64) {
            let lead = f64::from(lead);
            let of = |part: f64| confidence(&said(lead, Some((lead - below * part, lead + above * part))), None);
            prop_assert!(of(less) >= of(1.0));
        }

        #[test]
        fn it_is_a_percentage(lead in -81.0..81.0_f64, below in 0.0..40.0_f64, above in 0.0..40.0_f64) {
            prop_assert!(confidence(&said(lead, Some((lead - below, lead + above))), None) <= 100);
        }
    }
}
