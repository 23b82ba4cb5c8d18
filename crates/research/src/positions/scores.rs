use crate::error::ResearchError;
use crate::formats::positions::{Score, ScoredPosition, WrittenBoard, Zobrist, read_scored};
use bgo::internal::go::Color;
use bgo::internal::position_file::PositionId;
use bgo::internal::query::json;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;

/// The width of a band of confidences.
const BAND: u8 = 10;

/// The scores of a file. If an id is repeated, its last score counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    by_id: BTreeMap<PositionId, ScoredPosition>,
    records: u64,
}

impl Scores {
    /// Reads a file. Errors call it `name`.
    pub fn read(source: impl Read, name: &str) -> Result<Self, ResearchError> {
        let mut scores = Self::default();
        for scored in read_scored(source, name) {
            let scored = scored?;
            scores.by_id.insert(scored.id, scored);
            scores.records += 1;
        }
        Ok(scores)
    }

    /// Returns the score of a position.
    pub fn get(&self, id: PositionId) -> Option<ScoredPosition> {
        self.by_id.get(&id).copied()
    }

    /// Looks up a board in any orientation. If the text does not state the colour to play, and only
    /// the position with the other colour has a score, returns that position.
    pub fn find(&self, text: &WrittenBoard, zobrist: &Zobrist) -> LookedUp {
        let id = text.id(zobrist);
        let other = PositionId {
            to_play: id.to_play.opponent(),
            ..id
        };
        let here = self.look_up(id);
        match self.look_up(other) {
            there if here.score.is_none() && text.to_play.is_none() && there.score.is_some() => there,
            _ => here,
        }
    }

    /// Looks up a position.
    pub fn look_up(&self, id: PositionId) -> LookedUp {
        let scored = self.get(id);
        LookedUp {
            id,
            to_play: id.to_play,
            score: scored.map(|scored| scored.score),
            confidence: scored.map(|scored| scored.confidence),
        }
    }

    /// Returns all scored positions in the order of their ids.
    fn iter(&self) -> impl Iterator<Item = &ScoredPosition> + Clone {
        self.by_id.values()
    }

    /// Counts the positions by score and by confidence.
    pub fn summary(&self) -> ScoresSummary {
        let mut summary = ScoresSummary {
            records: self.records,
            positions: self.by_id.len() as u64,
            black_to_play: self.iter().filter(|scored| scored.id.to_play == Color::Black).count() as u64,
            mean_confidence: None,
            scores: Vec::new(),
            confidences: Band::all(),
        };
        summary.mean_confidence = mean(self.iter().map(|scored| scored.confidence));
        for score in Score::ALL {
            let scored = self.iter().filter(|scored| scored.score == score);
            summary.scores.push(ScoreCount {
                score,
                positions: scored.clone().count() as u64,
                mean_confidence: mean(scored.map(|scored| scored.confidence)),
            });
        }
        for scored in self.iter() {
            summary.confidences[Band::place(scored.confidence)].positions += 1;
        }
        summary
    }
}

/// A position that was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LookedUp {
    /// The id.
    pub id: PositionId,
    /// The colour to play.
    #[serde(serialize_with = "json::letter")]
    pub to_play: Color,
    /// The score, if the file has one.
    pub score: Option<Score>,
    /// The confidence in the score.
    pub confidence: Option<u8>,
}

fn mean(values: impl Iterator<Item = u8>) -> Option<f64> {
    let (count, sum) = values.fold((0_u64, 0.0), |(count, sum), value| (count + 1, sum + f64::from(value)));
    (count > 0).then(|| sum / count as f64)
}

/// The numbers of positions in a scored file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoresSummary {
    /// The records of the file.
    pub records: u64,
    /// The different positions.
    pub positions: u64,
    /// The positions with Black to play.
    pub black_to_play: u64,
    /// The mean confidence, unless the file is empty.
    pub mean_confidence: Option<f64>,
    /// The positions by score, 3 to 8.
    pub scores: Vec<ScoreCount>,
    /// The positions by confidence.
    pub confidences: Vec<Band>,
}

/// The positions with one score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoreCount {
    /// The score.
    pub score: Score,
    /// The number of positions.
    pub positions: u64,
    /// The mean confidence, if there are any.
    pub mean_confidence: Option<f64>,
}

/// The positions with confidences in a range that includes both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Band {
    /// The lowest confidence.
    pub from: u8,
    /// The highest confidence.
    pub to: u8,
    /// The number of positions.
    pub positions: u64,
}

impl Band {
    /// Returns empty bands: 0 to 9, 10 to 19, and so on to 90 to 100.
    fn all() -> Vec<Self> {
        (0..10)
            .map(|band| Self {
                from: band * BAND,
                to: if band == 9 { 100 } else { (band + 1) * BAND - 1 },
                positions: 0,
            })
            .collect()
    }

    fn place(confidence: u8) -> usize {
        usize::from(confidence / BAND).min(9)
    }
}

/// The agreement of the scores of two files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoresDiff {
    /// The positions in the first file only.
    pub only_first: u64,
    /// The positions in the second file only.
    pub only_second: u64,
    /// The positions in both files.
    pub both: u64,
    /// The positions with the same score in both.
    pub agreeing: u64,
    /// The mean difference in points over all positions in both, if there are any.
    pub mean_difference: Option<f64>,
    /// The agreement by the lower of the two confidences.
    pub confidences: Vec<Agreement>,
    /// The positions by both scores, 3 to 8: a row for each score in the first file, a column for
    /// each score in the second.
    pub table: [[u64; 6]; 6],
    /// The first positions with different scores, the most confident first.
    pub differing: Vec<ScoreDifference>,
}

