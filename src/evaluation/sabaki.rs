//! The properties `SBKV` and `SBKS` of Sabaki. Source: `src/modules/sabaki.js`
//! (`analysis-update`) of github.com/SabakiHQ/Sabaki.
//!
//! `SBKV` is Black's win rate in per cent. `SBKS`, which newer versions add if the engine says
//! it, is the number of points by which Black leads, negative if White leads. Both have up to
//! two decimals.

use super::Evaluation;
use super::numbers::Lack;
use crate::go::Color;

/// Reads a win rate, with the lead of the same node if there is one.
pub(super) fn read_sabaki(win_rate: &str, lead: Option<f64>) -> Result<Evaluation, Lack> {
    let percent = read_number(win_rate)?;
    Evaluation::of(Color::Black, percent / 100.0, lead, None).ok_or(Lack::Unreadable)
}

/// Reads a lead.
pub(super) fn read_sabaki_lead(raw: &str) -> Result<f64, Lack> {
    let lead = read_number(raw)?;
    // Any win rate shows whether the lead is in range.
    Evaluation::of(Color::Black, 0.5, Some(lead), None).ok_or(Lack::Unreadable)?;
    Ok(lead)
}

fn read_number(raw: &str) -> Result<f64, Lack> {
    raw.trim().parse().map_err(|_| Lack::Unreadable)
}
