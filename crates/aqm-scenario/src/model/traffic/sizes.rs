//! Sizes of flows and objects, and lengths of pauses.

use super::{Integer, Number, Reader, Span};
use crate::schema::{Items, choice, record, tagged};
use aqm_json::shown;
use aqm_sim::config::{MAX_SIZES, SizeList, Sizes, Think};

pub(super) const BYTES: Integer =
    Integer::new("bytes", 1, 1_000_000_000).log_slider(1000, 100_000_000);
pub(super) const THINK: Number = Number::new("s", 0.0, 3600.0).slider(0.0, 30.0, 0.1);

tagged! {
    /// Sizes of flows or objects. A size is rounded up to whole segments.
    pub enum FlowSize by "kind", later &[] => {
        "fixed" => Fixed(FixedSize),
        "list" => List(ListedSizes),
        "pareto" => Pareto(ParetoSize),
        "lognormal" => Lognormal(LognormalSize),
    }
}

record! {
    /// All sizes are equal.
    #[derive(Copy)]
    pub struct FixedSize, label "Fixed" {
        /// Size without headers.
        bytes: u64 { json: "bytes", label: "Size", check: BYTES }
    }
}

record! {
    /// These sizes in turn.
    pub struct ListedSizes, label "List" {
        /// Sizes without headers, rounded to whole bytes.
        bytes: Vec<f64> {
            json: "bytes", label: "Sizes",
            check: Items::of(1, MAX_SIZES, "sizes", Number::new("bytes", 1.0, 1e9)),
        }
    }
}

record! {
    /// Bounded Pareto distribution: heavy-tailed, most flows are short and most bytes are in long ones.
    #[derive(Copy)]
    pub struct ParetoSize, label "Pareto", agree agree {
        /// Smallest size.
        min_bytes: u64 { json: "minBytes", label: "Smallest size", check: BYTES, default: 10_000 }
        /// Largest size.
        max_bytes: u64 { json: "maxBytes", label: "Largest size", check: BYTES, default: 10_000_000 }
        /// Tail index. The tail is heavier for smaller numbers.
        shape: f64 {
            json: "shape", label: "Tail index", check: Number::new("", 0.1, 10.0).slider(1.0, 3.0, 0.1),
            default: 1.2, source: "Crovella and Bestavros 1997",
        }
    }
}

impl ParetoSize {
    fn agree(&self, reader: &mut Reader) {
        if self.max_bytes < self.min_bytes {
            let [max, min] = [self.max_bytes, self.min_bytes].map(|bytes| shown(bytes as f64));
            let expected = [" bytes; expected at least minBytes (", &min, " bytes)."].concat();
            reader.problem_in("maxBytes", ["is ", &max, &expected].concat());
        }
    }
}

record! {
    /// Lognormal distribution.
    #[derive(Copy)]
    pub struct LognormalSize, label "Lognormal" {
        /// Median size.
        median_bytes: u64 { json: "medianBytes", label: "Median size", check: BYTES, default: 10_000 }
        /// Largest size. Larger ones become this size.
        max_bytes: u64 { json: "maxBytes", label: "Largest size", check: BYTES, default: 10_000_000 }
        /// Standard deviation of the natural logarithm of the size.
        sigma: f64 {
            json: "sigma", label: "Sigma", check: Number::new("", 0.0, 5.0).slider(0.0, 3.0, 0.1),
            default: 1.5,
        }
    }
}

impl FlowSize {
    pub(super) fn config(&self) -> Sizes {
        match self {
            FlowSize::Fixed(size) => Sizes::Fixed(size.bytes),
            FlowSize::List(list) => {
                let sizes: Vec<u32> = list.bytes.iter().map(|bytes| bytes.round() as u32).collect();
                Sizes::List(SizeList::new(&sizes))
            }
            FlowSize::Pareto(size) => {
                Sizes::Pareto { min: size.min_bytes, max: size.max_bytes, shape: size.shape }
            }
            FlowSize::Lognormal(size) => Sizes::Lognormal {
                median: size.median_bytes,
                max: size.max_bytes,
                sigma: size.sigma,
            },
        }
    }
}

/// Distribution of the lengths of pauses and periods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pauses {
    /// Exponential.
    Exponential,
    /// All equal.
    Fixed,
}

choice! {
    Pauses, later &[] => {
        /// Exponentially distributed lengths.
        "exponential" as "exponential" => Pauses::Exponential,
        /// All lengths are equal.
        "fixed" as "fixed" => Pauses::Fixed,
    }
}

pub(super) fn think(mean_s: f64, pauses: Pauses) -> Think {
    let (mean, exponential) = (Span::from_seconds(mean_s), pauses == Pauses::Exponential);
    Think { mean, exponential }
}