/// The agreement of scores with confidences in a band.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The band.
    #[serde(flatten)]
    pub band: Band,
    /// The positions with the same score in both.
    pub agreeing: u64,
    /// The mean difference in points, if there are any positions.
    pub mean_difference: Option<f64>,
}

/// A position whose scores differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreDifference {
    /// The position.
    pub id: PositionId,
    /// The score in the first file.
    pub first_score: Score,
    /// The confidence in it.
    pub first_confidence: u8,
    /// The score in the second file.
    pub second_score: Score,
    /// The confidence in it.
    pub second_confidence: u8,
}

impl ScoreDifference {
    fn confidence(&self) -> u8 {
        self.first_confidence.min(self.second_confidence)
    }

    fn points(&self) -> u8 {
        self.first_score.points().abs_diff(self.second_score.points())
    }
}

impl Scores {
    /// Compares this file with a second one, and lists at most `most` positions with different
    /// scores.
    pub fn diff(&self, second: &Self, most: usize) -> ScoresDiff {
        let mut pairs = Vec::new();
        for here in self.iter() {
            if let Some(there) = second.get(here.id) {
                pairs.push(ScoreDifference {
                    id: here.id,
                    first_score: here.score,
                    first_confidence: here.confidence,
                    second_score: there.score,
                    second_confidence: there.confidence,
                });
            }
        }
        let both = pairs.len() as u64;
        let mut confidences = Vec::new();
        for (place, band) in Band::all().into_iter().enumerate() {
            let within = pairs.iter().filter(|pair| Band::place(pair.confidence()) == place);
            confidences.push(Agreement {
                band: Band {
                    positions: within.clone().count() as u64,
                    ..band
                },
                agreeing: within.clone().filter(|pair| pair.points() == 0).count() as u64,
                mean_difference: mean(within.map(ScoreDifference::points)),
            });
        }
        let mut table = [[0; 6]; 6];
        for pair in &pairs {
            let [row, column] =
                [pair.first_score, pair.second_score].map(|score| usize::from(score.points() - Score::MIN.points()));
            table[row][column] += 1;
        }
        let mut differing = pairs.clone();
        differing.retain(|pair| pair.points() > 0);
        let agreeing = both - differing.len() as u64;
        differing.sort_by_key(|pair| (std::cmp::Reverse((pair.confidence(), pair.points())), pair.id));
        differing.truncate(most);
        ScoresDiff {
            only_first: self.by_id.len() as u64 - both,
            only_second: second.by_id.len() as u64 - both,
            both,
            agreeing,
            mean_difference: mean(pairs.iter().map(ScoreDifference::points)),
            confidences,
            table,
            differing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(entries: &[(u64, u8, u8)]) -> Scores {
        let bytes: Vec<u8> = entries
            .iter()
            .flat_map(|&(hash, points, confidence)| {
                ScoredPosition {
                    id: PositionId::new(hash, Color::Black),
                    score: Score::new(points).expect("a score"),
                    confidence,
                }
                .to_bytes()
            })
            .collect();
        Scores::read(&bytes[..], "s.dat").expect("sound")
    }

    #[test]
    fn the_last_score_of_an_id_counts() {
        let scores = scores(&[(1, 3, 10), (2, 8, 100), (1, 5, 90)]);
        let first = scores.get(PositionId::new(1, Color::Black)).expect("is there");
        assert_eq!((first.score.points(), first.confidence), (5, 90));
        assert_eq!(scores.get(PositionId::new(1, Color::White)), None);
        let summary = scores.summary();
        assert_eq!((summary.records, summary.positions, summary.black_to_play), (3, 2, 2));
        assert_eq!(summary.mean_confidence, Some(95.0));
        let counts: Vec<u64> = summary.scores.iter().map(|count| count.positions).collect();
        assert_eq!(counts, [0, 0, 1, 0, 0, 1]);
        assert_eq!(summary.confidences[9].positions, 2);
        assert_eq!(Scores::default().summary().mean_confidence, None);
    }

    #[test]
    fn agreement_by_the_lower_confidence() {
        let first = scores(&[(1, 5, 90), (2, 5, 40), (3, 3, 80), (4, 4, 7)]);
        let second = scores(&[(1, 5, 95), (2, 7, 90), (3, 8, 85), (9, 4, 7)]);
        let diff = first.diff(&second, 1);
        assert_eq!(
            (diff.only_first, diff.only_second, diff.both, diff.agreeing),
            (1, 1, 3, 1)
        );
        assert_eq!(diff.mean_difference, Some(7.0 / 3.0));
        let bands: Vec<(u8, u64, u64)> = diff
            .confidences
            .iter()
            .filter(|agreement| agreement.band.positions > 0)
            .map(|agreement| (agreement.band.from, agreement.band.positions, agreement.agreeing))
            .collect();
        assert_eq!(bands, [(40, 1, 0), (80, 1, 0), (90, 1, 1)]);
        assert_eq!((diff.table[2][2], diff.table[2][4], diff.table[0][5]), (1, 1, 1));
        let hashes: Vec<u64> = diff.differing.iter().map(|pair| pair.id.hash).collect();
        assert_eq!(hashes, [3]);
    }
}
