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
/// Flags of RED where they are one number.
const RED_FLAGS: [(&str, u64); 4] = [("ecn", 1), ("harddrop", 2), ("adaptive", 4), ("nodrop", 8)];
/// Linux 4.1 tells CoDel the MTU; before, it learnt the packet size.
const CODEL_KNOWS_MTU: (u32, u32) = (4, 1);
/// PIE has a 64-bit probability, and RFC 8033's burst allowance, since Linux 5.6.
const PIE_64_BIT: (u32, u32) = (5, 6);
/// Largest whole number that JSON's decimals hold exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Linux 3.14 made RED's division exact.
const EXACT_DIVISION: (u32, u32) = (3, 14);
/// The kernel's tick for PIE in ns.
const PIE_TICK: u64 = 64;

pub(crate) fn parse(text: &str) -> Result<TraceHeader, Error> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| Error::new(format!("not a JSON header: {error}")))?;
    let header = Fields::of(&value, "header")?;
    let params = Fields::of(header.get("params")?, "params")?;
    let kernel = kernel_version(header.get("kernel").ok().and_then(Value::as_str).unwrap_or(""));
    let counters = header.fields.get("qdisc_stats").and_then(Value::as_object);
    let counters = counters.into_iter().flatten();
    Ok(TraceHeader {
        packets: header.optional("packets")?,
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
        codel_subject(params, kernel)
    } else if params.has("tupdate_ms") {
        pie_subject(params, kernel)
    } else if params.has("qth_min") {
        red_subject(params, kernel)
    } else {
        Err(Error::new("params belong to no known discipline"))
    }
}

fn codel_subject(params: &Fields, kernel: Option<(u32, u32)>) -> Result<Subject, Error> {
    let learns_size =
        params.has("min_backlog_rule") || kernel.is_some_and(|version| version < CODEL_KNOWS_MTU);
    let ce_threshold: Option<u32> = params.optional("ce_threshold_ticks")?;
    let parsed = codel::linux::Params {
        target: params.number("target_ticks")?,
        interval: params.number("interval_ticks")?,
        ce_threshold: ce_threshold.filter(|ticks| *ticks < CE_THRESHOLD_OFF),
        ecn: params.flag("ecn")?,
        small_queue: match params.optional("mtu")? {
            None if learns_size => codel::linux::SmallQueue::LargestSeen,
            mtu => codel::linux::SmallQueue::Mtu(mtu.unwrap_or(DEFAULT_MTU)),
        },
    };
    Ok(Subject::Codel(parsed, Limit::packets(params.number("limit_pkts")?)))
}

fn pie_subject(params: &Fields, kernel: Option<(u32, u32)>) -> Result<Subject, Error> {
    let is_32_bit = match params.optional::<u64>("max_prob")? {
        Some(max_prob) => max_prob == MAX_PROB_32,
        None => kernel.is_some_and(|version| version < PIE_64_BIT),
    };
    let max_burst = if is_32_bit { Span::from_millis(100) } else { Span::from_millis(150) };
    let parsed = pie::KernelParams {
        target: params.number("target_ticks")?,
        update: Span::from_millis(params.number::<u32>("tupdate_ms")?.into()),
        jiffy: Span::from_millis(1),
        alpha: params.number("alpha")?,
        beta: params.number("beta")?,
        max_burst: max_burst.nanos() / PIE_TICK,
        ecn: params.flag("ecn")?,
        byte_mode: params.flag("bytemode")?,
        rate_estimator: params.flag("dq_rate_estimator")?,
        mtu: match params.optional("mtu")? {
            Some(0) => return Err(Error::new("params.mtu is 0")),
            mtu => mtu.unwrap_or(DEFAULT_MTU),
        },
    };
    let limit = Limit::packets(params.number("limit_pkts")?);
    Ok(if is_32_bit { Subject::Pie414(parsed, limit) } else { Subject::Pie(parsed, limit) })
}

fn red_subject(params: &Fields, kernel: Option<(u32, u32)>) -> Result<Subject, Error> {
    let (min, max): (u32, u32) = (params.number("qth_min")?, params.number("qth_max")?);
    if min > max {
        return Err(Error::new("params.qth_min is greater than params.qth_max"));
    }
    let is_given =
        if params.has("max_P_q32") { params.flag("max_P_q32")? } else { params.has("max_P") };
    let max_p = match is_given {
        true => params.number("max_P")?,
        false => red::tc::max_p_from_plog(params.number::<u8>("Plog")?.into(), min, max),
    };
    let stab = params.get("Stab")?.as_array().map(Vec::as_slice).unwrap_or_default();
    let shifts: Vec<u8> = stab
        .iter()
        .filter_map(|shift| u8::try_from(shift.as_u64()?).ok())
        .filter(|shift| u32::from(*shift) <= MAX_SHIFT)
        .collect();
    let flags: u64 = params.optional("flags")?.unwrap_or(0);
    let flag = |index: usize| -> Result<bool, Error> {
        let (name, bit) = RED_FLAGS[index];
        Ok(params.flag(name)? || flags & bit != 0)
    };
    let parsed = red::linux::Params {
        min,
        max,
        weight_log: params.shift("Wlog")?,
        idle: red::tc::IdleTable {
            shifts: shifts
                .try_into()
                .map_err(|_| Error::new("params.Stab is not 256 shifts of 0 to 31"))?,
            cell_log: params.shift("Scell_log")?,
        },
        max_p,
        ecn: flag(0)?,
        hard_drop: flag(1)?,
        adaptive: flag(2)?,
        no_drop: flag(3)?,
        division: match kernel {
            Some(version) if version < EXACT_DIVISION => red::linux::Division::Reciprocal,
            _ => red::linux::Division::Exact,
        },
    };
    let limit = Limit::bytes(params.number("limit_bytes")?);
    Ok(Subject::Red(Box::new(parsed), limit, DEFAULT_MTU))
}

/// The link's rates, each from a time on; or one number, which holds from the start.
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

/// A whole number, also with an exponent or as a string of digits, as large numbers are written.
fn whole(value: &Value) -> Option<u64> {
    let decimal = || value.as_f64().filter(|number| number.fract() == 0.0);
    value
        .as_u64()
        .or_else(|| value.as_str()?.parse().ok())
        .or_else(|| decimal().filter(|number| (0.0..=EXACT).contains(number)).map(|it| it as u64))
}

/// The fields of a JSON object; what is null counts as absent.
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
        self.fields.get(name).is_some_and(|value| !value.is_null())
    }

    fn get(&self, name: &str) -> Result<&'a Value, Error> {
        let value = self.fields.get(name).filter(|value| !value.is_null());
        value.ok_or_else(|| Error::new(format!("{}.{name} is missing", self.place)))
    }

    fn number<T: TryFrom<u64>>(&self, name: &str) -> Result<T, Error> {
        let value = self.get(name)?;
        let number = whole(value);
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
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Ok(self.number::<u64>(name)? != 0),
        }
    }
}
