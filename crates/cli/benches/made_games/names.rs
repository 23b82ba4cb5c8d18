//! Names that nobody has.

use testkit::Rng;

const HAN: &str = "山川風雲花鳥月星雪雨松竹梅石海湖江天地春夏秋冬東西南北青白黑紅金銀玉光影夢心龍虎鶴龜劍琴書畫茶酒飛遊無長小大高遠清明靜一二三千萬";
const HANGUL: &str = "가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추기니디리미비시이지";
const KANA: &str = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
const VOWELS: &str = "aeiou";
const CONSONANTS: &str = "bdfghjklmnprstvz";

/// Makes names.
pub struct Names([Vec<char>; 6]);

impl Names {
    pub fn new() -> Self {
        Self([HAN, HANGUL, KANA, VOWELS, CONSONANTS, "éöüñß"].map(|letters| letters.chars().collect()))
    }

    /// Appends a name with the form of a real one: letters become others of the same script,
    /// consonants and vowels in turn, and digits other digits.
    pub fn write(&self, real: &str, random: &mut Rng, out: &mut String) {
        let [han, hangul, kana, vowels, consonants, others] = &self.0;
        let mut is_vowel = random.one_in(2);
        for c in real.chars() {
            let letters = match c {
                'a'..='z' | 'A'..='Z' => {
                    is_vowel = !is_vowel;
                    if is_vowel { vowels } else { consonants }
                }
                '가'..='힣' => hangul,
                'ぁ'..='ヿ' => kana,
                '0'..='9' => {
                    out.push(char::from(b'0' + random.below(10) as u8));
                    continue;
                }
                _ if !c.is_alphabetic() => {
                    out.push(c);
                    continue;
                }
                _ if c.len_utf8() == 2 => others,
                _ => han,
            };
            let letter = *random.pick(letters);
            out.push(if c.is_ascii_uppercase() {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
    }
}
