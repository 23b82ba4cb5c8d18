//! Areas, repeated boards and rules, as the engine encodes them. The expected values are those of
//! KataGo v1.17.2 (`NNInputs::fillRowV7` in `cpp/neuralnet/nninputs.cpp`, with the moves played by
//! `BoardHistory::makeBoardMoveTolerant` in `cpp/game/boardhistory.cpp`; friendly passes off, as in
//! `cpp/command/writetrainingdata.cpp`).

use super::super::row::{GLOBALS, Row};
use super::super::{Grid, KatagoGame, RuleSet, rows};
use bgo::record::game_trees;
use std::fmt::Write as _;

/// A position before the last one of some moves.
struct Case {
    name: &'static str,
    rules: &'static str,
    komi: &'static str,
    /// The stones before the moves, line by line: `X` is black.
    board: &'static str,
    /// The moves as in records, without a point for a pass.
    moves: &'static str,
    /// The area of Black and of White; nothing if the planes are empty.
    area: &'static str,
    forbidden: &'static str,
    /// The last moves, the last one first.
    history: &'static str,
    /// The numbers of the input from number 5 that are not 0.
    numbers: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "a dead stone in an eye",
        rules: "chinese",
        komi: "7",
        board: ".X.OX/XXX.X/..XXX/...../....O",
        moves: "B:dd",
        area: "XXXXX/XXXXX/..XXX/...../....O",
        forbidden: "",
        history: "",
        numbers: "5:-0.35",
    },
    Case {
        name: "the same for White, to move",
        rules: "aga",
        komi: "6.5",
        board: ".X.OX/XXX.X/..XXX/...../....O",
        moves: "W:ed B:dd",
        area: "XXXXX/XXXXX/..XXX/....O/....O",
        forbidden: "",
        history: "ed",
        numbers: "5:-0.325 6:1 7:-0.5 18:0.5",
    },
    Case {
        name: "an eye inside a dead chain",
        rules: "tromp-taylor",
        komi: "7",
        board: "......./....O../XXXXXXX/X.X.X.X/XXXXXXX/X.XXXXO/XXXXXO.",
        moves: "B:aa",
        area: "......./....O../XXXXXXX/XXXXXXX/XXXXXXX/XXXXXXX/XXXXXXX",
        forbidden: "",
        history: "",
        numbers: "5:-0.35 6:1 7:0.5 8:1",
    },
    Case {
        name: "the same with the tax of seki",
        rules: r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"SEKI","suicide":true,"hasButton":false}"#,
        komi: "7",
        board: "......./....O../XXXXXXX/X.X.X.X/XXXXXXX/X.XXXXO/XXXXXO.",
        moves: "B:aa",
        area: "......./....O../XXXXXXX/X.X.X.X/XXXXXXX/X.XXXX./XXXXX..",
        forbidden: "",
        history: "",
        numbers: "5:-0.35 6:1 7:0.5 8:1 10:1",
    },
    Case {
        name: "eyes beside points of nobody",
        rules: "chinese",
        komi: "0",
        board: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        moves: "B:",
        area: "XX.OO/XX.OO/XX.OO/XX.OO/XX.OO",
        forbidden: "",
        history: "",
        numbers: "",
    },
    Case {
        name: "eyes beside points of nobody, without points in seki",
        rules: r#"{"ko":"SIMPLE","scoring":"AREA","tax":"SEKI","suicide":false,"hasButton":false}"#,
        komi: "0",
        board: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        moves: "B:",
        area: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        forbidden: "",
        history: "",
        numbers: "10:1",
    },
    Case {
        name: "eyes beside points of nobody, with a tax on groups",
        rules: "stone-scoring",
        komi: "0",
        board: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        moves: "B:",
        area: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        forbidden: "",
        history: "",
        numbers: "10:1 11:1",
    },
    Case {
        name: "eyes beside stones only, with a tax on groups",
        rules: "stone-scoring",
        komi: "0",
        board: ".XXO./XXXOO/XXXOO/XXXOO/.XXO.",
        moves: "B:",
        area: "XXXOO/XXXOO/XXXOO/XXXOO/XXXOO",
        forbidden: "",
        history: "",
        numbers: "10:1 11:1",
    },
    Case {
        name: "territory scoring has no areas",
        rules: "japanese",
        komi: "6.5",
        board: ".XXO./XXXOO/XXXOO/XXXOO/.XXO.",
        moves: "B:",
        area: "",
        forbidden: "",
        history: "",
        numbers: "5:-0.575 9:1 10:1",
    },
    Case {
        name: "territory scoring without a tax",
        rules: r#"{"ko":"SIMPLE","scoring":"TERRITORY","tax":"NONE","suicide":false,"hasButton":false}"#,
        komi: "6.5",
        board: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        moves: "B:",
        area: "",
        forbidden: "",
        history: "",
        numbers: "5:-0.325 9:1",
    },
    Case {
        name: "territory scoring with a tax on groups",
        rules: "ancient-territory",
        komi: "6.5",
        board: ".X.O./XX.OO/XX.OO/XX.OO/.X.O.",
        moves: "B:",
        area: "",
        forbidden: "",
        history: "",
        numbers: "5:-0.325 9:1 10:1 11:1",
    },
    Case {
        name: "a chain in atari, without points in seki",
        rules: r#"{"ko":"SITUATIONAL","scoring":"AREA","tax":"SEKI","suicide":false,"hasButton":false}"#,
        komi: "5.5",
        board: ".XXOO/XXXOO/XXXO./XXXOO/.XXOO",
        moves: "B:",
        area: "XXXOO/XXXOO/XXXO./XXXOO/XXXOO",
        forbidden: "",
        history: "",
        numbers: "5:-0.275 6:1 7:-0.5 10:1 18:-0.5",
    },
    Case {
        name: "a chain in atari",
        rules: "aga",
        komi: "5.5",
        board: ".XXOO/XXXOO/XXXO./XXXOO/.XXOO",
        moves: "B:",
        area: "XXXOO/XXXOO/XXXOO/XXXOO/XXXOO",
        forbidden: "",
        history: "",
        numbers: "5:-0.275 6:1 7:-0.5 18:-0.5",
    },
    Case {
        name: "a large eye, with suicide",
        rules: "new-zealand",
        komi: "5.5",
        board: "XXXXXXX/X...X.X/X.O.XXX/X...X../XXXXX../.....O./.......",
        moves: "B:",
        area: "XXXXXXX/X...XXX/X.O.XXX/X...X../XXXXX../.....O./.......",
        forbidden: "",
        history: "",
        numbers: "5:-0.275 6:1 7:-0.5 8:1 18:-0.5",
    },
    Case {
        name: "a large eye, without suicide",
        rules: "aga",
        komi: "5.5",
        board: "XXXXXXX/X...X.X/X.O.XXX/X...X../XXXXX../.....O./.......",
        moves: "B:",
        area: "XXXXXXX/XXXXXXX/XXXXXXX/XXXXX../XXXXX../.....O./.......",
        forbidden: "",
        history: "",
        numbers: "5:-0.275 6:1 7:-0.5 18:-0.5",
    },
    Case {
        name: "a large eye, White to move",
        rules: "chinese",
        komi: "5.5",
        board: "XXXXXXX/X...X.X/X.O.XXX/X...X../XXXXX../.....O./.......",
        moves: "W:",
        area: "XXXXXXX/XXXXXXX/XXXXXXX/XXXXX../XXXXX../.....O./.......",
        forbidden: "",
        history: "",
        numbers: "5:0.275 18:0.5",
    },
    Case {
        name: "dead stones and a false eye",
        rules: "ing",
        komi: "5.5",
        board: ".X.XO/XXXXO/OOOOO/.O.OX/OOO.X",
        moves: "B:",
        area: "XXXXO/XXXXO/OOOOO/OOOOO/OOOOO",
        forbidden: "",
        history: "",
        numbers: "5:-0.275 6:1 7:0.5 8:1 18:-0.5",
    },
    Case {
        name: "a ko",
        rules: "chinese",
        komi: "7.5",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "bb",
        history: "cb",
        numbers: "5:0.375 18:0.5",
    },
    Case {
        name: "a ko after a move elsewhere",
        rules: "chinese",
        komi: "7.5",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W:ee B:de W:",
        area: "XXO../XXXO./.XO../...../...XO",
        forbidden: "",
        history: "de ee cb",
        numbers: "5:0.375 18:0.5",
    },
    Case {
        name: "a ko after a move elsewhere, positional",
        rules: "tromp-taylor",
        komi: "7.5",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W:ee B:de W:",
        area: "XXO../XXXO./.XO../...../...XO",
        forbidden: "",
        history: "de ee cb",
        numbers: "5:0.375 6:1 7:0.5 8:1 18:0.5",
    },
    Case {
        name: "a ko after two passes, positional",
        rules: "tromp-taylor",
        komi: "7.5",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W: B:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "",
        history: "pass cb",
        numbers: "5:-0.375 6:1 7:0.5 8:1 14:1 18:-0.5",
    },
    Case {
        name: "a ko after a pass, for the player who took it",
        rules: "aga",
        komi: "7.5",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W: B:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "",
        history: "pass cb",
        numbers: "5:-0.375 6:1 7:-0.5 14:1 18:-0.5",
    },
    Case {
        name: "a ko that comes up again, situational",
        rules: "aga",
        komi: "7.5",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W:ee B:de W:bb B:",
        area: "XXO../XOOO./.XO../...../...XO",
        forbidden: "cb",
        history: "bb de ee cb",
        numbers: "5:-0.375 6:1 7:-0.5 18:-0.5",
    },
    Case {
        name: "three kos before the sixth capture, positional",
        rules: "tromp-taylor",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:",
        area: "XXOOOOOOO/XOOOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO",
        forbidden: "be bh",
        history: "ce bb ch be cb",
        numbers: "5:0.35 6:1 7:0.5 8:1",
    },
    Case {
        name: "three kos before the sixth capture, situational",
        rules: "aga",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:",
        area: "XXOOOOOOO/XOOOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO",
        forbidden: "be bh",
        history: "ce bb ch be cb",
        numbers: "5:0.35 6:1 7:-0.5",
    },
    Case {
        name: "three kos before the sixth capture, simple",
        rules: "chinese",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:",
        area: "XXOOOOOOO/XOOOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO",
        forbidden: "be",
        history: "ce bb ch be cb",
        numbers: "5:0.35",
    },
    Case {
        name: "three kos before the sixth capture, positional without suicide",
        rules: "chinese-ogs",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:",
        area: "XXOOOOOOO/XOOOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO",
        forbidden: "be bh",
        history: "ce bb ch be cb",
        numbers: "5:0.35 6:1 7:0.5",
    },
    Case {
        name: "three kos before the sixth capture, Spight",
        rules: r#"{"ko":"SPIGHT","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false}"#,
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:",
        area: "XXOOOOOOO/XOOOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO/XXOOOOOOO/XXXOOOOOO/XXOOOOOOO",
        forbidden: "be bh",
        history: "ce bb ch be cb",
        numbers: "5:0.35 6:1 7:0.5",
    },
    Case {
        name: "three kos after two rounds: no result",
        rules: "japanese",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:bh B:cb W:be B:ch W:bb B:ce W:bh B:",
        area: "",
        forbidden: "ch",
        history: "bh",
        numbers: "5:-0.3 9:1 10:1",
    },
    Case {
        name: "three kos after two rounds and a move",
        rules: "japanese",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:bh B:cb W:be B:ch W:bb B:ce W:bh B:cb W:",
        area: "",
        forbidden: "bb",
        history: "cb",
        numbers: "5:0.35 9:1 10:1",
    },
    Case {
        name: "three kos after one round",
        rules: "korean",
        komi: "7",
        board: ".XO....../XO.O...../.XO....../.XO....../X.XO...../.XO....../.XO....../XO.O...../.XO......",
        moves: "B:cb W:be B:ch W:bb B:ce W:bh B:",
        area: "",
        forbidden: "ch",
        history: "bh ce bb ch be",
        numbers: "5:-0.3 9:1 10:1",
    },
    Case {
        name: "two stones for one, positional",
        rules: "tromp-taylor",
        komi: "7",
        board: ".O.O./XXOO./...../...../.....",
        moves: "W:aa B:ca W:",
        area: "XXXO./XXOO./...../...../.....",
        forbidden: "ba",
        history: "ca aa",
        numbers: "5:0.35 6:1 7:0.5 8:1",
    },
    Case {
        name: "two stones for one, situational",
        rules: "new-zealand",
        komi: "7",
        board: ".O.O./XXOO./...../...../.....",
        moves: "W:aa B:ca W:",
        area: "XXXO./XXOO./...../...../.....",
        forbidden: "",
        history: "ca aa",
        numbers: "5:0.35 6:1 7:-0.5 8:1",
    },
    Case {
        name: "two stones for one, simple",
        rules: "japanese",
        komi: "7",
        board: ".O.O./XXOO./...../...../.....",
        moves: "W:aa B:ca W:",
        area: "",
        forbidden: "",
        history: "ca aa",
        numbers: "5:0.25 9:1 10:1",
    },
    Case {
        name: "a pass on the same board as before, simple",
        rules: "chinese",
        komi: "7",
        board: ".X.X./OOXX./...../...../.....",
        moves: "W: B:aa W:ca B:ba W:",
        area: ".XXX./OOXX./...../...../.....",
        forbidden: "",
        history: "ba ca aa pass",
        numbers: "5:0.35 14:1",
    },
    Case {
        name: "after such a pass",
        rules: "chinese",
        komi: "7",
        board: ".X.X./OOXX./...../...../.....",
        moves: "W: B:aa W:ca B:ba W: B:",
        area: ".XXX./OOXX./...../...../.....",
        forbidden: "",
        history: "pass",
        numbers: "5:-0.35 14:1",
    },
    Case {
        name: "a move after such a pass",
        rules: "chinese",
        komi: "7",
        board: ".X.X./OOXX./...../...../.....",
        moves: "W: B:aa W:ca B:ba W: B:ee W:",
        area: ".XXX./OOXX./...../...../....X",
        forbidden: "",
        history: "ee pass",
        numbers: "5:0.35",
    },
    Case {
        name: "a pass on the same board as before, Spight",
        rules: r#"{"ko":"SPIGHT","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false}"#,
        komi: "7",
        board: ".X.X./OOXX./...../...../.....",
        moves: "W: B:aa W:ca B:ba W:",
        area: ".XXX./OOXX./...../...../.....",
        forbidden: "",
        history: "ba ca aa pass",
        numbers: "5:0.35 6:1 7:0.5 14:1",
    },
    Case {
        name: "passes alone end nothing by Spight",
        rules: r#"{"ko":"SPIGHT","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false}"#,
        komi: "7",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W: B:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "",
        history: "pass cb",
        numbers: "5:-0.35 6:1 7:0.5",
    },
    Case {
        name: "suicide repeats a board",
        rules: "tromp-taylor",
        komi: "1",
        board: "..O/OO./...",
        moves: "B:aa W: B:",
        area: "X.O/OOO/OOO",
        forbidden: "ba",
        history: "pass aa",
        numbers: "5:-0.05 6:1 7:0.5 8:1 14:1",
    },
    Case {
        name: "suicide is not allowed",
        rules: "chinese-ogs",
        komi: "1",
        board: "..O/OO./...",
        moves: "B:aa W: B:",
        area: "X.O/OOO/OOO",
        forbidden: "",
        history: "pass aa",
        numbers: "5:-0.05 6:1 7:0.5 14:1",
    },
    Case {
        name: "a button",
        rules: "aga-button",
        komi: "7",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "bb",
        history: "cb",
        numbers: "5:0.35 6:1 7:-0.5 17:1",
    },
    Case {
        name: "the button is taken",
        rules: "aga-button",
        komi: "7",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W: B:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "",
        history: "pass cb",
        numbers: "5:-0.375 6:1 7:-0.5 18:-0.5",
    },
    Case {
        name: "a pass after the button is taken",
        rules: "aga-button",
        komi: "7",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W: B: W:",
        area: "XXO../XXXO./.XO../...../.....",
        forbidden: "",
        history: "pass pass cb",
        numbers: "5:0.375 6:1 7:-0.5 14:1 18:0.5",
    },
    Case {
        name: "the button lets boards come again",
        rules: r#"{"ko":"POSITIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":true}"#,
        komi: "7",
        board: ".XO../XO.O./.XO../...../.....",
        moves: "B:cb W:ee B:de W:bb B: W: B:",
        area: "XXO../XOOO./.XO../...../...XO",
        forbidden: "",
        history: "pass pass bb de ee",
        numbers: "5:-0.325 6:1 7:0.5 14:1 18:0.5",
    },
    Case {
        name: "handicap, Chinese",
        rules: "chinese",
        komi: "0.5",
        board: "...../.X.../...../...X./.....",
        moves: "W:",
        area: "XXXXX/XXXXX/XXXXX/XXXXX/XXXXX",
        forbidden: "",
        history: "",
        numbers: "5:0.125 18:-0.5",
    },
    Case {
        name: "handicap, American",
        rules: "aga",
        komi: "0.5",
        board: "...../.X.../...../...X./.....",
        moves: "W:",
        area: "XXXXX/XXXXX/XXXXX/XXXXX/XXXXX",
        forbidden: "",
        history: "",
        numbers: "5:0.075 6:1 7:-0.5 18:0.5",
    },
    Case {
        name: "handicap, Japanese",
        rules: "japanese",
        komi: "0.5",
        board: "...../.X.../...../...X./.....",
        moves: "W:",
        area: "",
        forbidden: "",
        history: "",
        numbers: "5:0.125 9:1 10:1",
    },
    Case {
        name: "a komi beyond the board",
        rules: "chinese",
        komi: "99.5",
        board: "...../...../...../...../.....",
        moves: "B:",
        area: "",
        forbidden: "",
        history: "",
        numbers: "5:-2.25",
    },
    Case {
        name: "an even board",
        rules: "chinese",
        komi: "7.5",
        board: "....../....../....../....../....../......",
        moves: "B:",
        area: "",
        forbidden: "",
        history: "",
        numbers: "5:-0.375 18:0.5",
    },
    Case {
        name: "an even board, White",
        rules: "chinese",
        komi: "7.5",
        board: "....../....../....../....../....../......",
        moves: "B:cc W:",
        area: "XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX/XXXXXX",
        forbidden: "",
        history: "cc",
        numbers: "5:0.375 18:-0.5",
    },
    Case {
        name: "history with passes",
        rules: "chinese",
        komi: "7.5",
        board: "....../....../....../....../....../......",
        moves: "B:cc W:bb B: W:dd B:ee W:",
        area: "....../.O..../..X.../...O../....X./......",
        forbidden: "",
        history: "ee dd pass bb cc",
        numbers: "5:0.375 18:-0.5",
    },
];

