use bgo::position_file::{Damage, Frames, PositionFileError, PositionId};
use serde::{Serialize, Serializer};
use std::fs::File;
use std::io::{self, Read};
use std::iter::FusedIterator;
use std::path::Path;

/// Black's lead on the board in points, without komi, as files tell it: 3 to 8,
/// where 3 is also less and 8 also more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(u8);

impl Score {
    /// 3 points or less.
    pub const MIN: Self = Self(3);
    /// 8 points or more.
    pub const MAX: Self = Self(8);
    /// All of them, the lowest first.
    pub const ALL: [Self; 6] = [Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The score of these points; `None` outside 3 to 8.
    #[must_use]
    pub fn new(points: u8) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).contains(&points).then_some(Self(points))
    }

    /// The score of a lead: the nearest whole number of points, of two equally
    /// near ones the higher.
    #[must_use]
    pub fn of_lead(lead: f64) -> Self {
        Self((lead + 0.5).floor().clamp(Self::MIN.0.into(), Self::MAX.0.into()) as u8)
    }

    /// In points, 3 to 8.
    #[must_use]
    pub const fn points(self) -> u8 {
        self.0
    }
}

/// In points.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

/// What an engine says of a position: twelve bytes of a scored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredPosition {
    /// Which position.
    pub id: PositionId,
    /// Black's lead, whoever is to play.
    pub score: Score,
    /// How sure that is, from 0 (likely wrong) to 100.
    pub confidence: u8,
}

impl ScoredPosition {
    /// Bytes of a record.
    pub const BYTES: usize = PositionId::BYTES + 2;

    /// As files have it: the id, the score and the confidence.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..PositionId::BYTES].copy_from_slice(&self.id.to_bytes());
        bytes[PositionId::BYTES..].copy_from_slice(&[self.score.0, self.confidence]);
        bytes
    }

    fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, (usize, Damage)> {
        let [id @ .., score, confidence] = bytes;
        const TO_PLAY: usize = PositionId::BYTES - 1;
        Ok(Self {
            id: PositionId::from_bytes(id).ok_or((TO_PLAY, Damage::ToPlay(id[TO_PLAY])))?,
            score: Score::new(score).ok_or((PositionId::BYTES, Damage::Score(score)))?,
            confidence: match confidence {
                0..=100 => confidence,
                _ => return Err((PositionId::BYTES + 1, Damage::Confidence(confidence))),
            },
        })
    }
}

/// Reads a file of scored positions record by record, and goes on after a
/// damaged one. Where an id comes again the last record counts.
pub struct ScoredReader<R> {
    frames: Frames<R>,
    ended: bool,
}

impl ScoredReader<File> {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(File::open(path)?, path.display().to_string()))
    }
}

impl<R: Read> ScoredReader<R> {
    /// Reads records; `name` is what errors call the file.
    pub fn new(source: R, name: impl Into<String>) -> Self {
        Self {
            frames: Frames::new(source, name.into(), "a scored file".to_owned()),
            ended: false,
        }
    }

    fn try_read(&mut self) -> Result<Option<ScoredPosition>, PositionFileError> {
        let bytes = self.frames.peek(ScoredPosition::BYTES)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let Ok(bytes) = bytes.try_into() else {
            let damage = Damage::Cut {
                there: bytes.len(),
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
