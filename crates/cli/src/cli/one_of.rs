use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Returns the parser of an argument that is one of several values, by their names.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(move |value| name(*value))).try_map(move |text| {
        let mut values = all.iter().copied();
        values.find(|value| name(*value) == text).ok_or("unknown name")
    })
}
