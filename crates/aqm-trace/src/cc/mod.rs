//! Replays recorded decisions of Linux' congestion control modules.
//!
//! A trace has one row for each event of a sender: its inputs, then the window, the threshold and the
//! module's state after it. The replay calls an algorithm in the order in which the kernel calls its
//! module (`host.rs`) and compares every recorded column. Inner state is compared by the names in the
//! algorithm's probe.
//!
//! To add an algorithm with traces, add its line in `replay_with`.

mod host;
mod rows;

use crate::Error;
use crate::compare::{Place, Report, Value};
use crate::table::Table;
use aqm_sim::cc::bbr::Bbr;
use aqm_sim::cc::bic::Bic;
use aqm_sim::cc::cubic::Cubic;
use aqm_sim::cc::dctcp::Dctcp;
use aqm_sim::cc::hstcp::Hstcp;
use aqm_sim::cc::htcp::Htcp;
use aqm_sim::cc::illinois::Illinois;
use aqm_sim::cc::reno::Reno;
use aqm_sim::cc::scalable::Scalable;
use aqm_sim::cc::vegas::Vegas;
use aqm_sim::cc::veno::Veno;
use aqm_sim::cc::westwood::Westwood;
use aqm_sim::cc::yeah::Yeah;
use aqm_sim::cc::{Algorithm, Dialect, Setup};
use host::Host;
use rows::{Header, Row};

/// An algorithm that traces exist for.
trait Replayed: Algorithm {
    /// The next random draw, from 0 to 6, of an algorithm that draws.
    fn set_draw(&mut self, _draw: u8) {}
}

impl Replayed for Reno {}
impl Replayed for Cubic {}
impl Replayed for Hstcp {}
impl Replayed for Scalable {}
impl Replayed for Htcp {}
impl Replayed for Bic {}
impl Replayed for Vegas {}
impl Replayed for Dctcp {}
impl Replayed for Westwood {}
impl Replayed for Illinois {}
impl Replayed for Yeah {}
impl Replayed for Veno {}

impl Replayed for Bbr {
    fn set_draw(&mut self, draw: u8) {
        self.set_draw(draw);
    }
}

/// Whether `preamble` is the header of a congestion control's trace.
pub(crate) fn is_header(preamble: &str) -> bool {
    preamble.contains("\"module\"")
}

/// Replays the trace in `table`.
pub(crate) fn replay(preamble: &str, table: &Table) -> Result<Report, Error> {
    let header = Header::parse(preamble).map_err(|error| Error::new(format!("line 1: {error}")))?;
    let (rows, columns) = rows::parse(table)?;
    match header.module.as_str() {
        "reno" => Ok(replay_with::<Reno>(&header, &rows, &columns)),
        "cubic" => Ok(replay_with::<Cubic>(&header, &rows, &columns)),
        "highspeed" => Ok(replay_with::<Hstcp>(&header, &rows, &columns)),
        "scalable" => Ok(replay_with::<Scalable>(&header, &rows, &columns)),
        "htcp" => Ok(replay_with::<Htcp>(&header, &rows, &columns)),
        "bic" => Ok(replay_with::<Bic>(&header, &rows, &columns)),
        "vegas" => Ok(replay_with::<Vegas>(&header, &rows, &columns)),
        "dctcp" => Ok(replay_with::<Dctcp>(&header, &rows, &columns)),
        "bbr" => Ok(replay_with::<Bbr>(&header, &rows, &columns)),
        "westwood" => Ok(replay_with::<Westwood>(&header, &rows, &columns)),
        "illinois" => Ok(replay_with::<Illinois>(&header, &rows, &columns)),
        "yeah" => Ok(replay_with::<Yeah>(&header, &rows, &columns)),
        "veno" => Ok(replay_with::<Veno>(&header, &rows, &columns)),
        other => Err(Error::new(format!("line 1: no algorithm for module {other:?}"))),
    }
}

fn replay_with<A: Replayed>(header: &Header, rows: &[Row], columns: &[String]) -> Report {
    let setup = Setup { dialect: Dialect::Linux6, seed: 0, packet_bytes: header.mss };
    let mut host = Host::new(A::new(&A::Params::default(), &setup), header);
    let mut report = Report { rows: rows.len(), ..Report::default() };
    let mut is_compared = vec![false; columns.len()];
    for (index, row) in rows.iter().enumerate() {
        if let Some(draw) = row.draw {
            host.algorithm.set_draw(draw);
        }
        host.step(row);
        let number = |value: i64| Value::Number(value.into());
        let mut compared: Vec<(String, Value, Value)> = host
            .outputs()
            .into_iter()
            .zip(row.outputs)
            .map(|((name, actual), expected)| (name.to_string(), number(expected), number(actual)))
            .collect();
        host.algorithm.probe(&mut |reading| {
            let Some(column) = columns.iter().position(|name| name == reading.name) else { return };
            let Some(expected) = row.state[column] else { return };
            is_compared[column] = true;
            // The kernel's numbers have 32 bits, and the record writes some of them with a sign.
            let actual = reading.value as u64 as u32;
            let expected = expected as u32;
            let values = (number(expected.into()), number(actual.into()));
            compared.push((reading.name.to_string(), values.0, values.1));
        });
        report.compare(Place::Row(index), compared);
    }
    report.not_compared = columns
        .iter()
        .zip(is_compared)
        .filter(|(_, compared)| !compared)
        .map(|(name, _)| name.clone())
        .collect();
    report
}
