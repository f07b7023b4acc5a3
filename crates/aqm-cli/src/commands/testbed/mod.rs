//! `aqm testbed`: a scenario with the TCP of this kernel, in real time.

mod pcap;
mod rows;
mod tables;

use super::packet_file::PacketFile;
use super::{flent, run, seconds, seed, start};
use crate::failure::Failure;
use crate::{files, input, output};
use aqm_export::flent::{Recording, Source};
use aqm_json::Value;
use aqm_scenario::Scenario;
use aqm_sim::time::Time;
use aqm_testbed::outcome::{Outcome, Place, Settings};
use aqm_testbed::samples::samples;
use aqm_validation::beside::{Beside, compare};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Scenario; - reads standard input.
    #[arg(required_unless_present = "rows", conflicts_with = "rows")]
    file: Option<PathBuf>,
    /// Print all measures as JSON, in the form of `aqm run --json`.
    #[arg(long)]
    json: bool,
    /// Also simulate the scenario, and print both side by side with the tolerances of docs/validation.md.
    #[arg(long)]
    compare: bool,
    /// Number of simulated runs that are compared: with the seeds 1 to N.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// Run only this lane, counted from 0. Default: one lane after the other.
    #[arg(long, value_name = "N")]
    lane: Option<usize>,
    /// Use this seed instead of the scenario's, for the drops of the disciplines and the times of the traffic.
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Stop at this time instead of the scenario's end.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    until: Option<f64>,
    /// Also write what happened to each packet to this file: as CSV, or as Parquet if its name ends with .parquet.
    #[arg(long, value_name = "FILE", conflicts_with = "rows", group = "packet_file")]
    packets: Option<PathBuf>,
    /// Also write the packets at the bottleneck to this file, with their real headers, for Wireshark and tcptrace (pcapng).
    #[arg(long, value_name = "FILE", conflicts_with = "rows", group = "packet_file")]
    pcap: Option<PathBuf>,
    /// Also write this data file of Flent (NAME.flent.gz); with several lanes NAME-0.flent.gz, NAME-1.flent.gz and so on.
    #[arg(long, value_name = "FILE", value_parser = flent::name, conflicts_with = "rows")]
    flent: Option<PathBuf>,
    /// Start of the span of --packets or --pcap, s.
    #[arg(long, value_name = "S", value_parser = start, requires = "packet_file", allow_negative_numbers = true)]
    from: Option<f64>,
    /// End of the span of --packets or --pcap, s.
    #[arg(long, value_name = "S", value_parser = seconds, requires = "packet_file", allow_negative_numbers = true)]
    to: Option<f64>,
    /// Run the scenarios of a folder and compare each: all of them, or those whose names contain one of these texts.
    #[arg(long, value_name = "TEXT", num_args = 0..)]
    rows: Option<Vec<String>>,
    /// Folder of the scenarios of --rows.
    #[arg(
        long,
        value_name = "DIR",
        default_value = "scenarios/validation/testbed",
        requires = "rows"
    )]
    folder: PathBuf,
    /// Also write the results of --rows to this file as JSON, after each row.
    #[arg(long, value_name = "FILE", requires = "rows")]
    output: Option<PathBuf>,
}

/// A lane that has been run, with its comparison if one was requested.
struct Row {
    outcome: Outcome,
    beside: Option<Vec<Beside>>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(reason) = aqm_testbed::missing() {
        return Err(Failure::Unreadable(format!("aqm testbed cannot run here: {reason}.")));
    }
    let place = aqm_testbed::place();
    if let Some(names) = &options.rows {
        return rows::run(options, names, &place, out);
    }
    let file = options.file.as_deref().unwrap_or(Path::new("-"));
    let mut scenario = input::read(file)?;
    scenario.seed = options.seed.unwrap_or(scenario.seed);
    let lanes = match options.lane {
        Some(lane) if lane < scenario.queues.len() => lane..lane + 1,
        Some(lane) => {
            let count = scenario.queues.len();
            return Err(Failure::Usage(format!(
                "--lane is {lane}; expected 0 to {}, because the scenario has {count} lanes",
                count - 1
            )));
        }
        None => 0..scenario.queues.len(),
    };
    let flent = flent::files(options.flent.as_deref(), lanes.clone());
    check_outputs(options, file, &flent)?;
    let flent = flent::open(&flent)?;
    let packets = options.packets.as_deref().map(|file| PacketFile::create(file, &scenario));
    let packets = packets.transpose()?;
    let capture = options.pcap.as_deref().map(|file| pcap::create(file, &scenario, &place));
    let capture = capture.transpose()?;
    let until = Time::from_seconds(options.until.unwrap_or(scenario.duration_s));
    let run = |lane| measure(&scenario, lane, until, options);
    let rows = lanes.map(run).collect::<Result<Vec<Row>, Failure>>()?;
    if let Some(file) = packets {
        write_packets(file, &scenario, &rows)?;
    }
    if let Some(file) = capture {
        pcap::write(file, &rows)?;
    }
    let source = Source::Testbed([&place.kernel, &place.machine, &place.date]);
    for (Row { outcome, .. }, file) in rows.iter().zip(flent) {
        let recording = Recording { series: &outcome.series, goodput: &[] };
        flent::write(file, &scenario, outcome.lane, recording, source)?;
    }
    if options.json {
        out.write_all(to_json(&scenario, &rows, until, &place).to_pretty().as_bytes())?;
    } else {
        tables::write_lanes(&scenario, &rows, until, &place, out)?;
    }
    if rows.iter().all(|row| row.outcome.is_valid()) { Ok(()) } else { Err(Failure::Finding) }
}

