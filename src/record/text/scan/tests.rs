use super::*;
use proptest::prelude::*;

/// Returns the main line of each game, with nodes and values joined.
fn games(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text);
    let mut games = Vec::new();
    while scanner.next_game().is_some() {
        let mut line = String::new();
        while let Some(token) = scanner.next_token() {
            match token {
                Token::Fork | Token::Unfork => {}
                Token::Node => line.push(';'),
                Token::Value { ident, raw, .. } => {
                    line.push_str(&format!("{ident}[{raw}]"));
                }
            }
        }
        scanner.end_game();
        games.push(line);
    }
    games
}

#[test]
fn the_first_variation_is_the_main_line() {
    assert_eq!(
        games("(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))"),
        [";SZ[9];B[aa];W[bb];B[cc]"]
    );
}

#[test]
fn brackets_in_values_are_escaped_and_parentheses_in_them_are_text() {
    assert_eq!(games(r"(;C[a\]b;(;)];B[aa])"), [r";C[a\]b;(;)];B[aa]"]);
}

#[test]
fn a_tree_is_one_line_after_another() {
    let tree = "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))";
    let text = format!("{tree}(;B[ff])");
    let mut scanner = Scanner::new(&text);
    scanner.next_game();
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        while let Some(token) = scanner.next_token() {
            match token {
                Token::Fork => line.push('('),
                Token::Unfork | Token::Node => {}
                Token::Value { raw, .. } => line.push_str(raw),
            }
        }
        lines.push(line);
        if !scanner.close() {
            break;
        }
    }
    assert_eq!(lines, ["aa(bb(cc", "(dd", "", "(ee", ""]);
    assert_eq!(scanner.end_game(), tree.len());
}

#[test]
fn several_games_with_remarks_between_them() {
    let text = "A remark (MA property) first.\n(;B[aa])\n) stray\n( ;B[bb](;W[cc])(;W[dd]))(FF[4];B[ee])";
    assert_eq!(games(text), [";B[aa]", ";B[bb];W[cc]", "FF[4];B[ee]"]);
}

#[test]
fn identifiers_of_older_versions() {
    assert_eq!(
        games("(;GaMe[1]SiZe[9];Black[aa];White[bb];b[cc]AddBlack[dd]MULTIGOGM[1])"),
        [";GM[1]SZ[9];B[aa];W[bb];B[cc]AB[dd][1]"]
    );
}

#[test]
fn missing_ends_are_forgiven() {
    assert_eq!(
        games("(;SZ[9];B[aa];W[b"),
        [";SZ[9];B[aa];W[b"].map(|s| format!("{s}]"))
    );
    assert_eq!(games("(;B[aa](;W[bb]"), [";B[aa];W[bb]"]);
    assert_eq!(games(";FF[4];B[aa]"), [";FF[4];B[aa]"]);
    assert!(games("nothing (at all) here").is_empty());
    assert!(games("").is_empty());
}

#[test]
fn a_value_without_its_bracket_says_so() {
    let mut scanner = Scanner::new("(;C[open");
    scanner.next_game();
    scanner.next_token();
    assert!(matches!(
        scanner.next_token(),
        Some(Token::Value {
            end: ValueEnd::Open,
            raw: "open",
            offset: 4,
            ..
        })
    ));
    assert_eq!(scanner.end_game(), 8);
}

proptest! {
    #[test]
    fn any_text_is_read_to_its_end(text in r"[();\[\]\\A-Ca-c é\n]{0,200}") {
        games(&text);
    }
}
