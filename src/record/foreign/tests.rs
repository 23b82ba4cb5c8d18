mod encodings;
mod gib;
mod header_values;
mod lost_moves;
mod ngf;
mod ugf;

use super::Translated;
use ngf::NGF;

/// Returns the SGF of a record, without what every one begins with.
fn sgf(text: &str) -> String {
    let translated = Translated::of(text).expect("foreign");
    let sgf = translated
        .sgf
        .strip_prefix("(;GM[1]FF[4]CA[UTF-8]")
        .expect("a beginning");
    sgf.to_owned()
}

/// Returns the fault of a record and the text of its line from there on.
fn fault(text: &str) -> String {
    let repair = Translated::of(text)
        .expect("foreign")
        .repairs
        .first()
        .expect("a fault")
        .clone();
    let rest = text[repair.offset..].lines().next().unwrap_or_default();
    format!("{} @ {rest}", repair.reason)
}

#[test]
fn endless_values_take_neither_time_nor_room() {
    let digits = "1".repeat(1 << 20);
    for text in [
        format!("\\HS\n\\[GAMERESULT=black {digits}\\]\n\\[GAMEBLACKNAME=a({digits})\\]\n\\HE\n\\GS\n\\GE\n"),
        format!("[Header]\nPlayerB=a,{digits}\nWinner=B,{digits}\n[Data]\n"),
        NGF.replace("3D*", &digits).replace("Black wins", &digits),
        format!("\\HS\n{}", "\\[=\\[GAMETAG=a,b".repeat(1 << 18)),
        format!("[Header]\n{}", "=\n".repeat(1 << 20)),
    ] {
        assert!(sgf(&text).len() < text.len() + 200);
    }
}
