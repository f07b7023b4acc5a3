//! The counterparts of the disciplines outside of the simulator: lines of `tc`, and attributes of ns-3. Each discipline has its own
//! in its folder.
//!
//! Sources: the manual pages tc-pfifo(8), tc-red(8), tc-codel(8), tc-fq_codel(8), tc-pie(8), tc-fq_pie(8), tc-choke(8), tc-sfq(8),
//! tc-cake(8) and tc-dualpi2(8) with iproute2's parsers of these options, and the attributes in ns-3's `src/traffic-control/model`.

use super::{Amount, Environment};
use crate::time::Span;
use crate::units::BitRate;

/// What a discipline is called elsewhere. Only the name is required: by default there is no counterpart.
pub trait Twins {
    /// Name in sentences and scripts.
    const NAME: &'static str;

    /// Returns the kernel's counterpart, or a sentence that says why there is none.
    fn tc(&self, _place: &Place) -> Result<TcTwin, String> {
        Err(no_tc(Self::NAME))
    }

    /// Returns the counterpart in ns-3, or a sentence that says why there is none.
    fn ns3(&self, _place: &Place) -> Result<Ns3Twin, String> {
        Err(format!("{} has no counterpart in ns-3.", Self::NAME))
    }
}

/// Returns the sentence of a discipline that the kernel does not have.
pub(super) fn no_tc(name: &str) -> String {
    format!("{name} has no counterpart in the Linux kernel.")
}

/// What surrounds a counterpart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// Buffer, link rate and largest packet.
    pub env: Environment,
    /// The buffer counts bytes. Otherwise it counts packets.
    pub counts_bytes: bool,
}

impl Place {
    /// Returns the most packets that wait. A buffer in bytes counts as packets of the largest size.
    pub fn packets(&self) -> u64 {
        self.env.limit.packets
    }

    /// Returns the most bytes that wait. A buffer in packets counts as packets of the largest size.
    pub fn bytes(&self) -> u64 {
        self.env.limit.bytes
    }

    /// Returns an amount in bytes.
    pub(super) fn amount_bytes(&self, amount: Amount) -> f64 {
        match amount {
            Amount::Packets(packets) => packets * f64::from(self.env.mtu),
            Amount::Bytes(bytes) => bytes,
            Amount::BufferShare(share) => share * self.bytes() as f64,
        }
    }
}

/// A discipline of the Linux kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TcTwin {
    /// Its name for `tc`.
    pub kind: &'static str,
    /// Its options in order: names, and values where they have one.
    pub options: Vec<(&'static str, String)>,
    /// What differs from the discipline of the scenario.
    pub notes: Vec<String>,
}

impl TcTwin {
    pub(super) fn new(kind: &'static str) -> Self {
        TcTwin { kind, options: Vec::new(), notes: Vec::new() }
    }

    /// Adds an option with a value.
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.options.push((name, value.to_string()));
        self
    }

    /// Adds a word without a value.
    pub(super) fn flag(self, name: &'static str) -> Self {
        self.with(name, "")
    }

    /// Adds a word if it is on, otherwise another one; an empty word is left out.
    pub(super) fn either(self, is_on: bool, on: &'static str, off: &'static str) -> Self {
        match if is_on { on } else { off } {
            "" => self,
            word => self.flag(word),
        }
    }

    /// Adds a time.
    pub(super) fn time(self, name: &'static str, span: Span) -> Self {
        let twin = self.with(name, tc_time(span));
        twin.note_if(is_rounded(span), || {
            format!(
                "{name} is rounded to {}, because tc counts in whole microseconds.",
                tc_time(span)
            )
        })
    }

    /// Adds the limit in packets.
    pub(super) fn limit_packets(self, place: &Place) -> Self {
        let twin = self.with("limit", place.packets());
        twin.note_if(place.counts_bytes, || {
            let packets = counted(place.packets());
            format!(
                "The buffer is {packets} of {} bytes, because this discipline counts no bytes.",
                place.env.mtu
            )
        })
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(super) fn note_if(self, applies: bool, note: impl FnOnce() -> String) -> Self {
        if applies { self.note(note()) } else { self }
    }

    /// Returns the discipline as `tc` reads it.
    pub fn line(&self) -> String {
        let mut line = self.kind.to_owned();
        for (name, value) in &self.options {
            line.push(' ');
            line.push_str(name);
            if !value.is_empty() {
                line.push(' ');
                line.push_str(value);
            }
        }
        line
    }
}

/// A discipline of ns-3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ns3Twin {
    /// Its type.
    pub type_id: &'static str,
    /// Its attributes, as `StringValue` reads them.
    pub attributes: Vec<(&'static str, String)>,
    /// Bytes that a flow may send in its turn, which is no attribute.
    pub quantum: Option<u32>,
    /// What differs from the discipline of the scenario.
    pub notes: Vec<String>,
}

impl Ns3Twin {
    pub(super) fn new(type_id: &'static str) -> Self {
        Ns3Twin { type_id, attributes: Vec::new(), quantum: None, notes: Vec::new() }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    pub(super) fn limit(self, place: &Place) -> Self {
        let size = if place.counts_bytes {
            format!("{}B", place.bytes())
        } else {
            format!("{}p", place.packets())
        };
        self.with("MaxSize", size)
    }

    /// Adds the limit of a discipline that counts packets only.
    pub(super) fn limit_packets(self, place: &Place) -> Self {
        self.with("MaxSize", format!("{}p", place.packets()))
    }

    pub(super) fn time(self, name: &'static str, span: Span) -> Self {
        self.with(name, ns3_time(span))
    }

    pub(super) fn note_if(mut self, applies: bool, note: impl Into<String>) -> Self {
        if applies {
            self.notes.push(note.into());
        }
        self
    }
}

/// Returns a time for `tc`, which keeps whole microseconds of most parameters.
pub fn tc_time(span: Span) -> String {
    let nanos = span.nanos();
    match nanos {
        _ if nanos.is_multiple_of(1_000_000) => format!("{}ms", nanos / 1_000_000),
        _ => format!("{}us", (nanos + 500) / 1000),
    }
}

/// Returns whether [`tc_time`] rounds.
pub fn is_rounded(span: Span) -> bool {
    !span.nanos().is_multiple_of(1000)
}

/// Returns a rate for `tc`, in bit/s. `tc` takes no rate of zero: an outage is 8 bit/s.
pub fn tc_rate(rate: BitRate) -> String {
    format!("{}bit", rate.bps().max(8))
}

/// Returns a time for ns-3.
pub fn ns3_time(span: Span) -> String {
    let nanos = span.nanos();
    match nanos {
        _ if nanos.is_multiple_of(1_000_000) => format!("{}ms", nanos / 1_000_000),
        _ if nanos.is_multiple_of(1000) => format!("{}us", nanos / 1000),
        _ => format!("{nanos}ns"),
    }
}

fn counted(packets: u64) -> String {
    if packets == 1 { "1 packet".to_owned() } else { format!("{packets} packets") }
}