/// Refuses outputs that are the input, or one file.
fn check_outputs(options: &Options, file: &Path, flent: &[PathBuf]) -> Result<(), Failure> {
    let packets = options.packets.iter().map(|file| ("--packets", file.as_path()));
    let pcap = options.pcap.iter().map(|file| ("--pcap", file.as_path()));
    let flent = flent.iter().map(|file| ("--flent", file.as_path()));
    let outputs: Vec<_> = packets.chain(pcap).chain(flent).collect();
    files::check_apart(&[file.to_owned()], &outputs)
}

/// Runs a lane in real time, and simulates it if a comparison is requested.
fn measure(
    scenario: &Scenario,
    lane: usize,
    until: Time,
    options: &Options,
) -> Result<Row, Failure> {
    let queue = aqm_report::describe_queue(&scenario.queues[lane]);
    // A message that cannot be printed must not end the run.
    let _ = writeln!(io::stderr(), "{queue}: runs for {} s", until.seconds());
    let time = |seconds: Option<f64>, other| seconds.map_or(other, Time::from_seconds);
    let span = (time(options.from, Time::ZERO), time(options.to, Time::NEVER));
    let keeps_heads = options.pcap.is_some();
    let packets = (keeps_heads || options.packets.is_some()).then_some(span);
    let settings = Settings { until, packets, keeps_heads };
    let outcome = aqm_testbed::run(scenario, lane, settings)
        .map_err(|error| Failure::Unreadable(error.to_string()))?;
    let is_compared = options.compare || options.rows.is_some();
    let compare = || compare(scenario, lane, &outcome.summary, until, options.seeds);
    let beside = is_compared.then(compare);
    Ok(Row { outcome, beside })
}

/// Returns the results in the form of `aqm run --json`.
fn to_json(scenario: &Scenario, rows: &[Row], until: Time, place: &Place) -> Value {
    let lane = |row: &Row| {
        let mut lane = lane_json(scenario, row);
        if let Value::Object(members) = &mut lane {
            members.push(("samples".to_owned(), samples(&row.outcome.series)));
        }
        lane
    };
    let lanes = rows.iter().map(lane).collect();
    Value::object([
        ("version", Value::count(1)),
        ("title", Value::string(scenario.title.clone())),
        ("seed", Value::count(scenario.seed)),
        ("untilS", Value::number(until.seconds())),
        ("kernel", Value::string(place.kernel.clone())),
        ("machine", Value::string(place.machine.clone())),
        ("date", Value::string(place.date.clone())),
        ("lanes", Value::Array(lanes)),
    ])
}

fn lane_json(scenario: &Scenario, row: &Row) -> Value {
    let mut lane = row.outcome.to_json(scenario);
    if let (Value::Object(members), Some(beside)) = (&mut lane, &row.beside) {
        let values = beside.iter().map(Beside::to_json).collect();
        members.push(("comparison".to_owned(), Value::Array(values)));
    }
    lane
}

/// Writes the packets of all lanes in the order of arrival.
fn write_packets(mut file: PacketFile, scenario: &Scenario, rows: &[Row]) -> Result<(), Failure> {
    let of_lane = |row: &Row| {
        let lane = row.outcome.lane;
        row.outcome.packets.clone().into_iter().map(move |packet| (lane, packet))
    };
    let mut packets: Vec<_> = rows.iter().flat_map(of_lane).collect();
    packets.sort_by_key(|(lane, (packet, _))| (packet.arrived, *lane));
    for (lane, (packet, group)) in &packets {
        let written = file.write(scenario, *lane, *group, packet);
        written.map_err(|error| file.failure(error))?;
    }
    file.finish()
}

/// Replaces a file by a text.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    output::write(path, text.as_bytes()).map_err(|error| Failure::file(path, error))
}

/// Prints the header of the table of `aqm run`, and a line for each lane.
fn write_summaries(labels: &[String], rows: &[Row], out: &mut impl Write) -> Result<(), Failure> {
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(5);
    run::write_header(width, out)?;
    for (label, row) in labels.iter().zip(rows) {
        run::write_row(label, width, &row.outcome.summary, out)?;
    }
    Ok(())
}
