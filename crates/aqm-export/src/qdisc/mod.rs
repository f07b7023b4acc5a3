//! The counterparts of the disciplines: lines of `tc`, and attributes of ns-3. One file per discipline.
//!
//! Sources: the manual pages tc-pfifo(8), tc-red(8), tc-codel(8), tc-fq_codel(8), tc-pie(8), tc-fq_pie(8), tc-choke(8), tc-sfq(8),
//! tc-cake(8) and tc-dualpi2(8) with iproute2's parsers of these options, and the attributes in ns-3's `src/traffic-control/model`.

mod ared;
mod choke;
mod cobalt;
mod codel;
mod drop_tail;
mod dualpi2;
mod fq_codel;
mod fq_pie;
mod pie;
mod red;
mod sfq;
mod without;

use crate::numbers::{counted, is_rounded, tc_time};
use aqm_sim::aqm::{Amount, AqmConfig};
use aqm_sim::config::{BufferConfig, MTU};
use aqm_sim::time::Span;
use aqm_sim::units::BitRate;

/// What surrounds a discipline.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Rate of its link.
    pub rate: BitRate,
    /// Its buffer.
    pub buffer: BufferConfig,
    /// Propagation round-trip time of the path, for buffers in bandwidth-delay products.
    pub rtt: Span,
}

impl Place {
    /// Returns the most packets that wait. A buffer in bytes counts as packets of the largest size.
    pub fn packets(&self) -> u64 {
        match self.buffer {
            BufferConfig::Bytes(bytes) => (bytes / u64::from(MTU)).max(1),
            other => other.packets(self.rate, self.rtt),
        }
    }

    /// Returns the most bytes that wait. A buffer in packets counts as packets of the largest size.
    pub fn bytes(&self) -> u64 {
        match self.buffer {
            BufferConfig::Bytes(bytes) => bytes,
            other => other.packets(self.rate, self.rtt) * u64::from(MTU),
        }
    }