impl Case {
    fn row(&self) -> Row {
        let lines: Vec<&str> = self.board.split('/').collect();
        let mut text = format!("(;SZ[{}]KM[{}]RU[{}]", lines.len(), self.komi, self.rules);
        for (property, stone) in [("AB", 'X'), ("AW", 'O')] {
            let stones = |(y, line): (usize, &&str)| -> String {
                let stones = line.char_indices().filter(|(_, letter)| *letter == stone);
                stones.map(|(x, _)| format!("[{}]", point(x, y))).collect()
            };
            let placed: String = lines.iter().enumerate().map(stones).collect();
            if !placed.is_empty() {
                text += property;
                text += &placed;
            }
        }
        for mv in self.moves.split(' ') {
            let (color, point) = mv.split_once(':').expect("a colour and a point");
            write!(text, ";{color}[{point}]").expect("memory");
        }
        let record = game_trees(&text).next().expect("a tree").game.expect("a game");
        let game = KatagoGame::new(record, RuleSet::Japanese, 19).expect("a game to use");
        let last = game.positions() - 1;
        assert_eq!(last, self.moves.matches(' ').count(), "{}", self.name);
        let mut found = Vec::new();
        rows(&game, &Grid::new(lines.len(), 19), &|ply| ply == last, &mut found);
        found.swap_remove(0)
    }

