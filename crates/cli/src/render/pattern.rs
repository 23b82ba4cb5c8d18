use bgo::go::Color;
use bgo::query::{Limits, PatternOptions};

/// The rule by which answers to a pattern are counted.
pub(super) const COUNTED: &str = "Symmetric stones count once; a game counts for each of its answers";

/// Returns the options that differ from the default, as users type them, such as
/// `--fixed-colors --next X`.
#[must_use]
pub fn options_text(options: &PatternOptions) -> String {
    let PatternOptions {
        fixed_colors,
        in_place,
        touching,
        limits,
    } = *options;
    let default = Limits::default();
    let flag = |is_set: bool, name: &str| is_set.then(|| format!("--{name}"));
    let next = limits.next.map(|color| match color {
        Color::Black => "--next X".to_owned(),
        Color::White => "--next O".to_owned(),
    });
    let ends = [
        (limits.at.0 != default.at.0).then_some(limits.at.0),
        (limits.at.1 != default.at.1).then_some(limits.at.1),
    ];
    let at = (limits.at != default.at).then(|| {
        let [first, last] = ends.map(|end| end.map(|end| end.to_string()).unwrap_or_default());
        format!("--at {first}..{last}")
    });
    let stood = (limits.stood != default.stood).then(|| format!("--stood {}..", limits.stood));
    [
        flag(fixed_colors, "fixed-colors"),
        flag(in_place, "in-place"),
        flag(touching, "touching"),
        next,
        at,
        stood,
        flag(limits.direct, "direct"),
        flag(limits.strict, "strict"),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(" ")
}
