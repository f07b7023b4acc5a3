//! Published numbers. All sources have the same structure.

use crate::report::Figure;
use aqm_scenario::json::{self, Value};

/// The numbers of the papers.
const PAPERS: &str = include_str!("../data/papers.json");
/// The numbers of ns-3 for the same parameters (two runs of 190 s per cell).
const NS3: &str = include_str!("../data/ns3.json");
/// The numbers of Linux 6.18 endpoints with the kernel's disciplines (six runs).
const LINUX: &str = include_str!("../data/linux.json");

/// A source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Source(Value);

impl Source {
    /// Returns the numbers of the papers.
    pub(crate) fn papers() -> Self {
        Source::parse(PAPERS)
    }

    /// Returns the numbers of ns-3.
    pub(crate) fn ns3() -> Self {
        Source::parse(NS3)
    }

    /// Returns the numbers of Linux endpoints.
    pub(crate) fn linux() -> Self {
        Source::parse(LINUX)
    }

    fn parse(text: &str) -> Self {
        Source(json::parse(text).expect("the data of this crate is JSON"))
    }

    /// Returns the value at `path`, if it exists. Steps are names or indices of list elements.
    fn find(&self, path: &[&str]) -> Option<&Value> {
        path.iter().try_fold(&self.0, |value, step| match value {
            Value::Array(list) => list.get(step.parse::<usize>().ok()?),
            object => object.get(step),
        })
    }

    /// Returns the number at `path`, or `None` if it is missing or null.
    pub(crate) fn number(&self, path: &[&str]) -> Option<f64> {
        match self.find(path) {
            Some(&Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Returns the mean and the spread at `path`, or a number without a spread.
    pub(crate) fn figure(&self, path: &[&str]) -> Option<Figure> {
        if let Some(mean) = self.number(path) {
            return Some(Figure::single(mean));
        }
        let member = |name| self.number(&[path, &[name]].concat());
        Some(Figure::published(member("mean")?, member("sd")))
    }

    /// Returns the `x` of every element of the list at `path`.
    pub(crate) fn abscissas(&self, path: &[&str]) -> Vec<f64> {
        let Some(Value::Array(list)) = self.find(path) else { return Vec::new() };
        (0..list.len())
            .filter_map(|index| self.number(&[path, &[&index.to_string(), "x"]].concat()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: &str = "schwardmann-2014";

    #[test]
    fn the_paper_and_ns3_have_the_same_51_cells() {
        let (papers, ns3) = (Source::papers(), Source::ns3());
        let mut cells = 0;
        for table in ["table1a", "table1b", "table1c"] {
            let xs = papers.abscissas(&[PAPER, table]);
            assert_eq!(xs, ns3.abscissas(&[PAPER, table]));
            for index in 0..xs.len() {
                for queue in ["codel", "pie", "ared"] {
                    for measure in ["delayMs", "utilizationPct"] {
                        let path = [PAPER, table, &index.to_string(), queue, measure];
                        assert!(papers.number(&path).is_some(), "{path:?}");
                        assert!(ns3.number(&path).is_some(), "{path:?}");
                    }
                    cells += 1;
                }
            }
        }
        assert_eq!(cells, 51);
    }

    #[test]
    fn figures_show_their_spread_if_there_is_one() {
        let tau = Source::papers().figure(&[PAPER, "table2", "pie", "tauMs"]);
        assert_eq!(tau, Some(Figure::published(869.0, Some(148.0))));
        let delay = Source::papers().figure(&[PAPER, "table1b", "0", "pie", "delayMs"]);
        assert_eq!(delay, Some(Figure::single(5.0)));
        assert_eq!(Source::papers().figure(&[PAPER, "table3"]), None);
        let linux = Source::linux().figure(&["transient", "codel", "tauMs"]);
        assert_eq!(linux, Some(Figure::published(957.0, Some(130.0))));
    }
}
