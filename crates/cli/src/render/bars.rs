//! Bars: of characters in a line of text, and as a chart.

/// Height of the longest bar of a chart, in units of the drawing.
const HEIGHT: u64 = 200;

/// From one bar of a chart to the next.
const STEP: usize = 14;

/// Room for the scale on the left.
const LEFT: usize = 50;

/// Returns a bar for `number`, in eighths of a column; the bar for `most` has all
/// `columns`.
pub(super) fn bar(number: u64, most: u64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(number) * columns as u128 * 8).div_ceil(u128::from(most.max(1))) as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A bar of a chart, of which the lower part is dark.
pub(super) struct Bar {
    /// The name.
    pub name: String,
    /// True if the name is written below the bar.
    pub is_named: bool,
    /// The rest of the tooltip.
    pub about: String,
    /// The length.
    pub all: u64,
    /// The length of the dark part.
    pub dark: u64,
}

/// Returns a chart of upright bars as an SVG document. The texts have no characters that
/// mean something in XML. `dark` names the dark parts.
pub(super) fn chart(title: &str, dark: &str, bars: &[Bar]) -> String {
    let most = bars.iter().map(|bar| bar.all).max().unwrap_or(0).max(1);
    let width = LEFT + bars.len() * STEP + 10;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"10\" fill=\"currentColor\">\n<title>{title}</title>\n",
        HEIGHT + 66,
    );
    for number in [most, most / 2, 0]
        .into_iter()
        .take_while(|number| *number > 0)
        .chain([0])
    {
        let y = 10.0 + HEIGHT as f64 * (1.0 - number as f64 / most as f64);
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>\n<line x1=\"{LEFT}\" x2=\"{width}\" y1=\"{y:.1}\" y2=\"{y:.1}\" \
             stroke=\"#8888\"/>\n",
            LEFT - 4,
            y + 3.0
        ));
    }
    for (at, bar) in bars.iter().enumerate() {
        let x = LEFT + at * STEP;
        let height = |number: u64| number as f64 * HEIGHT as f64 / most as f64;
        let (all, dark) = (height(bar.all), height(bar.dark));
        let bottom = (HEIGHT + 10) as f64;
        svg.push_str(&format!(
            "<g><title>{}: {}</title>\
             <rect x=\"{x}\" y=\"{:.1}\" width=\"{}\" height=\"{all:.1}\" fill=\"#9ab\"/>\
             <rect x=\"{x}\" y=\"{:.1}\" width=\"{}\" height=\"{dark:.1}\" fill=\"#345\"/></g>\n",
            bar.name,
            bar.about,
            bottom - all,
            STEP - 2,
            bottom - dark,
            STEP - 2,
        ));
        if bar.is_named {
            let (x, y) = (x + STEP / 2, HEIGHT + 16);
            svg.push_str(&format!(
                "<text transform=\"translate({x} {y}) rotate(60)\">{}</text>\n",
                bar.name
            ));
        }
    }
    svg.push_str(&format!(
        "<text x=\"{LEFT}\" y=\"{}\">{title}; dark: {dark}</text>\n</svg>\n",
        HEIGHT + 60
    ));
    svg
}
