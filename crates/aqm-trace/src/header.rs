//! The JSON object on a trace's first line.

use crate::Error;
use aqm_sim::aqm::{codel, pie, red};
use aqm_sim::buffer::Limit;
use aqm_sim::replay::{Draws, Setting, Subject, TraceHeader};
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use serde_json::{Map, Value};

/// Largest packet where the header does not say.
const DEFAULT_MTU: u32 = 1500;
/// A `ce_threshold` of this many ticks or more is none.
const CE_THRESHOLD_OFF: u32 = i32::MAX as u32;
/// The `max_prob` of PIE's 32-bit generation.
const MAX_PROB_32: u64 = u32::MAX as u64;
/// Logarithms in RED's parameters are shifts of 32-bit numbers.
const MAX_SHIFT: u32 = 31;
/// Linux 3.14 made RED's division exact.
const EXACT_DIVISION: (u32, u32) = (3, 14);
/// The kernel's tick for PIE in ns.
const PIE_TICK: u64 = 64;

pub(crate) fn parse(text: &str) -> Result<TraceHeader, Error> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Error::new(format!("first line is not a JSON header: {error}")))?;
    let header = Fields::of(&value, "header")?;
    let params = Fields::of(header.get("params")?, "params")?;
    let kernel = kernel_version(header.get("kernel").ok().and_then(Value::as_str).unwrap_or(""));
    let counters = header.fields.get("qdisc_stats").and_then(Value::as_object);
    let counters = counters.into_iter().flatten();
    Ok(TraceHeader {
        name: header.fields.get("trace").and_then(Value::as_str).unwrap_or_default().to_string(),
        subject: subject(&params, kernel)?,
        setting: Setting {
            start: Time::from_nanos(header.number("t0_ns")?),
            rates: rates(header.get("link_rate_bps")?)?,
            draws: draws(&header)?,
        },
        draws: header.optional("draws")?,
        end: header.optional("end_ns")?.map(Time::from_nanos),
        counters: counters
            .filter_map(|(name, count)| Some((name.clone(), count.as_u64()?)))
            .collect(),
    })
}

/// Which discipline, told by the parameters that only it has.
fn subject(params: &Fields, kernel: Option<(u32, u32)>) -> Result<Subject, Error> {
    if params.has("interval_ticks") {
        codel_subject(params)
    } else if params.has("tupdate_ms") {
        pie_subject(params)
    } else if params.has("qth_min") {
        red_subject(params, kernel)
    } else {
        Err(Error::new("params belong to no known discipline"))
    }
}

fn codel_subject(params: &Fields) -> Result<Subject, Error> {
    let ce_threshold: Option<u32> = params.optional("ce_threshold_ticks")?;
    let parsed = codel::linux::Params {
        target: params.number("target_ticks")?,
        interval: params.number("interval_ticks")?,
        ce_threshold: ce_threshold.filter(|ticks| *ticks < CE_THRESHOLD_OFF),
        ecn: params.flag("ecn")?,
        // The old generation, which learns the packet size, is given no MTU.
        small_queue: match params.optional("mtu")? {
            Some(mtu) => codel::linux::SmallQueue::Mtu(mtu),
            None => codel::linux::SmallQueue::LargestSeen,
        },
    };
    Ok(Subject::Codel(parsed, Limit::packets(params.number("limit_pkts")?)))
}

fn pie_subject(params: &Fields) -> Result<Subject, Error> {
    let is_32_bit = params.optional("max_prob")? == Some(MAX_PROB_32);
    let max_burst = if is_32_bit { Span::from_millis(100) } else { Span::from_millis(150) };
    let parsed = pie::KernelParams {
        target: params.number("target_ticks")?,
        update: Span::from_millis(params.number("tupdate_ms")?),
        jiffy: Span::from_millis(1),
        alpha: params.number("alpha")?,
        beta: params.number("beta")?,
        max_burst: max_burst.nanos() / PIE_TICK,
        ecn: params.flag("ecn")?,
        byte_mode: params.flag("bytemode")?,
        rate_estimator: params.flag("dq_rate_estimator")?,
        mtu: params.optional("mtu")?.unwrap_or(DEFAULT_MTU),
    };
    let limit = Limit::packets(params.number("limit_pkts")?);
    Ok(if is_32_bit { Subject::Pie414(parsed, limit) } else { Subject::Pie(parsed, limit) })
}

