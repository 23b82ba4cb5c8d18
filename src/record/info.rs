use super::text::Ident;
use super::text::{simple_text, start_of};
use super::values::{GameDate, GameResult, Komi, Rank};

/// The maximum number of letters kept of each text. The record keeps longer texts
/// completely; cutting them here means that no name slows down a pass over the
/// names of all players.
pub const MAX_LETTERS: usize = 1000;

/// The maximum number of bytes of that many letters in a record, where each may be
/// escaped.
const MAX_RAW: usize = MAX_LETTERS * (1 + char::MAX_LEN_UTF8);

/// The information of a record about its game, as written (escapes resolved,
/// surrounding blanks trimmed), or empty texts. Typed values are parsed from the
/// texts. Texts are cut after [`MAX_LETTERS`] letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// PB: name of Black.
    pub black: String,
    /// PW: name of White.
    pub white: String,
    /// BR: Black's rank.
    pub black_rank: String,
    /// WR: White's rank.
    pub white_rank: String,
    /// BT: Black's team.
    pub black_team: String,
    /// WT: White's team.
    pub white_team: String,
    /// DT: the date of the game.
    pub date: String,
    /// RE: the result.
    pub result: String,
    /// KM: komi.
    pub komi: String,
    /// HA: handicap.
    pub handicap: String,
    /// RU: rules.
    pub rules: String,
    /// EV: event.
    pub event: String,
    /// RO: round.
    pub round: String,
    /// PC: place.
    pub place: String,
    /// GN: name of the game.
    pub name: String,
    /// SO: the source of the record.
    pub publication: String,
    /// AP: the program that wrote the record.
    pub application: String,
    /// The number of handicap stones with which the game begins: those that stand, or those that
    /// `HA` counts where the stones do not tell. 0 in an even game.
    pub handicap_stones: Option<u8>,
}

impl GameInfo {
    /// Takes the value of a property if it concerns the game, and returns true if
    /// only its beginning was taken. The first value that is not empty counts.
    pub(super) fn take(&mut self, ident: Ident, raw: &str) -> bool {
        let Some(field) = self.field(ident).filter(|field| field.is_empty()) else {
            return false;
        };
        let (start, is_cut) = start_of(raw, MAX_RAW);
        *field = simple_text(start);
        let end = field.char_indices().nth(MAX_LETTERS).map(|(end, _)| end);
        if let Some(end) = end {
            field.truncate(field[..end].trim_end().len());
        }
        is_cut || end.is_some()
    }

    /// Returns the text of a property that concerns the game.
    fn field(&mut self, ident: Ident) -> Option<&mut String> {
        const fn id(letters: &[u8; 2]) -> Ident {
            Ident::new(letters)
        }
        const PB: Ident = id(b"PB");
        const PW: Ident = id(b"PW");
        const BR: Ident = id(b"BR");
        const WR: Ident = id(b"WR");
        const BT: Ident = id(b"BT");
        const WT: Ident = id(b"WT");
        const DT: Ident = id(b"DT");
        const RE: Ident = id(b"RE");
        const KM: Ident = id(b"KM");
        const HA: Ident = id(b"HA");
        const RU: Ident = id(b"RU");
        const EV: Ident = id(b"EV");
        const RO: Ident = id(b"RO");
        const PC: Ident = id(b"PC");
        const GN: Ident = id(b"GN");
        const SO: Ident = id(b"SO");
        const AP: Ident = id(b"AP");
        Some(match ident {
            PB => &mut self.black,
            PW => &mut self.white,
            BR => &mut self.black_rank,
            WR => &mut self.white_rank,
            BT => &mut self.black_team,
            WT => &mut self.white_team,
            DT => &mut self.date,
            RE => &mut self.result,
            KM => &mut self.komi,
            HA => &mut self.handicap,
            RU => &mut self.rules,
            EV => &mut self.event,
            RO => &mut self.round,
            PC => &mut self.place,
            GN => &mut self.name,
            SO => &mut self.publication,
            AP => &mut self.application,
            _ => return None,
        })
    }

    /// Returns the date of the game, if the text is one.
    pub fn game_date(&self) -> Option<GameDate> {
        GameDate::parse(&self.date)
    }

    /// Returns the result, if the text is one.
    pub fn game_result(&self) -> Option<GameResult> {
        GameResult::parse(&self.result)
    }

    /// Returns the komi, if the text is a number.
    pub fn komi_value(&self) -> Option<Komi> {
        Komi::parse(&self.komi)
    }

    /// Returns the ranks of Black and White.
    pub fn ranks(&self) -> [Option<Rank>; 2] {
        [Rank::parse(&self.black_rank), Rank::parse(&self.white_rank)]
    }

    /// Returns whether the Fox server wrote the record: under its own name, or under that of the
    /// GNU Go of its first program, which names no game.
    pub fn is_fox(&self) -> bool {
        self.application.starts_with("foxwq") || self.application == "GNU Go:3.8" && self.name.is_empty()
    }
}
