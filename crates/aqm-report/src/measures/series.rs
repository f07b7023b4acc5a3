//! The columns of the time series.

use aqm_sim::metrics::{Bin, Column, GroupBin};

/// A column of the time series, one value for each 10 ms of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Name for the page.
    pub name: &'static str,
    /// Name in CSV.
    pub csv: &'static str,
    /// Returns the value; not finite if there was nothing to measure.
    pub read: fn(&Bin) -> f32,
    /// One sentence.
    pub definition: &'static str,
    /// Anchor of the full definition in `docs/metrics.md`.
    pub section: &'static str,
}

impl Sample {
    const fn new(
        [name, csv]: [&'static str; 2],
        read: fn(&Bin) -> f32,
        section: &'static str,
        definition: &'static str,
    ) -> Self {
        Sample { name, csv, read, definition, section }
    }
}

/// Columns of the time series, in the order of the CSV.
pub static SERIES: &[Sample] = &[
    Sample::new(
        ["delayMean", "queue_delay_mean_ms"],
        |row| row[Column::DelayMeanMs],
        "plot-of-the-queue-delay",
        "Mean queue delay of the packets whose transmission starts in the 10 ms.",
    ),
    Sample::new(
        ["delayMin", "queue_delay_min_ms"],
        |row| row[Column::DelayMinMs],
        "plot-of-the-queue-delay",
        "Smallest queue delay of these packets.",
    ),
    Sample::new(
        ["delayMax", "queue_delay_max_ms"],
        |row| row[Column::DelayMaxMs],
        "plot-of-the-queue-delay",
        "Largest queue delay of these packets.",
    ),
    Sample::new(
        ["offered", "offered_packets"],
        |row| row[Column::Offered],
        "plot-of-drops-and-marks",
        "Packets offered to the queue.",
    ),
    Sample::new(
        ["sent", "sent_packets"],
        |row| row[Column::Sent],
        "plot-of-drops-and-marks",
        "Packets whose transmission starts.",
    ),
    Sample::new(
        ["earlyDrops", "early_drops_packets"],
        |row| row[Column::EarlyDrops],
        "plot-of-drops-and-marks",
        "Packets dropped by the discipline.",
    ),
    Sample::new(
        ["overflowDrops", "overflow_drops_packets"],
        |row| row[Column::OverflowDrops],
        "plot-of-drops-and-marks",
        "Packets dropped because the buffer is full.",
    ),
    Sample::new(
        ["marks", "marks_packets"],
        |row| row[Column::Marks],
        "plot-of-drops-and-marks",
        "Packets that get a CE mark.",
    ),
    Sample::new(
        ["sentBits", "sent_bits"],
        |row| row[Column::SentBits],
        "plot-of-the-utilization",
        "Bits sent.",
    ),
    Sample::new(
        ["capacityBits", "capacity_bits"],
        |row| row[Column::CapacityBits],
        "plot-of-the-utilization",
        "Bits that the link could send.",
    ),
    Sample::new(
        ["utilization", "utilization"],
        |row| row[Column::SentBits] / row[Column::CapacityBits],
        "plot-of-the-utilization",
        "Bits sent, as a share of the bits that the link could send.",
    ),
    Sample::new(
        ["queuePackets", "queue_mean_packets"],
        |row| row[Column::QueuePackets],
        "packets-now-queued",
        "Time-weighted mean number of packets that wait.",
    ),
    Sample::new(
        ["queueBytes", "queue_mean_bytes"],
        |row| row[Column::QueueBytes],
        "packets-now-queued",
        "Time-weighted mean number of bytes that wait.",
    ),
    Sample::new(
        ["probability", "probability"],
        |row| row[Column::Probability],
        "drop-probability",
        "The discipline's drop or mark probability at the end of the 10 ms.",
    ),
];

/// A column of a traffic group: its name for the page, and its value for each 10 ms of a lane.
pub type GroupSample = (&'static str, fn(GroupBin) -> f32);

/// The columns of a traffic group: its mean queue delay in ms, and its packets that were sent and that the queue dropped. The page reads
/// them behind the columns of the queues of a lane.
pub const GROUP_SERIES: [GroupSample; 3] = [
    ("delay", |bin| bin.delay),
    ("sent", |bin| bin.sent as f32),
    ("dropped", |bin| bin.dropped as f32),
];

/// The columns of the reverse bottleneck in CSV are called this and the name of the forward column.
pub const REVERSE_CSV: &str = "reverse_";

/// The columns of the queue delay of each traffic group in CSV are called `group_0_` and so on, and this.
pub const GROUP_DELAY_CSV: &str = "queue_delay_mean_ms";

/// The column of the time series that has this name on the page.
pub fn sample(name: &str) -> Option<&'static Sample> {
    SERIES.iter().find(|sample| sample.name == name)
}
