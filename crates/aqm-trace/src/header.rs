//! The JSON object on a trace's first line.

use crate::Error;
use crate::drive::{Draws, Setting};
use crate::fields::{Fields, whole};
use crate::subject::Subject;
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::Time;
use aqm_sim::units::BitRate;
use serde_json::Value;

/// Parameters that follow from others or from the kernel, and need not be read.
const DERIVED: &[&str] = &[
    "alpha_scaled",
    "beta_scaled",
    "credit_init",
    "max_P",
    "max_prob",
    "min_backlog_rule",
    "mtu",
    "Plog",
    "qth_delta",
    "rate_bytes_per_s",
    "target_max",
    "target_min",
    "tick_ns",
];

/// The header of a trace.
#[derive(Clone, Debug)]
pub struct TraceHeader {
    /// Name of the trace.
    pub name: String,
    /// Packets in it, if recorded.
    pub packets: Option<u64>,
    /// The discipline and its parameters.
    pub subject: Subject,
    /// Start, link and random stream.
    pub setting: Setting,
    /// Whether the rows have the columns of the discipline's decisions.
    pub recorded_decisions: bool,
    /// Draws made, if recorded.
    pub draws: Option<u64>,
    /// Last arrival or end of transmission, if recorded.
    pub end: Option<Time>,
    /// The discipline's own counters at the end, by the kernel's names.
    pub counters: Vec<(String, u64)>,
    /// State rows were recorded only of the buckets below this number; `None`: of all buckets.
    pub state_buckets: Option<u32>,
}

/// Reads the first line of a trace.
pub(crate) fn parse(text: &str) -> Result<TraceHeader, Error> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Error::new(format!("not a JSON header: {error}")))?;
    let header = Fields::of(&value, "header")?;
    let params = Fields::of(header.get("params")?, "params")?;
    let kernel = kernel_version(header.get("kernel").ok().and_then(Value::as_str).unwrap_or(""));
    let subject = Subject::parse(&params, kernel)?;
    params.refuse_unread(DERIVED)?;
    let counters = header.fields.get("qdisc_stats").and_then(Value::as_object);
    let counters = counters.into_iter().flatten();
    Ok(TraceHeader {
        packets: header.optional("packets")?,
        name: header.fields.get("trace").and_then(Value::as_str).unwrap_or_default().to_string(),
        subject,
        setting: Setting {
            start: Time::from_nanos(header.number("t0_ns")?),
            rates: rates(header.get("link_rate_bps")?)?,
            draws: draws(&header)?,
        },
        recorded_decisions: false,
        draws: header.optional("draws")?,
        end: header.optional("end_ns")?.map(Time::from_nanos),
        counters: counters
            .filter_map(|(name, count)| Some((name.clone(), count.as_u64()?)))
            .collect(),
        state_buckets: header.optional("state_buckets")?,
    })
}

/// The link's rates with their start times. One number is a rate from the start.
fn rates(value: &Value) -> Result<Vec<(Time, BitRate)>, Error> {
    if let Some(rate) = whole(value).filter(|rate| *rate > 0) {
        return Ok(vec![(Time::ZERO, BitRate::from_bps(rate))]);
    }
    let pairs = value.as_array().filter(|pairs| !pairs.is_empty());
    let pairs = pairs.ok_or_else(|| Error::new("header.link_rate_bps is not a list"))?;
    let mut rates = Vec::new();
    for pair in pairs {
        let number = |index: usize| pair.get(index).and_then(whole);
        let (Some(from), Some(rate @ 1..)) = (number(0), number(1)) else {
            let message = format!("header.link_rate_bps: {pair} is not a pair of time and rate");
            return Err(Error::new(message));
        };
        rates.push((Time::from_nanos(from), BitRate::from_bps(rate)));
    }
    if rates.windows(2).any(|pair| pair[1].0 < pair[0].0) {
        return Err(Error::new("header.link_rate_bps is not in order of time"));
    }
    Ok(rates)
}

fn draws(header: &Fields) -> Result<Draws, Error> {
    let name = header.fields.get("rng").and_then(Value::as_str).unwrap_or("splitmix64");
    match name {
        "splitmix64" => {
            Ok(Draws::SplitMix64(SplitMix64::new(header.optional("seed")?.unwrap_or(0))))
        }
        "ones" => Ok(Draws::Constant(u64::MAX)),
        "zeros" => Ok(Draws::Constant(0)),
        other => Err(Error::new(format!("unknown rng {other:?}"))),
    }
}

/// Major and minor version in a label like `linux-6.12.117` or `4.14-rc5`.
fn kernel_version(label: &str) -> Option<(u32, u32)> {
    let mut numbers = label.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}
