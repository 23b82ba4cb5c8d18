use super::*;
use crate::render::Coordinates;
use bgo::internal::facts::Description;
use bgo::internal::go::KeyTables;
use bgo::internal::record::game_trees;

fn scenes(record: &str) -> Vec<Scene> {
    let record = game_trees(record).next().expect("a tree").game.expect("a game");
    Scene::of_record(&record, KeyTables::built_in())
}

fn diagram(record: &str, moves: &str, is_plain: bool) -> Diagram {
    let scenes = scenes(record);
    let last = scenes[scenes.len() - 1].move_number;
    let range = ranges(Some(moves), None, last).expect("a range")[0];
    Diagram::new(&scenes, range, is_plain)
}

/// Returns each stone with its label, other labels, and what is told below.
fn told(diagram: &Diagram) -> String {
    let label = |point: Point| diagram.labels.iter().find(|(known, _)| *known == point);
    let stones = diagram.stones.iter().map(|&(point, color)| {
        let label = label(point).map_or_else(String::new, |(_, label)| format!("={label}"));
        format!("{}{point}{label}", color.letter())
    });
    let empty = diagram
        .labels
        .iter()
        .filter(|(point, _)| diagram.stone(*point).is_none());
    let empty = empty.map(|(point, label)| format!("{point}={label}"));
    let below = diagram.below.iter();
    let below = below.map(|(place, numbers)| Language::En.below(place.as_deref(), numbers).replace('\u{A0}', " "));
    stones.chain(empty).chain(below).collect::<Vec<_>>().join(" ")
}

/// Black takes a ko, White takes it back after a pass, and Black again.
const KO: &str = "(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb];B[];W[];B[cb];W[gg])";

#[test]
fn moves_have_numbers_and_those_of_a_ko_are_told_below() {
    assert_eq!(
        told(&diagram(KO, "1-", false)),
        "Bba Wca Bab Wbb=a Wdb Bbc Wcc Bcb=1 Wgg=8 2, 3, 5, 6 pass 4 at a 7 at 1"
    );
    // What earlier diagrams showed has no numbers; what they captured is gone.
    assert_eq!(told(&diagram(KO, "4", false)), "Bba Wca Bab Bcb Wdb Bbc Wcc Wbb=4");
    assert_eq!(
        told(&diagram(KO, "2-4", false)),
        "Bba Wca Bab Bcb Wdb Bbc Wcc Wbb=4 2, 3 pass"
    );
}

#[test]
fn a_plain_diagram_is_the_position_after_the_moves() {
    assert_eq!(told(&diagram(KO, "0", true)), "Bba Wca Bab Wbb Wdb Bbc Wcc");
    assert_eq!(told(&diagram(KO, "1-8", true)), "Bba Wca Bab Bcb Wdb Bbc Wcc Wgg");
    assert_eq!(diagram(KO, "1-8", true).moves, MoveRange { first: 8, last: 8 });
}

#[test]
fn setup_between_moves_has_no_numbers() {
    let record = "(;SZ[9]AB[aa];W[bb];AW[cc]AE[aa];B[dd];AB[ee])";
    assert_eq!(told(&diagram(record, "1-2", false)), "Wbb=1 Wcc Bdd=2");
    assert_eq!(told(&diagram(record, "1", false)), "Baa Wbb=1");
    assert_eq!(told(&diagram(record, "2", false)), "Wbb Wcc Bdd=2");
}

#[test]
fn marks_leave_the_numbers_of_moves() {
    let mut diagram = diagram("(;SZ[9];B[aa];W[bb])", "2", false);
    let points = [("aa", "△"), ("bb", "a"), ("cc", "b")];
    diagram.mark(points.map(|(point, label)| (Point::from_sgf(point).expect("a point"), label.to_owned())));
    assert_eq!(told(&diagram), "Baa=△ Wbb=2 cc=b");
    let svg = diagram.board(None);
    assert!(svg.contains(">2</text>") && svg.contains("l5.2 9h-10.4z"), "{svg}");
    // A blank disc takes the lines away from below a letter.
    assert!(
        svg.contains("<circle cx=\"51\" cy=\"51\" r=\"7.5\" fill=\"#fff\"/>"),
        "{svg}"
    );
}

