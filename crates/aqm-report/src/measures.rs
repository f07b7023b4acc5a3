//! Measures. Reports, CSV, sweeps, the page's types and headline cards, and `docs/measures.md` are generated from their tables: those of
//! lanes in `lanes`, those of their groups, classes and flows in `parts`, those of applications in `applications`, and the time series in `series`.
//!
//! To add a measure, count it (`aqm_sim::metrics`), add its entry to a table, and define it in
//! `docs/metrics.md`. Run `npm run generate` then.

mod applications;
mod lanes;
mod parts;
mod quantity;
mod series;

pub use applications::{APPLICATION, ApplicationColumn, application_columns, application_value};
pub use lanes::LANE;
pub use parts::{FLOW, FLOW_DELAY, PART};
pub use quantity::{Quantity, Scope};
pub use series::{GROUP_DELAY_CSV, GROUP_SERIES, GroupSample, REVERSE_CSV, SERIES, Sample, sample};

use aqm_sim::metrics::{FlowDelay, Part, PartSummary, ResultSummary, Summary};

/// A measure over a stretch of simulated time. Its scope `S` is a lane ([`LANE`]), a traffic group or a class of
/// a discipline ([`PART`]), or a flow ([`FLOW`], [`FLOW_DELAY`]).
#[derive(Clone, Copy, Debug)]
pub struct Measure<S: 'static> {
    /// Name in JSON. `group.member` is the member of an object.
    pub name: &'static str,
    /// Returns the value; `None` if there was nothing to measure.
    pub read: fn(&S) -> Option<f64>,
    /// Texts and formats.
    pub about: About,
}

/// A measure and the part of a lane that it measures.
#[derive(Clone, Debug)]
pub enum LaneMeasure {
    /// Of the whole lane: an entry of [`LANE`].
    Lane(&'static Measure<Summary>),
    /// Of the traffic group with this index: an entry of [`PART`].
    Group(usize, &'static Measure<PartSummary>),
    /// Of the application with this index of its traffic group: an entry of [`APPLICATION`].
    Application(usize, &'static Measure<ResultSummary>),
    /// Of the class with this name: an entry of [`PART`].
    Class(String, &'static Measure<PartSummary>),
    /// Of the flow with this number: an entry of [`FLOW_DELAY`].
    Flow(usize, &'static Measure<FlowDelay>),
}

impl LaneMeasure {
    /// Returns the measure that is called `name`: a name of [`LANE`], or `groups.0.` or `classes.sparse.` and a
    /// name of [`PART`], or `groups.0.` and a name of [`APPLICATION`], or `flows.0.` and a name of [`FLOW_DELAY`].
    pub fn find(name: &str) -> Option<LaneMeasure> {
        let Some((scope, rest)) = name.split_once('.') else { return LaneMeasure::of_lane(name) };
        let part = |name: &str| PART.iter().find(|measure| measure.name == name);
        match (scope, rest.split_once('.')) {
            ("groups", Some((index, rest))) => {
                let index = index.parse().ok()?;
                let result = APPLICATION.iter().find(|measure| measure.name == rest);
                let result = result.map(|measure| LaneMeasure::Application(index, measure));
                part(rest).map(|part| LaneMeasure::Group(index, part)).or(result)
            }
            ("flows", Some((id, rest))) => {
                let measure = FLOW_DELAY.iter().find(|measure| measure.name == rest)?;
                Some(LaneMeasure::Flow(id.parse().ok()?, measure))
            }
            ("classes", Some((class, rest))) => {
                Some(LaneMeasure::Class(class.to_owned(), part(rest)?))
            }
            _ => LaneMeasure::of_lane(name),
        }
    }

    fn of_lane(name: &str) -> Option<LaneMeasure> {
        LANE.iter().find(|measure| measure.name == name).map(LaneMeasure::Lane)
    }

    /// Returns the scope before the name, such as `groups.0`; empty for a lane.
    pub fn scope(&self) -> String {
        match self {
            LaneMeasure::Lane(_) => String::new(),
            LaneMeasure::Group(index, _) | LaneMeasure::Application(index, _) => {
                format!("groups.{index}")
            }
            LaneMeasure::Class(class, _) => format!("classes.{class}"),
            LaneMeasure::Flow(id, _) => format!("flows.{id}"),
        }
    }

    /// Returns the name within its scope.
    pub fn name(&self) -> &'static str {
        match self {
            LaneMeasure::Lane(measure) => measure.name,
            LaneMeasure::Group(_, measure) | LaneMeasure::Class(_, measure) => measure.name,
            LaneMeasure::Application(_, measure) => measure.name,
            LaneMeasure::Flow(_, measure) => measure.name,
        }
    }

    /// Returns texts and formats.
    pub fn about(&self) -> &'static About {
        match self {
            LaneMeasure::Lane(measure) => &measure.about,
            LaneMeasure::Group(_, measure) | LaneMeasure::Class(_, measure) => &measure.about,
            LaneMeasure::Application(_, measure) => &measure.about,
            LaneMeasure::Flow(_, measure) => &measure.about,
        }
    }

    /// Returns the value; `None` if there was nothing to measure.
    pub fn read(&self, lane: &Summary) -> Option<f64> {
        let of = |measure: &Measure<PartSummary>, is_part: &dyn Fn(Part) -> bool| {
            (measure.read)(lane.parts.iter().find(|part| is_part(part.part))?)
        };
        match self {
            LaneMeasure::Lane(measure) => (measure.read)(lane),
            LaneMeasure::Application(index, measure) => {
                let mut results = lane.applications.iter();
                (measure.read)(results.find(|results| results.group == *index)?)
            }
            LaneMeasure::Flow(id, measure) => (measure.read)(lane.flow_delays.get(*id)?),
            LaneMeasure::Group(index, measure) => of(measure, &|part| part == Part::Group(*index)),
            LaneMeasure::Class(class, measure) => {
                of(measure, &|part| matches!(part, Part::Class(name) if name == class))
            }
        }
    }
}

/// Texts and formats of a measure.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Name in tables.
    pub title: &'static str,
    /// Unit; empty for shares between 0 and 1 and for indices.
    pub unit: &'static str,
    /// One sentence.
    pub definition: &'static str,
    /// Anchor of the full definition in `docs/metrics.md`.
    pub section: &'static str,
    /// How a sweep combines the values of several runs.
    pub over_runs: OverRuns,
    /// Values that a run can have.
    pub range: Range,
    /// Whether every run has a value.
    pub always: bool,
    /// Decimals in tables of the command.
    pub digits: usize,
    /// Whether a sweep prints it by default.
    pub swept: bool,
    /// Its headline card on the page.
    pub card: Option<Card>,
}

/// How values of several runs are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverRuns {
    /// Mean, with standard deviation and 95 % confidence interval.
    Mean,
    /// Sum.
    Sum,
    /// Maximum.
    Max,
}

/// Values that a measure of a run can have. A value outside them comes from a damaged file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Range {
    /// 0 to 1.
    Share,
    /// 0 to 1, and more for the burst of a token bucket or after a reduction of the rate.
    Utilization,
    /// 0 and more.
    NotNegative,
    /// Whole numbers from 0.
    Count,
    /// From the first to the second number.
    Between(f64, f64),
}

