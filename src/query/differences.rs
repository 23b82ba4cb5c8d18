use crate::record::GameInfo;
use crate::store::StoredRecord;
use serde::Serialize;

/// A field in which records of a game differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// A field of [`Description`](crate::facts::Description), `comments` for the
    /// number of comments, or `bytes` for the length.
    pub field: &'static str,
    /// The values, in the order of the first records that have them.
    pub values: Vec<Variant>,
}

/// A value that some of the records have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variant {
    /// The value as written; `None` if the records have none.
    pub value: Option<String>,
    /// The places of the records, counted from 0.
    pub by: Vec<usize>,
}

type Text = fn(&GameInfo) -> &String;

const TEXTS: [(&str, Text); 19] = [
    ("black", |info| &info.black),
    ("black_rank", |info| &info.black_rank),
    ("white", |info| &info.white),
    ("white_rank", |info| &info.white_rank),
    ("black_team", |info| &info.black_team),
    ("white_team", |info| &info.white_team),
    ("date", |info| &info.date),
    ("result", |info| &info.result),
    ("komi", |info| &info.komi),
    ("handicap", |info| &info.handicap),
    ("rules", |info| &info.rules),
    ("event", |info| &info.event),
    ("round", |info| &info.round),
    ("place", |info| &info.place),
    ("name", |info| &info.name),
    ("publication", |info| &info.publication),
    ("time_limit", |info| &info.time_limit),
    ("overtime", |info| &info.overtime),
    ("program", |info| &info.program),
];

/// Returns the fields in which records differ.
pub(super) fn differences(records: &[StoredRecord]) -> Vec<Difference> {
    let read: Vec<_> = records.iter().map(StoredRecord::read).collect();
    let texts = TEXTS.iter().map(|(field, text)| {
        let said = read
            .iter()
            .map(|record| record.as_ref().map(|record| text(&record.info).clone()));
        (*field, said.map(|text| text.filter(|text| !text.is_empty())).collect())
    });
    let comments = read
        .iter()
        .map(|record| Some(record.as_ref()?.comments.len().to_string()));
    let bytes = records.iter().map(|record| Some(record.bytes.len().to_string()));
    let all = texts.chain([("comments", comments.collect()), ("bytes", bytes.collect())]);
    all.filter_map(|(field, said): (_, Vec<Option<String>>)| {
        let mut values: Vec<Variant> = Vec::new();
        for (at, value) in said.into_iter().enumerate() {
            match values.iter_mut().find(|known| known.value == value) {
                Some(known) => known.by.push(at),
                None => values.push(Variant { value, by: vec![at] }),
            }
        }
        (values.len() > 1).then_some(Difference { field, values })
    })
    .collect()
}
