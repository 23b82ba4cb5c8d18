//! Readers of the moves that do no more than the formats demand. A move is its colour, and column and
//! row unless it is a pass.

pub fn gib(text: &str) -> Vec<(char, Option<(u8, u8)>)> {
    let mut turn = if text.contains("INI 0 1 0") { 'B' } else { 'W' };
    let mut moves = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let point = match words[0] {
            "STO" => Some((words[4].parse().expect("x"), words[5].parse().expect("y"))),
            "SKI" => None,
            _ => continue,
        };
        moves.push((turn, point));
        turn = if turn == 'B' { 'W' } else { 'B' };
    }
    moves
}

pub fn ngf(text: &str) -> Vec<(char, Option<(u8, u8)>)> {
    let lines = text.lines().skip(12).map(|line| line.chars().collect::<Vec<char>>());
    let number = |letter: char| "BCDEFGHIJKLMNOPQRST".chars().position(|other| other == letter);
    lines
        .map(|line| {
            (
                line[4],
                number(line[5]).zip(number(line[6])).map(|(x, y)| (x as u8, y as u8)),
            )
        })
        .collect()
}

pub fn ugf(text: &str, size: u8) -> Vec<(char, Option<(u8, u8)>)> {
    let number = |letter: char| {
        "ABCDEFGHIJKLMNOPQRS"
            .chars()
            .position(|other| other == letter)
            .map(|at| at as u8)
    };
    let data = text.lines().skip_while(|line| *line != "[Data]").skip(1);
    let played = data.filter(|line| !line.ends_with(",0,0"));
    let read = played.map(|line| {
        let letters: Vec<char> = line.chars().collect();
        let point = number(letters[0])
            .zip(number(letters[1]))
            .map(|(x, below)| (x, size - 1 - below));
        (letters[3], point)
    });
    read.collect()
}
