use super::error::{PositionFileDamage, PositionFileError};
use super::reader::Frames;
use bgo::position_file::{PositionId, RecordDamage};
use serde::{Serialize, Serializer};
use std::fs::File;
use std::io::{self, Read};
use std::iter::FusedIterator;
use std::path::Path;

/// Black's lead on the board in points, without komi, as files store it: 3 to 8, where 3
/// includes less and 8 more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(u8);

impl Score {
    /// 3 points or less.
    pub const MIN: Self = Self(3);
    /// 8 points or more.
    pub const MAX: Self = Self(8);
    /// All scores, the lowest first.
    pub const ALL: [Self; 6] = [Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// Makes a score of points from 3 to 8.
    pub fn new(points: u8) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).contains(&points).then_some(Self(points))
    }

    /// Returns the score of a lead: the nearest whole number of points, or the higher of
    /// two equally near ones.
    pub fn of_lead(lead: f64) -> Self {
        Self((lead + 0.5).floor().clamp(Self::MIN.0.into(), Self::MAX.0.into()) as u8)
    }

    /// Returns the points, 3 to 8.
    pub const fn points(self) -> u8 {
        self.0
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

/// A position's score by an engine: twelve bytes of a scored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// The position.
    pub id: PositionId,
    /// Black's lead, whichever colour is to play.
    pub score: Score,
    /// The confidence in the score, from 0 (likely wrong) to 100.
    pub confidence: u8,
}

impl ScoredPosition {
    /// The length of a record in bytes.
    pub const BYTES: usize = PositionId::BYTES + 2;

    /// Returns the bytes of a file: the id, the score and the confidence.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..PositionId::BYTES].copy_from_slice(&self.id.to_bytes());
        bytes[PositionId::BYTES..].copy_from_slice(&[self.score.0, self.confidence]);
        bytes
    }

    fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, (usize, PositionFileDamage)> {
        let [id @ .., score, confidence] = bytes;
        const TO_PLAY: usize = PositionId::BYTES - 1;
        Ok(Self {
            id: PositionId::from_bytes(id).ok_or((TO_PLAY, RecordDamage::ToPlay(id[TO_PLAY]).into()))?,
            score: Score::new(score).ok_or((PositionId::BYTES, PositionFileDamage::Score(score)))?,
            confidence: match confidence {
                0..=100 => confidence,
                _ => return Err((PositionId::BYTES + 1, PositionFileDamage::Confidence(confidence))),
            },
        })
    }
}

/// A reader of scored files, which continues after a damaged record. If an id is repeated, its last
/// record counts.
pub struct ScoredReader<R> {
    frames: Frames<R>,
    ended: bool,
}

impl ScoredReader<File> {
    /// Opens a file.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(File::open(path)?, path.display().to_string()))
    }
}

impl<R: Read> ScoredReader<R> {
    /// Reads records. Errors call the file `name`.
    pub fn new(source: R, name: impl Into<String>) -> Self {
        Self {
            frames: Frames::new(source, name.into(), None),
            ended: false,
        }
    }

    fn try_read(&mut self) -> Result<Option<ScoredPosition>, PositionFileError> {
        let bytes = self.frames.peek(ScoredPosition::BYTES)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let Ok(bytes) = bytes.try_into() else {
            let damage = RecordDamage::Cut {
                found: bytes.len(),
                length: ScoredPosition::BYTES,
            };
            return Err(self.frames.error(0, damage));
        };
        let read = ScoredPosition::from_bytes(bytes).map_err(|(byte, damage)| self.frames.error(byte, damage));
        self.frames.skip(ScoredPosition::BYTES);
        read.map(Some)
    }
}

impl<R: Read> Iterator for ScoredReader<R> {
    type Item = Result<ScoredPosition, PositionFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.try_read();
        self.ended = match &read {
            Ok(read) => read.is_none(),
            Err(error) => !error.damage.is_contained(),
        };
        read.transpose()
    }
}

impl<R: Read> FusedIterator for ScoredReader<R> {}
