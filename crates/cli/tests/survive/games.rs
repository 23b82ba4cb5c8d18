//! Games to import, from the fixture or from the corpus.

use bgo::internal::archive::{ArchiveItem, Member};
use std::path::Path;
use testkit::FIXTURE;

/// The name and the text of a file.
pub type Game = (String, Vec<u8>);

/// Returns `count` games of the fixture, on boards of every size. All were played on
/// one day, so each gets one of ten years instead.
pub fn games(count: usize) -> Vec<Game> {
    let archive = bgo::internal::archive::open(Path::new(FIXTURE)).expect("opens");
    let members: Vec<Member> = archive
        .filter_map(|item| match item.expect("is read") {
            ArchiveItem::Record(member) => Some(member),
            ArchiveItem::Skipped { .. } => None,
        })
        .collect();
    assert!(count <= members.len());
    (0..count)
        .map(|i| {
            let Member { path, bytes } = &members[i * members.len() / count];
            let text = String::from_utf8(bytes.clone()).expect("UTF-8");
            let date = text.find("DT[").expect("a date") + 3;
            let year = format!("{}", 2000 + i % 10);
            let text = [&text[..date], &year, &text[date + 4..]].concat();
            (path.clone(), text.into_bytes())
        })
        .collect()
}

/// Returns the games of an archive of the corpus, or `None` if it is missing.
pub fn corpus(name: &str) -> Option<Vec<Game>> {
    let path = testkit::corpus(name)?;
    let games = bgo::internal::archive::open(&path)
        .expect("opens")
        .filter_map(|item| match item.expect("is read") {
            ArchiveItem::Record(member) => Some((member.path, member.bytes)),
            ArchiveItem::Skipped { .. } => None,
        });
    Some(games.collect())
}
