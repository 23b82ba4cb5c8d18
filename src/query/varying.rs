use crate::record::GameInfo;
use crate::store::StoredRecord;
use serde::Serialize;

/// Something that is said differently in several records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Varying {
    /// What: a field of [`Description`](crate::store::Description), `comments`
    /// for how many of these there are, or `bytes` for the length.
    pub field: &'static str,
    /// What is said, in the order of the first records that say it.
    pub values: Vec<Said>,
}

/// What some of the records say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// As written; `None` if they say nothing.
    pub value: Option<String>,
    /// Which of the records, counted from 0.
    pub by: Vec<usize>,
}

/// A text of what a record says about its game.
type Text = fn(&GameInfo) -> &String;

const TEXTS: [(&str, Text); 16] = [
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
];

/// What is said differently in these records.
pub fn varying(records: &[StoredRecord]) -> Vec<Varying> {
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
    let bytes = records.iter().map(|record| Some(record.sgf.len().to_string()));
    let all = texts.chain([("comments", comments.collect()), ("bytes", bytes.collect())]);
    all.filter_map(|(field, said): (_, Vec<Option<String>>)| {
        let mut values: Vec<Said> = Vec::new();
        for (at, value) in said.into_iter().enumerate() {
            match values.iter_mut().find(|known| known.value == value) {
                Some(known) => known.by.push(at),
                None => values.push(Said { value, by: vec![at] }),
            }
        }
        (values.len() > 1).then_some(Varying { field, values })
    })
    .collect()
}
