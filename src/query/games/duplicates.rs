use super::near::{NearDuplicates, near_duplicates};
use super::outline::visit_long_games;
use crate::facts::Description;
use crate::query::QueryError;
use crate::record::{CanonicalMoves, GameInfo, GameRecord, TELLING_MOVES, replay};
use crate::store::{Snapshot, SourcePlace, StoredRecord};
use serde::Serialize;
use std::collections::BTreeMap;

/// Options of [`duplicates`].
#[derive(Clone, Copy, Debug)]
pub struct DuplicatesOptions {
    /// The number of entries to skip in each list.
    pub offset: usize,
    /// The maximum number of entries in each list.
    pub limit: usize,
    /// The search among the moves of all games.
    pub alike: Option<AlikeSearch>,
}

/// A search for games that are alike, which reads the moves of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlikeSearch {
    /// Looks for records that were cut short.
    CutShort,
    /// Looks for games that differ in a move or two, or at the end.
    Near,
}

/// Games that were found more than once, and games that may be the same game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duplicates {
    /// The number of entries skipped in each list.
    pub offset: u64,
    /// Games with several sources.
    pub games: ListPage<SeveralSources>,
    /// Games with the same moves that were kept apart: their dates contradict each other, or they are
    /// short and have different players.
    pub kept_apart: ListPage<AlikeGames>,
    /// Games that begin with all moves of another game, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_short: Option<ListPage<AlikeGames>>,
    /// Games that differ in a move or two, or at the end, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<ListPage<NearDuplicates>>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListPage<T> {
    /// The number of entries of the whole list.
    pub count: u64,
    /// The entries of the page.
    pub list: Vec<T>,
}

/// A game that was found in several places.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeveralSources {
    /// The game.
    #[serde(flatten)]
    pub game: Description,
    /// The places, in the order of their imports.
    pub sources: Vec<SourcePlace>,
    /// The differences between the records in these places.
    pub differences: Vec<Difference>,
}

/// Games with the same board size and setup, of which one has the moves of the other or begins with them, in
/// some orientation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlikeGames {
    /// The games: the one that ends first, then the others in the order of their numbers.
    pub games: Vec<Description>,
    /// The differences between their records.
    pub differences: Vec<Difference>,
}

/// Looks for duplicates. While reading the moves of all games, calls `progress` with the number of games read and the number of all games.
pub fn duplicates(
    snapshot: &Snapshot,
    options: DuplicatesOptions,
    progress: impl FnMut(u64, u64),
) -> Result<Duplicates, QueryError> {
    let several = snapshot.games_with_several_sources()?;
    let (mut cut_short, mut near) = (None, None);
    match options.alike {
        Some(AlikeSearch::CutShort) => {
            let found = find_cut_short(snapshot, progress)?;
            cut_short = Some(part(&found, options, |games| compared(snapshot, games))?);
        }
        Some(AlikeSearch::Near) => near = Some(near_duplicates(snapshot, options.offset, options.limit, progress)?),
        None => {}
    }
    Ok(Duplicates {
        offset: options.offset as u64,
        games: part(&several, options, |game| several_sources(snapshot, *game))?,
        kept_apart: part(&find_kept_apart(snapshot)?, options, |games| compared(snapshot, games))?,
        cut_short,
        near,
    })
}

fn part<T, U>(
    all: &[T],
    options: DuplicatesOptions,
    show: impl FnMut(&T) -> Result<U, QueryError>,
) -> Result<ListPage<U>, QueryError> {
    let shown = all.iter().skip(options.offset).take(options.limit);
    Ok(ListPage {
        count: all.len() as u64,
        list: shown.map(show).collect::<Result<_, _>>()?,
    })
}

fn several_sources(snapshot: &Snapshot, game: i64) -> Result<SeveralSources, QueryError> {
    Ok(SeveralSources {
        game: snapshot.description(game)?,
        sources: snapshot.source_places(game)?,
        differences: differences(&snapshot.source_records(game)?),
    })
}

pub(super) fn compared(snapshot: &Snapshot, games: &[i64]) -> Result<AlikeGames, QueryError> {
    let mut described = Vec::with_capacity(games.len());
    let mut records = Vec::with_capacity(games.len());
    for &game in games {
        described.push(snapshot.description(game)?);
        records.push(snapshot.record(game)?);
    }
    Ok(AlikeGames {
        games: described,
        differences: differences(&records),
    })
}