fn red_subject(params: &Fields, kernel: Option<(u32, u32)>) -> Result<Subject, Error> {
    let (min, max) = (params.number("qth_min")?, params.number("qth_max")?);
    let max_p = match params.flag("max_P_q32")? {
        true => params.number("max_P")?,
        false => red::tc::max_p_from_plog(params.shift("Plog")?, min, max),
    };
    let stab = params.get("Stab")?.as_array().map(Vec::as_slice).unwrap_or_default();
    let shifts: Vec<u8> =
        stab.iter().filter_map(|shift| u8::try_from(shift.as_u64()?).ok()).collect();
    let parsed = red::linux::Params {
        min,
        max,
        weight_log: params.shift("Wlog")?,
        idle: red::tc::IdleTable {
            shifts: shifts.try_into().map_err(|_| Error::new("Stab is not 256 shifts"))?,
            cell_log: params.shift("Scell_log")?,
        },
        max_p,
        ecn: params.flag("ecn")?,
        hard_drop: params.flag("harddrop")?,
        no_drop: params.flag("nodrop")?,
        adaptive: params.flag("adaptive")?,
        division: match kernel {
            Some(version) if version < EXACT_DIVISION => red::linux::Division::Reciprocal,
            _ => red::linux::Division::Exact,
        },
    };
    let limit = Limit::bytes(params.number("limit_bytes")?);
    Ok(Subject::Red(Box::new(parsed), limit, DEFAULT_MTU))
}

fn rates(value: &Value) -> Result<Vec<(Time, BitRate)>, Error> {
    let pairs = value.as_array().filter(|pairs| !pairs.is_empty());
    let pairs = pairs.ok_or_else(|| Error::new("link_rate_bps is not a list"))?;
    pairs
        .iter()
        .map(|pair| {
            let number = |index: usize| pair.get(index).and_then(Value::as_u64);
            match (number(0), number(1)) {
                (Some(from), Some(rate)) if rate > 0 => {
                    Ok((Time::from_nanos(from), BitRate::from_bps(rate)))
                }
                _ => Err(Error::new("link_rate_bps: not a pair of time and rate")),
            }
        })
        .collect()
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

/// The fields of a JSON object.
struct Fields<'a> {
    place: &'static str,
    fields: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, place: &'static str) -> Result<Self, Error> {
        let fields = value.as_object();
        let fields = fields.ok_or_else(|| Error::new(format!("{place} is not an object")))?;
        Ok(Fields { place, fields })
    }

    fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    fn get(&self, name: &str) -> Result<&'a Value, Error> {
        let value = self.fields.get(name);
        value.ok_or_else(|| Error::new(format!("{}.{name} is missing", self.place)))
    }

    /// A number, or a string of digits as large numbers are written.
    fn number<T: TryFrom<u64>>(&self, name: &str) -> Result<T, Error> {
        let value = self.get(name)?;
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        let wrong = || Error::new(format!("{}.{name}: {value} is no number in range", self.place));
        T::try_from(number.ok_or_else(wrong)?).map_err(|_| wrong())
    }

    fn shift(&self, name: &str) -> Result<u32, Error> {
        let shift: u32 = self.number(name)?;
        let fits = shift <= MAX_SHIFT;
        fits.then_some(shift).ok_or_else(|| Error::new(format!("{}.{name} > 31", self.place)))
    }

    fn optional<T: TryFrom<u64>>(&self, name: &str) -> Result<Option<T>, Error> {
        if self.has(name) { self.number(name).map(Some) } else { Ok(None) }
    }

    /// A flag, written as 0 or 1 or as a boolean; absent is off.
    fn flag(&self, name: &str) -> Result<bool, Error> {
        match self.fields.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Ok(self.number::<u64>(name)? != 0),
        }
    }
}
