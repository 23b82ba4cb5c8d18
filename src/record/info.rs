use super::text::Ident;
use super::text::{simple_text, start_of};
use super::values::{GameDate, GameResult, Komi, Rank};

/// The letters that are kept of each text. Longer ones are whole in the record only,
/// so that what goes over the names of all players is never slowed by one of them.
pub const MAX_LETTERS: usize = 1000;

/// The most bytes that so many letters take in a record: each may be escaped.
const MAX_RAW: usize = MAX_LETTERS * (1 + char::MAX_LEN_UTF8);

/// What a record says about its game, as written (escapes resolved, blanks
/// trimmed); empty where it says nothing. Each typed value is read from the
/// text beside it. Of a text of more than [`MAX_LETTERS`] letters these are the first.
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
    /// DT: when the game was played.
    pub date: String,
    /// RE: how it ended.
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
    /// SO: where the record comes from.
    pub publication: String,
}

impl GameInfo {
    /// Takes the value of a property if it is about the game, and returns whether
    /// only its start was taken. The first value that says something counts.
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

    /// Returns the text of a property that is about the game.
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
            _ => return None,
        })
    }

    /// When the game was played, if the text says so.
    pub fn game_date(&self) -> Option<GameDate> {
        GameDate::parse(&self.date)
    }

    /// How the game ended, if the text says so.
    pub fn game_result(&self) -> Option<GameResult> {
        GameResult::parse(&self.result)
    }

    /// Komi, if the text is a number.
    pub fn komi_value(&self) -> Option<Komi> {
        Komi::parse(&self.komi)
    }

    /// Returns the ranks of Black and White.
    pub fn ranks(&self) -> [Option<Rank>; 2] {
        [Rank::parse(&self.black_rank), Rank::parse(&self.white_rank)]
    }

    /// Returns the number of handicap stones, if the text is a number.
    pub fn handicap_stones(&self) -> Option<u8> {
        self.handicap.parse().ok()
    }
}
