//! The JSON object on a trace's first line.

use crate::Error;
use crate::compare::TraceHeader;
use crate::drive::{Draws, Setting};
use crate::subject::Subject;
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::Time;
use aqm_sim::units::BitRate;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Largest packet if the header has none.
pub(crate) const DEFAULT_MTU: u32 = 1500;
/// Logarithms in parameters are shifts of 32-bit numbers.
pub(crate) const MAX_SHIFT: u32 = 31;
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
/// Largest whole number that a JSON decimal represents exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;
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

/// A whole number. Traces may write large numbers with an exponent or as a string of digits.
fn whole(value: &Value) -> Option<u64> {
    let decimal = || value.as_f64().filter(|number| number.fract() == 0.0);
    value
        .as_u64()
        .or_else(|| value.as_str()?.parse().ok())
        .or_else(|| decimal().filter(|number| (0.0..=EXACT).contains(number)).map(|it| it as u64))
}

/// The fields of a JSON object. A null field counts as absent.
pub(crate) struct Fields<'a> {
    place: &'static str,
    fields: &'a Map<String, Value>,
    /// Names of the fields that were read.
    read: RefCell<BTreeSet<String>>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(value: &'a Value, place: &'static str) -> Result<Self, Error> {
        let fields = value.as_object();
        let fields = fields.ok_or_else(|| Error::new(format!("{place} is not an object")))?;
        Ok(Fields { place, fields, read: RefCell::default() })
    }

    /// Fails if there is a field that nothing has read and that is none of `others`.
    pub(crate) fn refuse_unread(&self, others: &[&str]) -> Result<(), Error> {
        let read = self.read.borrow();
        let is_known =
            |name: &&String| read.contains(name.as_str()) || others.contains(&name.as_str());
        match self.fields.keys().find(|name| self.has(name) && !is_known(name)) {
            Some(name) => Err(Error::new(format!("{}.{name} is not supported", self.place))),
            None => Ok(()),
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|value| !value.is_null())
    }

    pub(crate) fn get(&self, name: &str) -> Result<&'a Value, Error> {
        self.read.borrow_mut().insert(name.to_string());
        let value = self.fields.get(name).filter(|value| !value.is_null());
        value.ok_or_else(|| Error::new(format!("{}.{name} is missing", self.place)))
    }

    pub(crate) fn number<T: TryFrom<u64>>(&self, name: &str) -> Result<T, Error> {
        let value = self.get(name)?;
        let number = whole(value);
        let wrong = || Error::new(format!("{}.{name}: {value} is no number in range", self.place));
        T::try_from(number.ok_or_else(wrong)?).map_err(|_| wrong())
    }

    pub(crate) fn shift(&self, name: &str) -> Result<u32, Error> {
        let shift: u32 = self.number(name)?;
        let fits = shift <= MAX_SHIFT;
        fits.then_some(shift).ok_or_else(|| Error::new(format!("{}.{name} > 31", self.place)))
    }

    pub(crate) fn optional<T: TryFrom<u64>>(&self, name: &str) -> Result<Option<T>, Error> {
        if self.has(name) { self.number(name).map(Some) } else { Ok(None) }
    }

    /// A flag, written as 0 or 1 or as a boolean; absent is off.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Error> {
        self.read.borrow_mut().insert(name.to_string());
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Ok(self.number::<u64>(name)? != 0),
        }
    }
}
