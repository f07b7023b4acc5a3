//! A script as data.

use aqm_sim::packet::Ecn;
use aqm_sim::time::Span;

use crate::code::Statement;

/// A whole script.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Script {
    pub(crate) tolerance: Tolerance,
    pub(crate) events: Vec<Event>,
}

/// Largest difference between the time of a segment and that of the script.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tolerance {
    pub(crate) least: Span,
    /// Alternative: this share of the time since the last event, in parts per 100,000. The larger one counts.
    pub(crate) share: u64,
}

impl Default for Tolerance {
    /// The default of packetdrill: 4 ms or 12.5 %.
    fn default() -> Self {
        Tolerance { least: Span::from_millis(4), share: 12_500 }
    }
}

impl Tolerance {
    pub(crate) fn after(&self, gap: Span) -> Span {
        let share = u128::from(gap.nanos()) * u128::from(self.share) / 100_000;
        self.least.max(Span::from_nanos(u64::try_from(share).unwrap_or(u64::MAX)))
    }
}

/// An event that the script causes or expects.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Event {
    pub(crate) line: usize,
    pub(crate) when: When,
    pub(crate) action: Action,
}

/// Time of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    /// `*`
    AnyTime,
    /// `1.5` or `1.5~1.6`: since the start.
    At(Span, Span),
    /// `+.1` or `+.1~+.2`: since the previous event.
    After(Span, Span),
}

/// Action of an event.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Action {
    /// `<`: a packet arrives.
    Receive(Packet),
    /// `>`: a packet must be sent.
    Expect(Packet),
    Call(Call),
    /// Shell commands.
    Command(String),
    Code(Vec<Statement>),
}

/// A TCP packet. Sequence numbers count bytes from the SYN.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packet {
    /// ECN codepoint, such as `[ect0]`.
    pub(crate) ecn: Option<Ecn>,
    pub(crate) flags: Flags,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) ack: Option<u64>,
    pub(crate) window: Option<u64>,
    pub(crate) options: Options,
}

/// TCP flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags {
    pub(crate) syn: bool,
    pub(crate) fin: bool,
    pub(crate) reset: bool,
    pub(crate) push: bool,
    pub(crate) ack: bool,
    pub(crate) ece: bool,
    pub(crate) cwr: bool,
}

/// TCP options that matter to a sender.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    pub(crate) mss: Option<u64>,
    pub(crate) sack_permitted: bool,
    pub(crate) window_scale: Option<u32>,
    pub(crate) timestamps: bool,
    /// First byte and one past the last.
    pub(crate) sacks: Vec<(u64, u64)>,
}

/// A system call: `write(4, ..., 1000) = 1000`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) result: i64,
}

/// An argument of a system call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    Number(i64),
    Name(String),
    Text(String),
    /// `...`, lists and structures.
    Other,
}
