//! Tests of questions as names and values.

use super::*;
use crate::go::{Color, Point};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn parsed(text: &str) -> Result<Question, QuestionError> {
    Question::parse(text.split_whitespace().filter_map(|pair| pair.split_once('=')))
}

fn printed(question: &Question) -> String {
    let pairs = question.to_pairs().into_iter();
    let pairs = pairs.map(|(name, value)| format!("{name}={value}"));
    pairs.collect::<Vec<_>>().join(" ")
}

#[test]
fn questions_are_printed_as_they_were_read() {
    for text in [
        "",
        "moves=gg,dd,pass size=13",
        "moves=pd stones=Bdd,Wqq to_play=W swap=true player=cho year=1990..1999",
        "moves=pd,qf stones=Bdp area=ma,sh wildcards=ra,sa fixed_colors=true next=X at=10..60 stood=4..",
        "pattern=+--/|.X/|1O in_place=true touching=true direct=true strict=true result=B+R",
    ] {
        let question = parsed(text).expect(text);
        assert_eq!(printed(&question), text);
    }
    // Forms that mean the same are printed in one.
    let question = parsed("stones=2 moves=E5 size=9 area=corner,5 next=any stood=1 swap=false").expect("a question");
    assert_eq!(
        printed(&question),
        "moves=ee stones=Bgc,Bcg size=9 to_play=W area=ea,ie"
    );
}

#[test]
fn every_example_is_read() {
    for parameter in &PARAMETERS {
        let with = match parameter.name {
            "wildcards" => "area=corner,9 stones=Bpd",
            "area" => "stones=Bpd",
            "strict" => "pattern=|.X/|1O",
            _ if parameter.option.is_some() => "pattern=+--/|.X/|.O",
            _ => "",
        };
        let line = format!("{}={} {with}", parameter.name, parameter.example);
        parsed(&line).expect(&line);
    }
}

#[test]
fn the_parameter_that_is_wrong_is_named() {
    for (text, name, said) in [
        ("mvoes=pd", "mvoes", "there is no parameter \"mvoes\""),
        ("moves=pd moves=dp", "moves", "moves is given more than once"),
        ("size=99", "size", "only square boards of 2 to 19 lines"),
        ("to_play=black", "to_play", "to_play must be one of B, W"),
        ("swap=yes", "swap", "swap must be true or false"),
        ("moves=zz9", "moves", "zz9"),
        ("moves=pd,pd", "moves", "cannot play pd"),
        ("stones=Xpd", "stones", "is not a stone on this board: write Bpd or Wdp"),
        ("stones=Bpd,Wpd", "stones", "pd has two stones"),
        ("stones=12", "stones", "a handicap on the 19x19 board is 2 to 9 stones"),
        ("player=", "player", ""),
        ("year=abc", "year", "is not a range of years"),
        ("next=green pattern=X", "next", "is not a colour"),
        ("strict=1 pattern=X", "strict", "strict must be true or false"),
        (
            "next=any",
            "next",
            "next is about a part of the board: name one with area or pattern",
        ),
        ("wildcards=pd", "wildcards", "wildcards is about a part of the board"),
        ("area=pa,sd pattern=X", "area", "give area or pattern, not both"),
        (
            "area=pa,sd stones=Bqd swap=true",
            "swap",
            "unless fixed_colors is given",
        ),
        (
            "area=pa,sd stones=Bqd wildcards=aa",
            "wildcards",
            "aa is not a point of the area pa,sd",
        ),
        ("area=pa stones=Bqd", "area", "pa"),
        ("pattern=X wildcards=pa", "wildcards", "write * in the diagram"),
        ("pattern=X stones=Bpa", "stones", "a diagram has its own stones"),
        ("pattern=X moves=pd", "moves", "a diagram has its own stones"),
        ("pattern=?!", "pattern", ""),
        ("pattern=X strict=true", "strict", ""),
        ("pattern=X in_place=true", "in_place", ""),
    ] {
        if text == "player=" {
            // An empty value takes a condition away.
            assert_eq!(printed(&parsed(text).expect("a question")), "");
            continue;
        }
        let error = parsed(text).expect_err(text);
        assert_eq!(error.parameter(), name, "{text}: {error}");
        assert!(error.to_string().contains(said), "{text}: {error}");
    }
}

#[test]
fn white_begins_after_a_handicap_unless_told_otherwise() {
    for (text, color) in [
        ("moves=ee", Color::Black),
        ("moves=ee stones=2", Color::White),
        ("moves=ee stones=2 to_play=B", Color::Black),
    ] {
        assert_eq!(parsed(text).expect(text).board().moves()[0].color, color, "{text}");
    }
}

#[test]
fn a_wildcard_may_be_a_stone_of_the_line() {
    let question = parsed("moves=qc,qd area=pa,sd wildcards=qc").expect("a question");
    let pattern = question.pattern().expect("a pattern").expect("an area");
    assert!(pattern.pattern().to_string().contains('*'));
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same_question(
        (size, points) in (9..=19_u8).prop_flat_map(|size| (Just(size), vec((0..size, 0..size), 2..12))),
        split in 0..12_usize,
        (white, swap) in any::<(bool, bool)>(),
        scope in 0..3_u8,
        options in subsequence((8..16_usize).collect::<Vec<_>>(), 0..=8),
        conditions in subsequence(&["player=cho", "player=李", "white==go", "year=1990..", "komi=..-5.5", "words=cup"][..], 0..=6),
        diagram in select(&["|.X/|1O", "+-/|X", ".XO./*xo#", "|1.2/|.X."][..]),
        wildcard in of(0..12_usize),
    ) {
        let mut points: Vec<String> = points.iter().map(|&(x, y)| Point::new(x, y).to_string()).collect();
        points.sort();
        points.dedup();
        let (stones, moves) = points.split_at(split.min(points.len()));
        let stones: Vec<String> = stones.iter().zip("BW".chars().cycle()).map(|(point, c)| format!("{c}{point}")).collect();
        let mut pairs = vec![("size", size.to_string()), ("to_play", if white { "W" } else { "B" }.to_owned())];
        match scope {
            2 => pairs.push(("pattern", diagram.to_owned())),
            _ => pairs.extend([("stones", stones.join(",")), ("moves", moves.join(","))]),
        }
        match scope {
            0 => pairs.push(("swap", swap.to_string())),
            1 => pairs.push(("area", format!("aa,{}", Point::new(size - 2, size - 1)))),
            _ => {}
        }
        if scope > 0 {
            pairs.extend(options.iter().map(|&at| (PARAMETERS[at].name, PARAMETERS[at].example.to_owned())));
        }
        if let (1, Some(at)) = (scope, wildcard) {
            pairs.extend(points.get(at).map(|point| ("wildcards", point.clone())));
        }
        pairs.extend(conditions.iter().filter_map(|pair| pair.split_once('=')).map(|(name, value)| (name, value.to_owned())));
        // Stones may lack liberties or lie outside the area; those questions are refused.
        if let Ok(question) = Question::parse(pairs.iter().map(|(name, value)| (*name, value.as_str()))) {
            let printed = question.to_pairs();
            let again = Question::parse(printed.iter().map(|(name, value)| (*name, value.as_str())));
            prop_assert_eq!(again.expect("a question"), question.clone());
            prop_assert_eq!(Question::from_text(&question.to_text()).expect("a question"), question);
        }
    }
}