    /// Returns an amount in bytes.
    fn amount_bytes(&self, amount: Amount) -> f64 {
        match amount {
            Amount::Packets(packets) => packets * f64::from(MTU),
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
    fn new(kind: &'static str) -> Self {
        TcTwin { kind, options: Vec::new(), notes: Vec::new() }
    }

    /// Adds an option with a value.
    fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.options.push((name, value.to_string()));
        self
    }

    /// Adds a word without a value.
    fn flag(self, name: &'static str) -> Self {
        self.with(name, "")
    }

    /// Adds a word if it is on, otherwise another one; an empty word is left out.
    fn either(self, is_on: bool, on: &'static str, off: &'static str) -> Self {
        match if is_on { on } else { off } {
            "" => self,
            word => self.flag(word),
        }
    }

    /// Adds a time.
    fn time(self, name: &'static str, span: Span) -> Self {
        let twin = self.with(name, tc_time(span));
        twin.note_if(is_rounded(span), || {
            format!(
                "{name} is rounded to {}, because tc counts in whole microseconds.",
                tc_time(span)
            )
        })
    }

    /// Adds the limit in packets.
    fn limit_packets(self, place: &Place) -> Self {
        let twin = self.with("limit", place.packets());
        twin.note_if(matches!(place.buffer, BufferConfig::Bytes(_)), || {
            let packets = counted(place.packets(), "packet", "packets");
            format!(
                "The buffer is {packets} of {MTU} bytes, because this discipline counts no bytes."
            )
        })
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    fn note_if(self, applies: bool, note: impl FnOnce() -> String) -> Self {
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
    fn new(type_id: &'static str) -> Self {
        Ns3Twin { type_id, attributes: Vec::new(), quantum: None, notes: Vec::new() }
    }

    fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    fn limit(self, place: &Place) -> Self {
        let size = match place.buffer {
            BufferConfig::Bytes(bytes) => format!("{bytes}B"),
            _ => format!("{}p", place.packets()),
        };
        self.with("MaxSize", size)
    }

    /// Adds the limit of a discipline that counts packets only.
    fn limit_packets(self, place: &Place) -> Self {
        self.with("MaxSize", format!("{}p", place.packets()))
    }

    fn time(self, name: &'static str, span: Span) -> Self {
        self.with(name, crate::numbers::ns3_time(span))
    }

    fn note_if(mut self, applies: bool, note: impl Into<String>) -> Self {
        if applies {
            self.notes.push(note.into());
        }
        self
    }
}

/// Returns the kernel's counterpart, or a sentence that says why there is none.
pub fn tc(config: &AqmConfig, place: &Place) -> Result<TcTwin, String> {
    match config {
        AqmConfig::DropTail(_) => Ok(drop_tail::tc(place)),
        AqmConfig::Red(params) => red::tc(params, place),
        AqmConfig::Ared(params) => ared::tc(params, place),
        AqmConfig::Codel(params) => Ok(codel::tc(params, place)),
        AqmConfig::Pie(params) => Ok(pie::tc(params, place)),
        AqmConfig::Choke(params) => choke::tc(params, place),
        AqmConfig::Sfq(params) => Ok(sfq::tc(params, place)),
        AqmConfig::Cobalt(params) => cobalt::tc(params, place),
        AqmConfig::FqCodel(params) => Ok(fq_codel::tc(params, place)),
        AqmConfig::FqPie(params) => Ok(fq_pie::tc(params, place)),
        AqmConfig::DualPi2(params) => Ok(dualpi2::tc(params, place)),
        AqmConfig::Duk(_)
        | AqmConfig::Pi2(_)
        | AqmConfig::Pi(_)
        | AqmConfig::Blue(_)
        | AqmConfig::Avq(_)
        | AqmConfig::Manual(_) => Err(without::tc(config)),
    }
}

/// Returns the counterpart in ns-3, or a sentence that says why there is none.
pub fn ns3(config: &AqmConfig, place: &Place) -> Result<Ns3Twin, String> {
    match config {
        AqmConfig::DropTail(_) => Ok(drop_tail::ns3(place)),
        AqmConfig::Red(params) => Ok(red::ns3(params, place)),
        AqmConfig::Ared(params) => Ok(ared::ns3(params, place)),
        AqmConfig::Codel(params) => Ok(codel::ns3(params, place)),
        AqmConfig::Pie(params) => Ok(pie::ns3(params, place)),
        AqmConfig::Cobalt(params) => Ok(cobalt::ns3(params, place)),
        AqmConfig::FqCodel(params) => Ok(fq_codel::ns3(params, place)),
        AqmConfig::FqPie(params) => Ok(fq_pie::ns3(params, place)),
        AqmConfig::Choke(_)
        | AqmConfig::Sfq(_)
        | AqmConfig::DualPi2(_)
        | AqmConfig::Duk(_)
        | AqmConfig::Pi2(_)
        | AqmConfig::Pi(_)
        | AqmConfig::Blue(_)
        | AqmConfig::Avq(_)
        | AqmConfig::Manual(_) => Err(without::ns3(config)),
    }
}

/// Returns the name of a discipline in sentences.
pub fn name(config: &AqmConfig) -> &'static str {
    match config {
        AqmConfig::DropTail(_) => "Drop-tail",
        AqmConfig::Red(_) => "RED",
        AqmConfig::Ared(_) => "Adaptive RED",
        AqmConfig::Codel(_) => "CoDel",
        AqmConfig::Pie(_) => "PIE",
        AqmConfig::Duk(_) => "DUK",
        AqmConfig::Pi2(_) => "PI2",
        AqmConfig::Pi(_) => "PI",
        AqmConfig::Blue(_) => "BLUE",
        AqmConfig::Avq(_) => "AVQ",
        AqmConfig::Choke(_) => "CHOKe",
        AqmConfig::Sfq(_) => "SFQ",
        AqmConfig::Cobalt(_) => "COBALT",
        AqmConfig::FqCodel(_) => "FQ-CoDel",
        AqmConfig::FqPie(_) => "FQ-PIE",
        AqmConfig::DualPi2(_) => "DualPI2",
        AqmConfig::Manual(_) => "A queue whose user drops packets",
    }
}
