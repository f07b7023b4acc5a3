//! The inner state of one TCP sender over a span of time, and what it did and why, for the page.

use crate::event_report::NamedNumber;
use aqm_json::answer;
use aqm_sim::packet::FlowId;

answer! {
    /// The inner state of a sender at several times.
    pub struct SenderAnswer {
        /// Number of the flow.
        "flow" flow: FlowId,
        /// The times, s. Only those at which the flow was open are listed.
        "timesS" times: Vec<f64>,
        /// Its numbers. Those of the congestion control come last.
        "series" series: Vec<SenderSeries>,
        /// What it did in the span, besides sending data and taking ACKs in order. Of very many only the last ones.
        "events" events: Vec<SenderEntry>,
        /// Number of such events, listed or not.
        "eventCount" event_count: usize,
    }

    /// Something that a sender did, and why.
    pub struct SenderEntry {
        /// Time, s.
        "atS" at_s: f64,
        /// What it did. `own`: the congestion control applied a rule of its own, outside of a congestion event.
        "action" action: &'static str =
            "retransmission" | "syn" | "timeout" | "probe" | "reduction" | "undo" | "entered" | "left" | "own",
        /// The phase that it entered or left: `reduction` after a mark or probe, `recovery`, `timeout`; null for other actions.
        "phase" phase: Option<&'static str>,
        /// The segment that it sent again; null for other actions.
        "segment" segment: Option<u64>,
        /// Code of the reason, such as `rack.overtaken`.
        "reason" reason: &'static str,
        /// The numbers behind the decision.
        "numbers" numbers: Vec<NamedNumber>,
        /// Congestion window before and after, in segments.
        "cwnd" cwnd: Vec<f64>,
        /// Slow start threshold before and after, in segments; null for none.
        "ssthresh" ssthresh: Vec<Option<f64>>,
        /// Segments believed to be in flight after it.
        "inFlight" in_flight: u64,
    }

    /// One number of a sender over time.
    pub struct SenderSeries {
        /// Its name in the simulator, or in the source of the congestion control.
        "name" name: &'static str,
        /// Its unit; empty for plain numbers.
        "unit" unit: &'static str,
        /// Its name for readers; empty if it has none.
        "label" label: &'static str,
        /// One sentence; empty if it has no name for readers.
        "help" help: &'static str,
        /// Whether the congestion control reports it, not the sender.
        "isControl" is_control: bool,
        /// Its values; null where there was none.
        "values" values: Vec<Option<f64>>,
    }
}
