//! Scatter plots of our numbers against published numbers, as plain SVG files.

use aqm_sim::math::ln;
use std::fmt::Write as _;

/// A point.
pub(crate) struct Point {
    /// Selects colour and shape.
    pub group: String,
    /// The published number, on the horizontal axis.
    pub published: f64,
    /// Ours, on the vertical axis.
    pub ours: f64,
}

/// A plot. Both axes have the same scale.
pub(crate) struct Plot<'a> {
    /// Title.
    pub title: &'a str,
    /// Label of the horizontal axis.
    pub x: &'a str,
    /// Label of the vertical axis.
    pub y: &'a str,
    /// Whether the axes are logarithmic.
    pub logarithmic: bool,
    /// Values with a tick; the first and the last one end the axes.
    pub ticks: &'a [f64],
    /// Points.
    pub points: &'a [Point],
}

const SIZE: f64 = 420.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 36.0;
const RIGHT: f64 = 92.0;
const BOTTOM: f64 = 48.0;
const INNER: f64 = SIZE - LEFT - BOTTOM;
/// Okabe and Ito's colours, which nearly all readers can distinguish; in black and white the shapes differ.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const SHAPES: [&str; 6] = [
    "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
    "m-3.2 -3.2h6.4v6.4h-6.4z",
    "m0 -4l4 7h-8z",
    "m0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z",
    "m-3 -3l6 6m0 -6l-6 6",
    "m-4 0h8m-4 -4v8",
];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn marker(shape: usize, x: f64, y: f64) -> String {
    format!("<path d=\"M{x:.1} {y:.1}{}\"/>\n", SHAPES[shape % SHAPES.len()])
}

impl Plot<'_> {
    /// Returns the place of a value on an axis, 0..1.
    fn share(&self, value: f64) -> f64 {
        let (low, high) = (self.ticks[0], self.ticks[self.ticks.len() - 1]);
        let value = value.clamp(low, high);
        if self.logarithmic {
            ln(value / low) / ln(high / low)
        } else {
            (value - low) / (high - low)
        }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.share(value) * INNER
    }

    fn y(&self, value: f64) -> f64 {
        TOP + (1.0 - self.share(value)) * INNER
    }

    /// Returns the plot as SVG. Equal numbers are on the diagonal.
    pub(crate) fn svg(&self) -> String {
        let (bottom, right) = (TOP + INNER, LEFT + INNER);
        let (middle, height) = (LEFT + INNER / 2.0, TOP + INNER / 2.0);
        let (title, x, y) = (escaped(self.title), escaped(self.x), escaped(self.y));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{middle:.1}\" y=\"20\" text-anchor=\"middle\" font-weight=\"bold\">{title}</text>\n\
             <path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#333\"/>\n\
             <path d=\"M{LEFT} {bottom}L{right} {TOP}\" stroke=\"#999\" stroke-dasharray=\"4 3\"/>\n",
            LEFT + INNER + RIGHT,
            bottom + BOTTOM,
        );
        for &tick in self.ticks {
            let (across, down) = (self.x(tick), self.y(tick));
            let _ = write!(
                out,
                "<path d=\"M{across:.1} {bottom}v4M{LEFT} {down:.1}h-4\" stroke=\"#333\"/>\n\
                 <text x=\"{across:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}</text>\n\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{tick}</text>\n",
                bottom + 17.0,
                LEFT - 7.0,
                down + 4.0,
            );
        }
        let _ = write!(
            out,
            "<text x=\"{middle:.1}\" y=\"{}\" text-anchor=\"middle\">{x}</text>\n\
             <text transform=\"translate(14 {height:.1}) rotate(-90)\" text-anchor=\"middle\">{y}</text>\n",
            bottom + 38.0,
        );
        let mut groups: Vec<&str> = Vec::new();
        for point in self.points {
            if !groups.contains(&point.group.as_str()) {
                groups.push(&point.group);
            }
        }
        for (index, group) in groups.into_iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let _ = writeln!(out, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\">");
            for point in self.points.iter().filter(|point| point.group == group) {
                out += &marker(index, self.x(point.published), self.y(point.ours));
            }
            let row = 18.0 * index as f64;
            out += &marker(index, right + 14.0, TOP + 10.0 + row);
            let _ = write!(
                out,
                "</g>\n<text x=\"{}\" y=\"{}\">{}</text>\n",
                right + 24.0,
                TOP + 14.0 + row,
                escaped(group)
            );
        }
        out + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_on_the_diagonal_and_groups_have_their_own_shapes() {
        let point = |group: &str, published, ours| Point { group: group.into(), published, ours };
        let points = [point("a<b", 10.0, 10.0), point("c", 1.0, 500.0)];
        let ticks = [1.0, 10.0, 100.0];
        let plot =
            Plot { title: "T", x: "x", y: "y", logarithmic: true, ticks: &ticks, points: &points };
        let svg = plot.svg();
        assert_eq!((plot.x(10.0) - LEFT, INNER - (plot.y(10.0) - TOP)), (158.0, 158.0));
        assert!(svg.contains("M214.0 194.0m-3.5"), "{svg}");
        // A value outside the axes is at their end.
        assert!(svg.contains("M56.0 36.0m-3.2"), "{svg}");
        assert!(svg.contains(">a&lt;b</text>"), "{svg}");
    }
}