/// Returns groups of games with equal content, in the order of their first games.
/// Games without setup and moves are in no group.
pub(super) fn find_kept_apart(snapshot: &Snapshot) -> Result<Vec<Vec<i64>>, QueryError> {
    let mut candidates = snapshot.games_with_equal_hash(TELLING_MOVES)?;
    // The hashes of shorter games depend on the players, too.
    let mut short = Vec::new();
    snapshot.visit_columns(|game, columns| {
        if columns.moves() < TELLING_MOVES {
            short.push(game);
        }
    })?;
    let mut by_hash: BTreeMap<u64, Vec<i64>> = BTreeMap::new();
    for game in short {
        if let Some((record, steps)) = played(snapshot, game)?
            && (steps > 0 || !record.setup.is_empty())
        {
            let hash = CanonicalMoves::new(&record, steps).hash(&[]);
            by_hash.entry(hash).or_default().push(game);
        }
    }
    candidates.extend(by_hash.into_values().filter(|games| games.len() > 1));
    let mut groups = Vec::new();
    for candidates in candidates {
        let mut equal: Vec<(CanonicalMoves, Vec<i64>)> = Vec::new();
        for game in candidates {
            let Some((record, steps)) = played(snapshot, game)? else {
                continue;
            };
            let content = CanonicalMoves::new(&record, steps);
            match equal.iter_mut().find(|(other, _)| *other == content) {
                Some((_, games)) => games.push(game),
                None => equal.push((content, vec![game])),
            }
        }
        groups.extend(
            equal
                .into_iter()
                .map(|(_, games)| games)
                .filter(|games| games.len() > 1),
        );
    }
    groups.sort_unstable();
    Ok(groups)
}

/// Returns groups of a game and the games that continue from its end, ordered by
/// the shorter game. Skips games of few moves, because many games begin like them.
pub(super) fn find_cut_short(snapshot: &Snapshot, progress: impl FnMut(u64, u64)) -> Result<Vec<Vec<i64>>, QueryError> {
    let mut begun: Vec<(u64, i64)> = Vec::new();
    visit_long_games(snapshot, progress, |game, course, turns| {
        begun.push((turns.hash(course.size, &course.moves[..TELLING_MOVES.into()]), game));
    })?;
    begun.sort_unstable();
    let mut groups = Vec::new();
    for alike in begun
        .chunk_by(|one, other| one.0 == other.0)
        .filter(|alike| alike.len() > 1)
    {
        let mut contents = Vec::with_capacity(alike.len());
        for &(_, game) in alike {
            let content = played(snapshot, game)?.map(|(record, steps)| CanonicalMoves::new(&record, steps));
            contents.extend(content.map(|content| (content, game)));
        }
        contents.sort_unstable();
        for (at, (content, game)) in contents.iter().enumerate() {
            let begun = contents[at + 1..]
                .iter()
                .take_while(|(other, _)| other.begins_with(content));
            let longer = begun.filter(|(other, _)| other.count() > content.count());
            let mut longer: Vec<i64> = longer.map(|(_, game)| *game).collect();
            if !longer.is_empty() {
                longer.sort_unstable();
                groups.push([vec![*game], longer].concat());
            }
        }
    }
    groups.sort_unstable();
    Ok(groups)
}

/// Returns the record of a game and the number of its steps that can be played.
fn played(snapshot: &Snapshot, game: i64) -> Result<Option<(GameRecord, usize)>, QueryError> {
    let record = snapshot.record(game)?.read();
    Ok(record.map(|record| {
        let steps = replay(&record, snapshot.keys().get(record.size), |_| {}).steps;
        (record, steps)
    }))
}
/// A field in which records of a game differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// A field of [`Description`], `comments` for the
    /// number of comments, or `bytes` for the length.
    pub field: &'static str,
    /// The values, in the order of the first records that have them.
    pub values: Vec<Variant>,
}

/// A value that some of the records have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variant {
    /// The value as written; `None` if the records have none.
    pub value: Option<String>,
    /// The places of the records, counted from 0.
    pub by: Vec<usize>,
}

