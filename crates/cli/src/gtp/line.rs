use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// The maximum length of a line, in bytes. The longest that programs send are lists of points
/// and paths of files, of a few thousand.
const LONGEST: usize = 64 << 10;

/// The number of lines that may wait to be answered.
const WAITING: usize = 64;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The text without the end of the line.
    Text(String),
    /// A line that is longer than any command.
    TooLong,
}

impl Line {
    /// The failure of a line that is too long.
    pub const TOO_LONG: &str = "line too long: a command has at most 65536 bytes";
}

/// Reads lines in a thread of its own, so that a line can arrive while a command runs. The
/// lines end with the input, or with the error of reading it.
pub fn lines(input: impl Read + Send + 'static) -> Receiver<io::Result<Line>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = io::BufReader::new(input);
        while let Some(line) = read(&mut input).transpose() {
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Reads the next line, or `None` at the end of the input.
fn read(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let limit = LONGEST as u64 + 1;
    if input.take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == limit && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Text(String::from_utf8_lossy(&bytes).into_owned())))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let (used, is_over) = match bytes.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (bytes.len(), bytes.is_empty()),
        };
        input.consume(used);
        if is_over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &'static [u8]) -> Vec<Line> {
        lines(input).iter().map(|line| line.expect("is read")).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(all(b"name\r\n\nquit"), [text("name\r\n"), text("\n"), text("quit")]);
        assert_eq!(all(b""), []);
        assert_eq!(all(b"a\xffb\n"), [text("a\u{fffd}b\n")]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory_and_the_next_one_is_read() {
        let endless = io::repeat(b'x').take(10 << 20).chain(&b"\nname\n"[..]);
        let read: Vec<Line> = lines(endless).iter().map(|line| line.expect("is read")).collect();
        assert_eq!(read, [Line::TooLong, Line::Text("name\n".to_owned())]);
        let longest = io::repeat(b'x').take(LONGEST as u64).chain(&b"\n"[..]);
        let read: Vec<Line> = lines(longest).iter().map(|line| line.expect("is read")).collect();
        assert!(matches!(&read[..], [Line::Text(text)] if text.len() == LONGEST + 1));
        assert!(Line::TOO_LONG.contains(&LONGEST.to_string()));
    }
}