#[test]
fn letters_of_marks_are_not_given_twice() {
    let ko = "(;SZ[9]AB[ba][ab][bc][cb]AW[ca][db][cc]LB[ee:a][ef:b];W[bb];B[cb];W[bb]LB[ee:a][ef:b])";
    let record = scenes(ko);
    let marked = diagram(ko, "1-3", false).with_marks(&record);
    let mut labels: Vec<&str> = marked.labels.iter().map(|(_, label)| &label[..]).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), marked.labels.len(), "{labels:?}");
    let places = marked.below.iter().filter_map(|(place, _)| place.as_deref());
    assert!(places.clone().all(|place| labels.contains(&place)));
    assert!(places.clone().all(|place| place != "a"), "that of the record");
}

#[test]
fn letters_go_on_after_z() {
    assert_eq!(
        [0, 25, 26, 51, 52, 701, 702].map(letter),
        ["a", "z", "aa", "az", "ba", "zz", "aaa"]
    );
}

fn sheet<'a>(title: Option<&'a str>, game: Option<&'a Description>) -> Sheet<'a> {
    Sheet {
        title,
        game,
        is_swapped: false,
        coordinates: None,
        language: Language::En,
        columns: 1,
    }
}

#[test]
fn a_board_has_its_lines_stars_stones_and_numbers() {
    let diagram = diagram("(;SZ[5]AB[aa];W[bb];B[ee])", "1-", false);
    insta::assert_snapshot!(sheet(None, None).draw(&[diagram], 1..=1, 1), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260.0 133.6" width="260.0" height="133.6" xml:lang="en" font-family="Arial, Helvetica, 'Liberation Sans', sans-serif">
    <rect width="260.0" height="133.6" fill="#fff"/>
    <g transform="translate(79.0 2.0)">
    <path d="M31 11V91M51 11V91M71 11V91M11 31H91M11 51H91M11 71H91" stroke="#000" stroke-width="0.7"/>
    <path d="M11 11V91M91 11V91M11 11H91M11 91H91" stroke="#000" stroke-width="1.6" stroke-linecap="square"/>
    <circle cx="11" cy="11" r="9.6"/>
    <circle cx="31" cy="31" r="9.2" fill="#fff" stroke="#000"/>
    <circle cx="91" cy="91" r="9.6"/>
    <text x="31" y="35.7" font-size="13" text-anchor="middle" fill="#000">1</text>
    <text x="91" y="95.7" font-size="13" text-anchor="middle" fill="#fff">2</text>
    </g>
    <text x="81.0" y="117.6" font-size="13" font-weight="bold">(1–2)</text>
    </svg>
    "##);
}

#[test]
fn an_area_ends_half_a_line_inside_the_board_and_has_its_own_names() {
    let diagram = diagram("(;SZ[19];B[pd];W[dp])", "1-", false).within(Area::corner(4, 4, BoardSize::MAX));
    insta::assert_snapshot!(diagram.board(Some(Coordinates::Western)), @r##"
    <path d="M27 27V97M47 27V97M67 27V97M17 47H87M17 67H87M17 87H87" stroke="#000" stroke-width="0.7"/>
    <path d="M87 27V97M17 27H87" stroke="#000" stroke-width="1.6" stroke-linecap="square"/>
    <circle cx="27" cy="87" r="2.2"/>
    <circle cx="27" cy="87" r="9.6"/>
    <text x="27" y="91.7" font-size="13" text-anchor="middle" fill="#fff">1</text>
    <g font-size="9" text-anchor="middle">
    <text x="27" y="11.2">Q</text>
    <text x="27" y="109.2">Q</text>
    <text x="47" y="11.2">R</text>
    <text x="47" y="109.2">R</text>
    <text x="67" y="11.2">S</text>
    <text x="67" y="109.2">S</text>
    <text x="87" y="11.2">T</text>
    <text x="87" y="109.2">T</text>
    <text x="8" y="30.2">19</text>
    <text x="106" y="30.2">19</text>
    <text x="8" y="50.2">18</text>
    <text x="106" y="50.2">18</text>
    <text x="8" y="70.2">17</text>
    <text x="106" y="70.2">17</text>
    <text x="8" y="90.2">16</text>
    <text x="106" y="90.2">16</text>
    </g>
    "##);
}

#[test]
fn sheets_number_their_diagrams_and_keep_their_size() {
    let scenes = scenes("(;SZ[9];B[aa];W[bb];B[cc])");
    let all = ["1", "2", "3"].map(|moves| {
        let range = ranges(Some(moves), None, 3).expect("a range")[0];
        Diagram::new(&scenes, range, false)
    });
    let sheet = sheet(None, None);
    let drawn = [1, 3, 5].map(|first| {
        sheet.draw(
            &all[all.len().min(first - 1)..all.len().min(first + 1)],
            first..=all.len(),
            2,
        )
    });
    assert!(
        drawn[0].contains("Diagram 1 (1)") && drawn[0].contains("Diagram 2 (2)"),
        "{}",
        drawn[0]
    );
    assert!(drawn[1].contains("Diagram 3 (3)"), "{}", drawn[1]);
    let height = |svg: &str| {
        svg.split_once(" height=\"")
            .expect("a height")
            .1
            .split_once('"')
            .expect("an end")
            .0
            .to_owned()
    };
    let heights = [&drawn[0], &drawn[1]].map(|svg| height(svg).parse::<f64>().expect("a number"));
    assert!((heights[0] - heights[1]).abs() < 25.0, "{heights:?}");
    assert_eq!(drawn[2], "");
}

#[test]
fn names_are_escaped_and_cut_and_long_facts_are_broken() {
    let game = Description {
        black: Some("<b> & \"x\"\u{1}\u{FFFF}".to_owned()),
        white: Some("本因坊".repeat(40)),
        event: Some("a long word".repeat(20)),
        result: Some("B+R".to_owned()),
        komi: Some(6.5),
        ..Description::default()
    };
    let one = diagram("(;SZ[9];B[aa])", "1-", false);
    let svg = sheet(Some("1 < 2"), Some(&game)).draw(std::slice::from_ref(&one), 1..=1, 1);
    for part in [
        ">&lt;b&gt; &amp; &quot;x&quot;??<",
        ">1 &lt; 2<",
        "本因…<",
        ">a long worda long",
        "B+R<",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    let texts = svg
        .split("<text")
        .skip(1)
        .map(|text| text.split('<').next().unwrap_or_default().len());
    assert!(texts.max() < Some(200), "{svg}");
    let swapped = Sheet {
        is_swapped: true,
        ..sheet(None, Some(&game))
    };
    let svg = swapped.draw(&[one], 1..=1, 1);
    assert!(
        !svg.contains("B+R") && svg.find("fill=\"#fff\" stroke") < svg.find("fill=\"#000\" stroke"),
        "{svg}"
    );
}

#[test]
fn captions_are_in_every_language() {
    let range = MoveRange { first: 51, last: 100 };
    let captions = Language::ALL.map(|(_, language)| {
        [
            language.caption(2, false, range),
            language.below(Some("95"), &[98, 102]),
            language.below(None, &[103]),
        ]
        .join("; ")
        .replace('\u{A0}', " ")
    });
    assert_eq!(
        captions,
        [
            "Diagram 2 (51–100); 98, 102 at 95; 103 pass",
            "第2譜 (51–100); 98, 102 (95); 103 パス",
            "제2보 (51–100); 98, 102…95; 103 한 수 쉼",
            "第2谱 (51–100); 98, 102 = 95; 103 停一手",
            "第2譜 (51–100); 98, 102 = 95; 103 停一手",
        ]
    );
    assert_eq!(Language::En.caption(1, true, range), "(51–100)");
    assert_eq!(Language::En.caption(1, true, MoveRange { first: 0, last: 0 }), "");
}

#[test]
fn every_board_is_drawn_on_a_page_of_its_own() {
    for lines in 2..=19 {
        let empty = diagram(&format!("(;SZ[{lines}])"), "0", false);
        let svg = sheet(None, None).draw(&[empty], 1..=1, 1);
        let page = html("<title>", Language::Ja, &[svg.clone(), svg]);
        assert!(
            page.contains("<title>&lt;title&gt;</title>") && page.contains("lang=\"ja\""),
            "{page}"
        );
        assert_eq!(page.matches("<section>").count(), 2);
    }
}
