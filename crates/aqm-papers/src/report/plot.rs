//! The figures of a report.

use std::borrow::Cow;

/// An axis of a plot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Axis {
    /// What it shows.
    pub name: Cow<'static, str>,
    /// Unit; empty for numbers without one.
    pub unit: Cow<'static, str>,
    /// Whether it is logarithmic.
    pub log: bool,
}

impl Axis {
    /// Returns a linear axis.
    pub const fn linear(name: &'static str, unit: &'static str) -> Self {
        Axis { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit), log: false }
    }

    /// Returns a logarithmic axis.
    pub const fn log(name: &'static str, unit: &'static str) -> Self {
        Axis { name: Cow::Borrowed(name), unit: Cow::Borrowed(unit), log: true }
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeriesKind {
    /// A line through the points.
    #[default]
    Line,
    /// A line through the many points of one run over time.
    Trace,
    /// Single points.
    Points,
    /// The closed outline of an ellipse.
    Ellipse,
}

impl SeriesKind {
    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            SeriesKind::Line => "line",
            SeriesKind::Trace => "trace",
            SeriesKind::Points => "points",
            SeriesKind::Ellipse => "ellipse",
        }
    }
}

/// A series of a plot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Name.
    pub name: String,
    /// The discipline, if it shows one.
    pub queue: Option<String>,
    /// How it is drawn.
    pub kind: SeriesKind,
    /// Whether the numbers are those of the paper.
    pub published: bool,
    /// x, y, and the lower and upper end of the band around y; without a band these equal y. NaN: not known yet, or a gap.
    pub points: Vec<[f64; 4]>,
    /// Indices of the rows of the table that it shows: one for each point, or one for all of them; empty: the table has none.
    pub rows: Vec<usize>,
}

/// A line across a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// Whether it is at a value of the horizontal axis; otherwise of the vertical one.
    pub at_x: bool,
    /// The value, in the unit of the axis.
    pub value: f64,
    /// What is there, in a few words.
    pub label: String,
}

impl Reference {
    /// Returns a vertical line.
    pub fn at_x(value: f64, label: &str) -> Self {
        Reference { at_x: true, value, label: label.to_owned() }
    }

    /// Returns a horizontal line.
    pub fn at_y(value: f64, label: &str) -> Self {
        Reference { at_x: false, value, label: label.to_owned() }
    }
}

/// A figure of the paper that the rows of the table do not show.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// Its number in the paper, such as 7, or a short name.
    pub id: String,
    /// What it shows.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
    /// What our lines and their bands are, such as "mean of 6 seeds, band: its 95 % confidence interval"; empty without
    /// bands.
    pub band: String,
    /// Lines across it.
    pub references: Vec<Reference>,
    /// Whether its vertical axis is its own. Otherwise plots with the same axes share one scale.
    pub own_scale: bool,
}