fn differences(records: &[StoredRecord]) -> Vec<Difference> {
    let read: Vec<_> = records.iter().map(StoredRecord::read).collect();
    let texts = GameInfo::TEXTS.iter().zip(0..).map(|(&field, at)| {
        let said = read.iter().map(|record| Some(record.as_ref()?.info.texts()[at]));
        let said = said.map(|text| text.filter(|text| !text.is_empty()).cloned());
        (field, said.collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestDatabase, line, sgf, turned};

    const ALL: DuplicatesOptions = DuplicatesOptions {
        offset: 0,
        limit: 100,
        alike: Some(AlikeSearch::CutShort),
    };

    fn found(records: &[String]) -> Duplicates {
        let db = TestDatabase::with(records);
        duplicates(&db.snapshot(), ALL, |_, _| {}).expect("an answer")
    }

    fn numbers(games: &[Description]) -> Vec<i64> {
        games.iter().map(|game| game.game).collect()
    }

    fn kept_apart(found: &Duplicates) -> Vec<Vec<i64>> {
        found
            .kept_apart
            .list
            .iter()
            .map(|group| numbers(&group.games))
            .collect()
    }

    fn cut_short(found: &Duplicates) -> Vec<Vec<i64>> {
        let part = found.cut_short.as_ref().expect("was wanted");
        part.list.iter().map(|group| numbers(&group.games)).collect()
    }

    fn shown(differences: &[Difference]) -> Vec<String> {
        let of_field = |varying: &Difference| {
            let said = varying.values.iter().map(|said| {
                let by: Vec<String> = said.by.iter().map(ToString::to_string).collect();
                format!("{}:{}", said.value.as_deref().unwrap_or("-"), by.join(","))
            });
            format!("{}={}", varying.field, said.collect::<Vec<_>>().join(" "))
        };
        differences.iter().map(of_field).collect()
    }

    #[test]
    fn what_the_sources_of_a_game_say_differently() {
        let moves = line(40, 3);
        let records = [
            sgf("PB[A]PW[B]DT[2005]C[x]", &moves),
            sgf("PB[Z]", &line(40, 4)),
            sgf("PB[Aa]PW[B]DT[2005-03]EV[Cup]", &turned(&moves)),
            sgf("PB[A]PW[B]DT[2005]C[x]", &moves),
        ];
        let found = found(&records);
        assert_eq!((found.games.count, found.kept_apart.count), (1, 0));
        let game = &found.games.list[0];
        assert_eq!((game.game.game, game.game.black.as_deref()), (1, Some("A")));
        let members: Vec<&str> = game.sources.iter().map(|source| source.member.as_str()).collect();
        assert_eq!(members, ["0000.sgf", "0002.sgf", "0003.sgf"]);
        let bytes = |n: usize| records[n].len();
        assert_eq!(
            shown(&game.differences),
            [
                "black=A:0,2 Aa:1".to_owned(),
                "date=2005:0,2 2005-03:1".to_owned(),
                "event=-:0,2 Cup:1".to_owned(),
                "comments=1:0,2 0:1".to_owned(),
                format!("bytes={}:0,2 {}:1", bytes(0), bytes(2)),
            ]
        );
    }

    #[test]
    fn games_that_dates_keep_apart() {
        let moves = line(40, 3);
        let found = found(&[
            sgf("DT[2005]PB[A]", &moves),
            sgf("DT[2005]", &line(40, 4)),
            sgf("DT[2006]PB[A]", &turned(&moves)),
            sgf("DT[2006]AB[ss]", &moves),
        ]);
        assert_eq!(kept_apart(&found), [[1, 3]]);
        let group = &found.kept_apart.list[0];
        assert_eq!(shown(&group.differences)[0], "date=2005:0 2006:1");
        assert!(group.differences.iter().all(|varying| varying.field != "black"));
        assert_eq!((found.games.count, cut_short(&found).len()), (0, 0));
    }

    #[test]
    fn short_games_that_players_keep_apart() {
        let moves = line(29, 3);
        let found = found(&[
            sgf("PB[A]", &moves),
            sgf("PB[B]", &turned(&moves)),
            sgf("PB[A]", &line(29, 4)),
            sgf("PB[C]DT[1999]", &moves),
            // Records with neither moves nor setup are not compared.
            sgf("PB[A]", ""),
            sgf("PB[B]", ""),
            // Records with setup are.
            sgf("PB[A]AB[pd]", ""),
            sgf("PB[B]AB[dp]", ""),
        ]);
        assert_eq!(kept_apart(&found), [vec![1, 2, 4], vec![7, 8]]);
        assert_eq!(
            shown(&found.kept_apart.list[0].differences)[..2],
            ["black=A:0 B:1 C:2", "date=-:0,1 1999:2"]
        );
    }

    #[test]
    fn games_that_go_on_from_where_another_ends() {
        let moves = line(60, 3);
        let first = |moves: &str, count: usize| moves.split(' ').take(count).collect::<Vec<_>>().join(" ");
        // After 40 moves, the stones are the same.
        let mut exchanged: Vec<&str> = moves.split(' ').collect();
        exchanged.swap(0, 2);
        let found = found(&[
            sgf("PB[whole]", &moves),
            sgf("PB[cut]", &turned(&first(&moves, 40))),
            sgf("PB[order]", &exchanged.join(" ")),
            sgf("PB[setup]AB[ss]", &moves),
            sgf("PB[cut again]", &first(&moves, 30)),
            sgf("PB[too short]", &first(&moves, 29)),
            sgf("PB[passes]", &format!("{moves}  ")),
        ]);
        assert_eq!(cut_short(&found), [vec![1, 7], vec![2, 1, 7], vec![5, 1, 2, 7]]);
        let part = found.cut_short.as_ref().expect("was wanted");
        assert_eq!(shown(&part.list[1].differences)[0], "black=cut:0 whole:1 passes:2");
        assert_eq!(found.kept_apart.count, 0);
    }

    #[test]
    fn a_page_of_each_list_and_only_what_is_wanted() {
        let records: Vec<String> = (1..=4)
            .flat_map(|n| [2005, 2006].map(|year| sgf(&format!("DT[{year}]"), &line(40, n))))
            .collect();
        let db = TestDatabase::with(&records);
        let options = DuplicatesOptions {
            offset: 1,
            limit: 2,
            alike: None,
        };
        let found = duplicates(&db.snapshot(), options, |_, _| panic!("progress was reported")).expect("an answer");
        assert_eq!((found.offset, found.kept_apart.count), (1, 4));
        assert_eq!(kept_apart(&found), [[3, 4], [5, 6]]);
        assert_eq!(found.cut_short, None);
        let mut told = Vec::new();
        duplicates(&db.snapshot(), ALL, |done, all| told.push((done, all))).expect("an answer");
        assert_eq!((told.len(), told.last()), (9, Some(&(8, 8))));
    }
}
