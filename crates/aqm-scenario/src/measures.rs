//! The table of measures. Reports, CSV, sweeps, the page's types and headline cards, and
//! `docs/measures.md` are generated from it.
//!
//! To add a measure, count it (`aqm_sim::metrics`), add its entry here, and define it in
//! `docs/metrics.md`. Run `npm run generate` then.

mod applications;
mod series;

pub use applications::{APPLICATION, ApplicationColumn, application_columns, application_value};
pub use series::{GROUP_DELAY_CSV, REVERSE_CSV, SERIES, Sample, sample};

use aqm_sim::metrics::{
    DelaySummary, FlowDelay, FlowSummary, Part, PartSummary, ResultSummary, Summary,
};

/// A measure over a stretch of simulated time. Its scope `S` is a lane ([`LANE`]), a traffic group or a class of
/// a discipline ([`PART`]), or a flow ([`FLOW`], [`FLOW_DELAY`]).
#[derive(Clone, Copy, Debug)]
pub struct Measure<S: 'static> {
    /// Name in JSON. `group.member` is the member of an object.
    pub name: &'static str,
    /// Returns the value; `None` if there was nothing to measure.
    pub read: fn(&S) -> Option<f64>,
    /// Texts and formats.
    #[cfg(feature = "generate")]
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
    #[cfg(feature = "generate")]
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
    #[cfg(feature = "generate")]
    const fn new(name: &'static str, read: fn(&S) -> Option<f64>, about: About) -> Self {
        Measure { name, read, about }
    }

    /// Without the texts: the page has them in its generated files.
    #[cfg(not(feature = "generate"))]
    const fn new(name: &'static str, read: fn(&S) -> Option<f64>, _: About) -> Self {
        Measure { name, read }
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

fn delay(lane: &Summary, of: fn(&DelaySummary) -> f64) -> Option<f64> {
    lane.delay.as_ref().map(of)
}

fn device_delay(lane: &Summary, of: fn(&DelaySummary) -> f64) -> Option<f64> {
    lane.device_delay.as_ref().map(of)
}

fn count(packets: u64) -> Option<f64> {
    Some(packets as f64)
}

/// Measures of a lane, in the order of the report.
pub static LANE: &[Measure<Summary>] = &[
    Measure::new(
        "queueDelayMs.mean",
        |lane| delay(lane, |delay| delay.mean),
        about(
            "delay mean, ms",
            "ms",
            "mean-delay",
            "Mean queue delay: time from enqueue to start of transmission.",
        )
        .swept()
        .card("mean", "mean delay", 1, 1, Format::Delay),
    ),
    Measure::new(
        "queueDelayMs.sd",
        |lane| delay(lane, |delay| delay.sd),
        about("delay sd, ms", "ms", "mean-delay", "Standard deviation of the queue delay."),
    ),
    Measure::new(
        "queueDelayMs.p50",
        |lane| delay(lane, |delay| delay.p50),
        about("delay p50, ms", "ms", "p95", "Median of the queue delay."),
    ),
    Measure::new(
        "queueDelayMs.p95",
        |lane| delay(lane, |delay| delay.p95),
        about("delay p95, ms", "ms", "p95", "95 % of the packets had at most this queue delay.")
            .swept()
            .card("p95", "p95", 2, 1, Format::Delay),
    ),
    Measure::new(
        "queueDelayMs.p99",
        |lane| delay(lane, |delay| delay.p99),
        about("delay p99, ms", "ms", "p99", "99 % of the packets had at most this queue delay.")
            .card("p99", "p99", 3, 3, Format::Delay),
    ),
    Measure::new(
        "queueDelayMs.max",
        |lane| delay(lane, |delay| delay.max),
        about("delay max, ms", "ms", "p95", "Largest queue delay.").over_runs(OverRuns::Max),
    ),
    Measure::new(
        "deviceDelayMs.mean",
        |lane| device_delay(lane, |delay| delay.mean),
        about(
            "device delay mean, ms",
            "ms",
            "device-queue-delay",
            "Mean delay in the queue of the device, between the queue and the start of transmission.",
        ),
    ),
    Measure::new(
        "deviceDelayMs.p95",
        |lane| device_delay(lane, |delay| delay.p95),
        about(
            "device delay p95, ms",
            "ms",
            "device-queue-delay",
            "95 % of the packets had at most this delay in the queue of the device.",
        ),
    ),
    Measure::new(
        "deviceDelayMs.max",
        |lane| device_delay(lane, |delay| delay.max),
        about(
            "device delay max, ms",
            "ms",
            "device-queue-delay",
            "Largest delay in the queue of the device.",
        )
        .over_runs(OverRuns::Max),
    ),
    Measure::new(
        "utilization",
        |lane| Some(lane.utilization),
        about(
            "utilization",
            "",
            "utilization",
            "Bits sent, as a share of the bits that the link could have sent.",
        )
        .range(Range::Utilization)
        .always()
        .digits(4)
        .swept()
        .card("utilization", "utilization", 6, 3, Format::Percent(1)),
    ),
    Measure::new(
        "dropRate",
        |lane| Some(lane.drop_rate),
        about(
            "drop rate",
            "",
            "dropped",
            "Packets dropped, as a share of the packets offered to the queue.",
        )
        .always()
        .digits(5)
        .swept()
        .card("drop", "dropped", 4, 2, Format::Percent(2)),
    ),
    Measure::new(
        "earlyDropRate",
        |lane| Some(lane.early_drop_rate),
        about(
            "early drop rate",
            "",
            "dropped",
            "Packets dropped by the discipline, as a share of the packets offered.",
        )
        .always()
        .digits(5),
    ),
    Measure::new(
        "overflowDropRate",
        |lane| Some(lane.overflow_drop_rate),
        about(
            "overflow drop rate",
            "",
            "dropped",
            "Packets dropped because the buffer was full, as a share of the packets offered.",
        )
        .always()
        .digits(5),
    ),
    Measure::new(
        "markRate",
        |lane| Some(lane.mark_rate),
        about(
            "mark rate",
            "",
            "marked",
            "Packets marked, as a share of the packets offered to the queue.",
        )
        .always()
        .digits(5)
        .card("mark", "marked", 5, 4, Format::Percent(2)),
    ),
    Measure::new(
        "pathLossRate",
        |lane| lane.path_loss_rate,
        about(
            "path loss rate",
            "",
            "lost-on-the-path",
            "Packets lost behind the bottleneck, as a share of the packets that left it.",
        )
        .digits(5),
    ),
    Measure::new(
        "reverseDelayMs.mean",
        |lane| delay(lane.reverse.as_deref()?, |delay| delay.mean),
        about(
            "reverse delay mean, ms",
            "ms",
            "reverse-direction",
            "Mean queue delay at the reverse bottleneck, of data and ACKs.",
        ),
    ),
    Measure::new(
        "reverseDelayMs.p95",
        |lane| delay(lane.reverse.as_deref()?, |delay| delay.p95),
        about(
            "reverse delay p95, ms",
            "ms",
            "reverse-direction",
            "95 % of the packets at the reverse bottleneck had at most this queue delay.",
        ),
    ),
    Measure::new(
        "reverseDelayMs.max",
        |lane| delay(lane.reverse.as_deref()?, |delay| delay.max),
        about(
            "reverse delay max, ms",
            "ms",
            "reverse-direction",
            "Largest queue delay at the reverse bottleneck.",
        )
        .over_runs(OverRuns::Max),
    ),
    Measure::new(
        "reverseUtilization",
        |lane| Some(lane.reverse.as_deref()?.utilization),
        about(
            "reverse utilization",
            "",
            "reverse-direction",
            "Bits sent by the reverse link, as a share of the bits that it could have sent.",
        )
        .range(Range::Utilization)
        .digits(4),
    ),
    Measure::new(
        "reverseDropRate",
        |lane| Some(lane.reverse.as_deref()?.drop_rate),
        about(
            "reverse drop rate",
            "",
            "reverse-direction",
            "Packets dropped at the reverse bottleneck, as a share of the packets offered to it.",
        )
        .digits(5),
    ),
    Measure::new(
        "reverseMarkRate",
        |lane| Some(lane.reverse.as_deref()?.mark_rate),
        about(
            "reverse mark rate",
            "",
            "reverse-direction",
            "Packets marked at the reverse bottleneck, as a share of the packets offered to it.",
        )
        .digits(5),
    ),
    Measure::new(
        "queuePackets",
        |lane| Some(lane.queue_packets_mean),
        about(
            "queue, packets",
            "packets",
            "backlog-in-reports",
            "Time-weighted mean number of packets that wait.",
        )
        .always(),
    ),
    Measure::new(
        "queueBytes",
        |lane| Some(lane.queue_bytes_mean),
        about(
            "queue, bytes",
            "bytes",
            "backlog-in-reports",
            "Time-weighted mean number of bytes that wait.",
        )
        .always()
        .digits(0),
    ),
    Measure::new(
        "queueShare",
        |lane| Some(lane.queue_share_mean),
        about(
            "queue, share",
            "",
            "backlog-in-reports",
            "Time-weighted mean backlog as a share of the buffer.",
        )
        .always()
        .digits(4),
    ),
    Measure::new(
        "jain",
        |lane| lane.jain,
        about(
            "Jain's index",
            "",
            "fairness",
            "Jain's index of the flows' goodput; 1 is an equal share for all.",
        )
        .digits(3)
        .swept()
        .card("jain", "fairness", 7, 3, Format::Fixed(2)),
    ),
    Measure::new(
        "packets.offered",
        |lane| count(lane.packets.offered),
        about("offered", "packets", "packets-counted", "Packets offered to the queue.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.sent",
        |lane| count(lane.packets.sent),
        about("sent", "packets", "packets-counted", "Packets whose transmission started.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.dropped",
        |lane| count(lane.packets.dropped()),
        about("dropped", "packets", "packets-counted", "Packets dropped, early or by overflow.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.early",
        |lane| count(lane.packets.early),
        about("early drops", "packets", "packets-counted", "Packets dropped by the discipline.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.overflow",
        |lane| count(lane.packets.overflow),
        about(
            "overflow drops",
            "packets",
            "packets-counted",
            "Packets dropped because the buffer was full.",
        )
        .always()
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "packets.marked",
        |lane| count(lane.packets.marked),
        about("marked", "packets", "packets-counted", "Packets that got a CE mark.")
            .always()
            .digits(0)
            .over_runs(OverRuns::Sum),
    ),
];

/// Measures of a TCP flow, after its number and the number of its traffic group.
pub static FLOW: &[Measure<FlowSummary>] = &[Measure::new(
    "goodputMbps",
    |flow| Some(flow.goodput_mbps),
    about("goodput, Mbit/s", "Mbit/s", "fairness", "New payload delivered in order, per second."),
)];

fn part_delay(part: &PartSummary, of: fn(&DelaySummary) -> f64) -> Option<f64> {
    part.delay.as_ref().map(of)
}

/// Measures of a traffic group, after its index, and of a class, after its name.
pub static PART: &[Measure<PartSummary>] = &[
    Measure::new(
        "packets",
        |part| count(part.sent),
        about(
            "sent",
            "packets",
            "delay-of-groups-and-classes",
            "Packets whose transmission started.",
        )
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "queueDelayMs.mean",
        |part| part_delay(part, |delay| delay.mean),
        about(
            "delay mean, ms",
            "ms",
            "delay-of-groups-and-classes",
            "Mean queue delay of its packets.",
        ),
    ),
    Measure::new(
        "queueDelayMs.p50",
        |part| part_delay(part, |delay| delay.p50),
        about("delay p50, ms", "ms", "delay-of-groups-and-classes", "Median of their queue delay."),
    ),
    Measure::new(
        "queueDelayMs.p95",
        |part| part_delay(part, |delay| delay.p95),
        about(
            "delay p95, ms",
            "ms",
            "delay-of-groups-and-classes",
            "95 % of them had at most this queue delay.",
        ),
    ),
    Measure::new(
        "queueDelayMs.p99",
        |part| part_delay(part, |delay| delay.p99),
        about(
            "delay p99, ms",
            "ms",
            "delay-of-groups-and-classes",
            "99 % of them had at most this queue delay.",
        ),
    ),
    Measure::new(
        "queueDelayMs.max",
        |part| part_delay(part, |delay| delay.max),
        about("delay max, ms", "ms", "delay-of-groups-and-classes", "Largest queue delay.")
            .over_runs(OverRuns::Max),
    ),
];

/// Queue delay of a flow or datagram source, after its number and the index of its group.
pub static FLOW_DELAY: &[Measure<FlowDelay>] = &[
    Measure::new(
        "packets",
        |flow| count(flow.sent),
        about(
            "sent",
            "packets",
            "delay-of-groups-and-classes",
            "Packets whose transmission started.",
        )
        .digits(0)
        .over_runs(OverRuns::Sum),
    ),
    Measure::new(
        "queueDelayMs.mean",
        |flow| flow.mean,
        about(
            "delay mean, ms",
            "ms",
            "delay-of-groups-and-classes",
            "Mean queue delay of its packets.",
        ),
    ),
    Measure::new(
        "queueDelayMs.p95",
        |flow| flow.p95,
        about(
            "delay p95, ms",
            "ms",
            "delay-of-groups-and-classes",
            "95 % of them had at most this queue delay, to within 6.3 %.",
        ),
    ),
    Measure::new(
        "queueDelayMs.max",
        |flow| flow.max,
        about("delay max, ms", "ms", "delay-of-groups-and-classes", "Largest queue delay.")
            .over_runs(OverRuns::Max),
    ),
];