    /// Returns the area of Black and of White as a board, or nothing if there is none.
    fn shown_area(&self, row: &Row) -> String {
        let lines = self.board.split('/').count();
        let last = self.moves.rsplit(' ').next();
        let (own, other) = match last.is_some_and(|last| last.starts_with('B')) {
            true => ('X', 'O'),
            false => ('O', 'X'),
        };
        if row.planes[18].is_empty() && row.planes[19].is_empty() {
            return String::new();
        }
        let letter = |point: usize| match (row.planes[18].has(point), row.planes[19].has(point)) {
            (true, false) => own,
            (false, true) => other,
            (false, false) => '.',
            (true, true) => '?',
        };
        let line = |y: usize| (0..lines).map(|x| letter(19 * y + x)).collect::<String>();
        (0..lines).map(line).collect::<Vec<_>>().join("/")
    }
}

fn point(x: usize, y: usize) -> String {
    [x, y].map(|part| char::from(b'a' + part as u8)).iter().collect()
}

fn shown_points(row: &Row, plane: usize) -> Vec<String> {
    let points = row.planes[plane].iter();
    points.map(|place| point(place % 19, place / 19)).collect()
}

fn shown_history(row: &Row) -> String {
    let played = (0..5).flat_map(|back| match row.globals[back] {
        0.0 => shown_points(row, 9 + back),
        _ => vec!["pass".to_owned()],
    });
    played.collect::<Vec<_>>().join(" ")
}

fn shown_numbers(row: &Row) -> String {
    let numbers = (5..GLOBALS).filter(|number| row.globals[*number] != 0.0);
    let shown = numbers.map(|number| format!("{number}:{}", row.globals[number]));
    shown.collect::<Vec<_>>().join(" ")
}

#[test]
fn rows_of_small_positions_are_those_of_the_engine() {
    for case in CASES {
        let row = case.row();
        let name = case.name;
        assert_eq!(case.shown_area(&row), case.area, "{name}");
        assert_eq!(shown_points(&row, 6).join(" "), case.forbidden, "{name}");
        assert_eq!(shown_history(&row), case.history, "{name}");
        assert_eq!(shown_numbers(&row), case.numbers, "{name}");
    }
}