/// A headline card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// Name in the page's code and in its attributes `data-number`.
    pub id: &'static str,
    /// Label.
    pub label: &'static str,
    /// Place among the cards, from 1.
    pub place: u8,
    /// 1 is always large; 3 and then 2 become small in narrow cards; 4 has no card of its own.
    pub rank: u8,
    /// Format of the number.
    pub format: Format,
}

/// Format of a number on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A delay in ms with three significant digits.
    Delay,
    /// A share in percent with this many decimals.
    Percent(u8),
    /// A number with this many decimals.
    Fixed(u8),
}

impl<S> Measure<S> {
    const fn new(name: &'static str, read: fn(&S) -> Option<f64>, about: About) -> Self {
        Measure { name, read, about }
    }
}

const fn about(
    title: &'static str,
    unit: &'static str,
    section: &'static str,
    definition: &'static str,
) -> About {
    About {
        title,
        unit,
        definition,
        section,
        over_runs: OverRuns::Mean,
        range: if unit.is_empty() { Range::Share } else { Range::NotNegative },
        always: false,
        digits: 2,
        swept: false,
        card: None,
    }
}

impl About {
    const fn over_runs(self, over_runs: OverRuns) -> Self {
        // Only counts are added up.
        let range = if matches!(over_runs, OverRuns::Sum) { Range::Count } else { self.range };
        About { over_runs, range, ..self }
    }

    const fn range(self, range: Range) -> Self {
        About { range, ..self }
    }

    const fn always(self) -> Self {
        About { always: true, ..self }
    }

    const fn digits(self, digits: usize) -> Self {
        About { digits, ..self }
    }

    const fn swept(self) -> Self {
        About { swept: true, ..self }
    }

    const fn card(
        self,
        id: &'static str,
        label: &'static str,
        place: u8,
        rank: u8,
        format: Format,
    ) -> Self {
        About { card: Some(Card { id, label, place, rank, format }), ..self }
    }
}

fn count(packets: u64) -> Option<f64> {
    Some(packets as f64)
}
