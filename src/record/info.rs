use super::text::Ident;
use super::text::{simple_text, start_of};
use super::values::{GameDate, GameResult, Komi, Rank, TimeLimit};

/// The maximum number of letters kept of each text. The record keeps longer texts
/// completely; cutting them here means that no name slows down a pass over the
/// names of all players.
pub const MAX_LETTERS: usize = 1000;

/// The maximum number of bytes of that many letters in a record, where each may be
/// escaped.
const MAX_RAW: usize = MAX_LETTERS * (1 + char::MAX_LEN_UTF8);

/// Makes the structure and the table of its texts from one list: the meaning, the name and the property.
macro_rules! game_info {
    ($($(#[doc = $meaning:literal])+ $name:ident: $property:literal,)*) => {
        /// The information of a record about its game, as written (escapes resolved,
        /// surrounding blanks trimmed), or empty texts. Typed values are parsed from the
        /// texts. Texts are cut after [`MAX_LETTERS`] letters.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct GameInfo {
            $($(#[doc = $meaning])+ pub $name: String,)*
            /// The number of handicap stones with which the game begins: those that stand, or those that
            /// `HA` counts where the stones do not tell. 0 in an even game.
            pub handicap_stones: Option<u8>,
        }

        impl GameInfo {
            /// The names of the texts, which are also those of columns.
            pub(crate) const TEXTS: &[&str] = &[$(stringify!($name)),*];

            /// Returns the texts in the order of [`GameInfo::TEXTS`].
            pub(crate) fn texts(&self) -> [&String; Self::TEXTS.len()] {
                [$(&self.$name),*]
            }

            fn field(&mut self, ident: Ident) -> Option<&mut String> {
                $(if ident == const { Ident::new($property) } {
                    return Some(&mut self.$name);
                })*
                None
            }
        }
    };
}

game_info! {
    /// PB: name of Black.
    black: b"PB",
    /// BR: Black's rank.
    black_rank: b"BR",
    /// PW: name of White.
    white: b"PW",
    /// WR: White's rank.
    white_rank: b"WR",
    /// BT: Black's team.
    black_team: b"BT",
    /// WT: White's team.
    white_team: b"WT",
    /// DT: the date of the game.
    date: b"DT",
    /// RE: the result.
    result: b"RE",
    /// KM: komi.
    komi: b"KM",
    /// HA: handicap.
    handicap: b"HA",
    /// RU: rules.
    rules: b"RU",
    /// EV: event.
    event: b"EV",
    /// RO: round.
    round: b"RO",
    /// PC: place.
    place: b"PC",
    /// GN: name of the game.
    name: b"GN",
    /// SO: the source of the record.
    publication: b"SO",
    /// TM: the main time of each player.
    time_limit: b"TM",
    /// OT: the overtime.
    overtime: b"OT",
    /// AP: the program that wrote the record. Of several, the Fox server counts, else the first.
    program: b"AP",
}

const AP: Ident = Ident::new(b"AP");

fn is_foxwq(program: &str) -> bool {
    program.split(':').next().is_some_and(|name| name.trim() == "foxwq")
}

/// Takes the value of a property of the root under a name of the Nihon Ki-in's export, like
/// [`GameInfo::take`]. No other program has these names (Andries Brouwer's `nk2sgf` has the list): `TE`,
/// `RD`, `KO` and `HD` are its `EV`, `DT`, `KM` and `HA`, for which they stand in where these are
/// missing. `GK` is its `GM`, always Go.
pub(super) fn take_stand_in(stand_ins: &mut GameInfo, ident: Ident, raw: &str) -> bool {
    const TE: Ident = Ident::new(b"TE");
    const RD: Ident = Ident::new(b"RD");
    const KO: Ident = Ident::new(b"KO");
    const HD: Ident = Ident::new(b"HD");
    let ident = match ident {
        // In the standard, a good move, once or twice.
        TE if matches!(raw.trim(), "1" | "2") => return false,
        TE => Ident::new(b"EV"),
        RD => Ident::new(b"DT"),
        KO => Ident::new(b"KM"),
        HD => Ident::new(b"HA"),
        _ => return false,
    };
    stand_ins.take(ident, raw)
}

impl GameInfo {
    /// Returns the texts in which words are looked for and that games hardly share.
    pub(crate) fn own_texts(&self) -> [&String; 3] {
        [&self.name, &self.round, &self.publication]
    }

    /// Returns the texts that may name the server or the collection from which the record is.
    #[must_use]
    pub fn origin_texts(&self) -> [&String; 3] {
        [&self.place, &self.publication, &self.program]
    }

    /// Takes the value of a property if it concerns the game, and returns true if
    /// only its beginning was taken. The first value that is not empty counts.
    pub(super) fn take(&mut self, ident: Ident, raw: &str) -> bool {
        if ident == AP && is_foxwq(raw) {
            // Fox has GNU Go's name before its own.
            self.program.clear();
        }
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

    /// Puts the values of others in place of those that are missing.
    pub(super) fn fill(mut self, stand_ins: Self) -> Self {
        for (missing, stand_in) in [
            (&mut self.event, stand_ins.event),
            (&mut self.date, stand_ins.date),
            (&mut self.komi, stand_ins.komi),
            (&mut self.handicap, stand_ins.handicap),
        ] {
            if missing.is_empty() {
                *missing = stand_in;
            }
        }
        self
    }

    /// Returns the date of the game, if the text is one.
    pub fn game_date(&self) -> Option<GameDate> {
        GameDate::parse(&self.date)
    }

    /// Returns the result, if the text is one.
    pub fn game_result(&self) -> Option<GameResult> {
        GameResult::parse(&self.result)
    }

    /// Returns whether the record comes from the Fox server: `AP[foxwq]`, also with a version after
    /// a colon; or `AP[GNU Go:3.8]` with an empty or missing `GN`, as in Fox's older records, while
    /// GNU Go itself writes a name.
    #[must_use]
    pub fn is_fox(&self) -> bool {
        is_foxwq(&self.program) || self.program == "GNU Go:3.8" && self.name.is_empty()
    }

    /// Returns the komi, if the text is a number.
    ///
    /// None in an even game of the Fox server with komi 0: Fox writes this for games with a komi
    /// that it does not tell.
    pub fn komi_value(&self) -> Option<Komi> {
        if !self.is_fox() {
            return Komi::parse(&self.komi);
        }
        let is_even = matches!(self.handicap.as_str(), "" | "0") && self.handicap_stones == Some(0);
        Komi::parse_fox(&self.komi).filter(|komi| !is_even || komi.half_points() != 0)
    }

    /// Returns the main time of each player, if the text is one.
    pub fn time_limit_value(&self) -> Option<TimeLimit> {
        TimeLimit::parse(&self.time_limit)
    }

    /// Returns the ranks of Black and White.
    pub fn ranks(&self) -> [Option<Rank>; 2] {
        [Rank::parse(&self.black_rank), Rank::parse(&self.white_rank)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::game_trees;

    #[track_caller]
    fn info(root: &str) -> GameInfo {
        let text = format!("(;SZ[19]{root};B[pd];W[dp])");
        let tree = game_trees(&text).next().expect("a tree");
        tree.game.expect("a game").info
    }

    #[track_caller]
    fn check_komi(table: &[(&str, Option<f64>)]) {
        for (root, komi) in table {
            assert_eq!(info(root).komi_value().map(Komi::points), *komi, "{root}");
        }
    }

    #[test]
    fn ko_in_a_root_without_km_is_the_komi() {
        check_komi(&[
            ("KO[6.5]", Some(6.5)),
            ("KO[黒6目半]", Some(6.5)),
            ("KO[]", None),
            ("KO[6.5]KM[7.5]", Some(7.5)),
            ("KM[7.5]KO[6.5]", Some(7.5)),
            ("KM[0]KO[6.5]", Some(0.0)),
            ("KM[]KO[6.5]", Some(6.5)),
            // Not in the root: the move is to be made although it is illegal.
            (";B[qq]KO[]", None),
            (";B[qq]KO[6.5]", None),
        ]);
    }

    #[test]
    fn the_export_of_the_nihon_kiin() {
        let text = "(TE[第1期 棋戦]RD[2010-05-03,04]PC[日本棋院]GK[1]PB[a]PW[b]KO[黒6目半]HD[0]\
                    RE[257手完, 黒中押し勝ち];B[pd];W[dp])";
        let tree = game_trees(text).next().expect("a tree");
        let info = tree.game.expect("a game").info;
        assert_eq!(info.event, "第1期 棋戦");
        assert_eq!(info.place, "日本棋院");
        assert_eq!(info.date, "2010-05-03,04");
        assert_eq!(info.handicap, "0");
        assert_eq!(info.komi, "黒6目半");
        assert_eq!(info.komi_value().map(Komi::points), Some(6.5));
        assert_eq!(
            info.game_result().map(|result| result.to_string()).as_deref(),
            Some("B+R")
        );
    }

    #[test]
    fn stand_ins_do_not_replace_what_the_standard_names() {
        let both = info("TE[a]EV[b]RD[2001]DT[2002]");
        assert_eq!((both.event.as_str(), both.date.as_str()), ("b", "2002"));
        // A good move, and properties of moves.
        assert_eq!(info("TE[1]").event, "");
        let later = info(";B[qq]TE[a]RD[2001]");
        assert_eq!((later.event.as_str(), later.date.as_str()), ("", ""));
    }

    #[test]
    fn records_of_the_fox_server() {
        for (root, is_fox) in [
            ("AP[foxwq]", true),
            ("AP[foxwq:1.2]", true),
            ("GN[a]AP[foxwq]", true),
            ("GN[a]AP[GNU Go:3.8]AP[foxwq]", true),
            ("GN[]AP[GNU Go:3.8]", true),
            ("AP[GNU Go:3.8]", true),
            ("AP[GNU Go:3.8]GN[GNU Go 3.8 load and print]", false),
            ("AP[GNU Go:3.9]", false),
            ("AP[CGoban:3]", false),
            ("AP[foxwqx]", false),
            ("PB[foxwq]", false),
            ("", false),
        ] {
            assert_eq!(info(root).is_fox(), is_fox, "{root}");
        }
    }

    #[test]
    fn the_komi_of_even_games_of_fox_with_komi_0_is_unknown() {
        check_komi(&[
            ("AP[foxwq]KM[0]HA[0]", None),
            ("AP[foxwq]KM[0]", None),
            ("AP[foxwq]KM[0.0]HA[]", None),
            ("KM[0]HA[0]GN[]AP[GNU Go:3.8]", None),
            ("AP[foxwq]KM[0]HA[1]", Some(0.0)),
            ("AP[foxwq]KM[0]HA[3]", Some(0.0)),
            ("AP[foxwq]KM[650]HA[0]", Some(6.5)),
            ("AP[foxwq]KM[375]HA[0]", Some(7.5)),
            ("KM[0]HA[0]", Some(0.0)),
            ("AP[CGoban:3]KM[0]HA[0]", Some(0.0)),
            ("KM[0]HA[0]GN[a]AP[GNU Go:3.8]", Some(0.0)),
        ]);
        assert_eq!(info("AP[foxwq]KM[0]HA[0]").komi, "0");
    }

    #[test]
    fn small_hundredths_are_those_of_fox() {
        check_komi(&[
            ("KM[50]", Some(50.0)),
            ("KM[100]", Some(100.0)),
            ("KM[250]", Some(2.5)),
            ("KM[650]", Some(6.5)),
            ("AP[foxwq]KM[50]HA[2]", Some(0.5)),
            ("AP[GNU Go:3.8]KM[100]HA[2]", Some(1.0)),
            ("AP[GNU Go:3.8]GN[a]KM[100]", Some(100.0)),
            ("KM[]", None),
            ("", None),
        ]);
    }
}
