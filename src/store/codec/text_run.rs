use super::bytes::{Bytes, Malformed, push_leb};

/// A text as it is written, and in the form in which it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldedText<'a> {
    pub written: &'a str,
    pub folded: &'a str,
}

/// Returns the bytes of some texts, `None` for numbers without one: how many there are; for each 0, or 1 plus the
/// length of its written form, and then the length of its folded form; and all forms.
pub fn write_text_run<'a>(texts: impl ExactSizeIterator<Item = Option<FoldedText<'a>>>) -> Vec<u8> {
    let mut out = Vec::new();
    push_leb(&mut out, texts.len() as u64);
    let mut all = String::new();
    for text in texts {
        let Some(FoldedText { written, folded }) = text else {
            out.push(0);
            continue;
        };
        push_leb(&mut out, written.len() as u64 + 1);
        push_leb(&mut out, folded.len() as u64);
        all.push_str(written);
        all.push_str(folded);
    }
    out.extend(all.into_bytes());
    out
}

/// Reads the format of [`write_text_run`], at most `most` texts.
pub fn read_text_run(data: &[u8], most: usize) -> Result<Vec<Option<FoldedText<'_>>>, Malformed> {
    let mut bytes = Bytes::new(data);
    let count = bytes.leb_u32()? as usize;
    if count > most {
        return Err(Malformed);
    }
    let mut lengths = Vec::with_capacity(count);
    for _ in 0..count {
        lengths.push(match bytes.leb_u32()? {
            0 => None,
            written => Some([written as usize - 1, bytes.leb_u32()? as usize]),
        });
    }
    let mut rest = str::from_utf8(bytes.rest()).map_err(|_| Malformed)?;
    let mut take = |length| -> Result<&str, Malformed> {
        let (text, after) = rest.split_at_checked(length).ok_or(Malformed)?;
        rest = after;
        Ok(text)
    };
    let mut texts = Vec::with_capacity(count);
    for lengths in lengths {
        texts.push(match lengths {
            None => None,
            Some([written, folded]) => Some(FoldedText {
                written: take(written)?,
                folded: take(folded)?,
            }),
        });
    }
    if rest.is_empty() { Ok(texts) } else { Err(Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_texts_come_back(texts in prop::collection::vec(prop::option::of((".{0,40}", ".{0,40}")), 0..30)) {
            let texts: Vec<Option<FoldedText<'_>>> = texts
                .iter()
                .map(|text| text.as_ref().map(|(written, folded)| FoldedText { written, folded }))
                .collect();
            let data = write_text_run(texts.iter().copied());
            prop_assert_eq!(read_text_run(&data, 30), Ok(texts));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = read_text_run(&bytes, 512);
        }
    }
}
