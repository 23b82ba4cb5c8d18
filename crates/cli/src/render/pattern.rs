use bgo::query::PatternOptions;

/// The rule by which answers to a pattern are counted.
pub(super) const COUNTED: &str = "Symmetric stones count once; a game counts for each of its answers";

/// Returns the options that differ from the default, as users type them, such as
/// `--fixed-colors --next X`.
#[must_use]
pub fn options_text(options: &PatternOptions) -> String {
    let options = options.to_pairs().into_iter();
    let typed = options.map(|(option, value)| match option.value {
        Some(_) => format!("--{} {value}", option.option_name()),
        None => format!("--{}", option.option_name()),
    });
    typed.collect::<Vec<_>>().join(" ")
}
