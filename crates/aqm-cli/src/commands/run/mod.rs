//! `aqm run`: one scenario, all lanes.

mod events;
mod packets;
mod pcap;

use super::{flent, seconds, seed, start};
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, input, names, progress};
use aqm_experiment::Experiment;
use aqm_export::flent::{Recording, Source};
use aqm_report::measures::{APPLICATION, Measure};
use aqm_sim::metrics::{Part, ResultSummary, SAMPLE_INTERVAL, Summary};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use aqm_trust::trust;
use events::Events;
use packets::Packets;
use pcap::Capture;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Scenario; - reads standard input.
    file: PathBuf,
    /// Print all measures as JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the time series of all lanes as CSV, with one row for each lane and 10 ms.
    #[arg(long)]
    csv: bool,
    /// Also print how many ACKs could not take the engine's fast path.
    #[arg(long, conflicts_with_all = ["csv", "json"])]
    engine: bool,
    /// Also write every drop, mark and loss with its reason to this file, as CSV.
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// Also write what happened to each packet to this file: as CSV, or as Parquet if its name ends with .parquet.
    #[arg(long, value_name = "FILE", group = "packet_file")]
    packets: Option<PathBuf>,
    /// Also write the packets at the bottleneck to this file, with TCP and UDP headers, for Wireshark and tcptrace (pcapng).
    #[arg(long, value_name = "FILE", group = "packet_file")]
    pcap: Option<PathBuf>,
    /// Also write this data file of Flent (NAME.flent.gz); with several lanes NAME-0.flent.gz, NAME-1.flent.gz and so on.
    #[arg(long, value_name = "FILE", value_parser = flent::name)]
    flent: Option<PathBuf>,
    /// Start of the span of --packets or --pcap, s.
    #[arg(long, value_name = "S", value_parser = start, requires = "packet_file", allow_negative_numbers = true)]
    from: Option<f64>,
    /// End of the span of --packets or --pcap, s.
    #[arg(long, value_name = "S", value_parser = seconds, requires = "packet_file", allow_negative_numbers = true)]
    to: Option<f64>,
    /// Use this seed instead of the scenario's.
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Stop at this simulated time instead of the scenario's end.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    until: Option<f64>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let mut scenario = input::read(&options.file)?;
    scenario.seed = options.seed.unwrap_or(scenario.seed);
    let flent = flent::files(options.flent.as_deref(), 0..scenario.queues.len());
    check_outputs(options, &flent)?;
    let flent = flent::open(&flent)?;
    let mut experiment = Experiment::new(scenario);
    if options.csv {
        experiment = experiment.with_probes();
    }
    let until = options.until.map_or(experiment.end(), Time::from_seconds);
    let name = names::name_of(&options.file);
    if options.events.is_some() || options.packets.is_some() || options.pcap.is_some() {
        run_with_logs(options, &mut experiment, until, &name)?;
    } else {
        progress::run(&mut experiment, until, &name);
    }
    write_flent(&experiment, flent)?;
    if options.json {
        out.write_all(aqm_report::report(&experiment).to_pretty().as_bytes())?;
    } else if options.csv {
        write_csv(&experiment, out)?;
    } else {
        write_table(&experiment, out)?;
        write_trust(&experiment, out)?;
        if options.engine {
            write_engine(&experiment, out)?;
        }
    }
    Ok(())
}

/// Refuses outputs that are the input, or one file.
fn check_outputs(options: &Options, flent: &[PathBuf]) -> Result<(), Failure> {
    let one = |option, file: &'_ Option<PathBuf>| file.clone().map(|file| (option, file));
    let mut outputs: Vec<(&str, PathBuf)> = Vec::new();
    outputs.extend(one("--events", &options.events));
    outputs.extend(one("--packets", &options.packets));
    outputs.extend(one("--pcap", &options.pcap));
    outputs.extend(flent.iter().map(|file| ("--flent", file.clone())));
    let outputs: Vec<(&str, &Path)> =
        outputs.iter().map(|(option, file)| (*option, file.as_path())).collect();
    files::check_apart(std::slice::from_ref(&options.file), &outputs)
}

/// Runs to `until`, and writes events and packets on the way.
fn run_with_logs(
    options: &Options,
    experiment: &mut Experiment,
    until: Time,
    name: &str,
) -> Result<(), Failure> {
    let mut events = options.events.as_deref().map(Events::new).transpose()?;
    let time = |seconds: Option<f64>, other| seconds.map_or(other, Time::from_seconds);
    let span = (time(options.from, Time::ZERO), time(options.to, until));
    let packets = options.packets.as_deref().map(|file| Packets::new(experiment, span, file));
    let mut packets = packets.transpose()?;
    let capture = options.pcap.as_deref().map(|file| Capture::new(experiment, span, file));
    let mut capture = capture.transpose()?;
    progress::run_by(experiment, until, name, |experiment| {
        let to = (experiment.now() + SAMPLE_INTERVAL).min(until);
        if events.is_some() {
            Events::start_bin(experiment, to);
        }
        experiment.advance(to);
        if let Some(events) = &mut events {
            events.write(experiment)?;
        }
        if let Some(capture) = &mut capture {
            capture.write(experiment)?;
        }
        packets.as_mut().map_or(Ok(()), |packets| packets.write(experiment))
    })?;
    events.map_or(Ok(()), Events::finish)?;
    capture.map_or(Ok(()), |capture| capture.finish(experiment))?;
    packets.map_or(Ok(()), |packets| packets.finish(experiment))
}

fn write_flent(experiment: &Experiment, files: Vec<Output>) -> Result<(), Failure> {
    for (index, (lane, file)) in experiment.lanes().iter().zip(files).enumerate() {
        let recording = Recording { series: lane.series(), goodput: &lane.goodput_seconds(0) };
        flent::write(file, experiment.scenario(), index, recording, Source::Simulation(None))?;
    }
    Ok(())
}

fn write_csv(experiment: &Experiment, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}", aqm_report::csv_header(experiment))?;
    let probes = aqm_report::probe_columns(experiment);
    let lanes = experiment.scenario().queues.iter().zip(experiment.lanes());
    for (index, (queue, lane)) in lanes.enumerate() {
        let mut line = String::new();
        for bin in 0..lane.series().len() {
            line.clear();
            aqm_report::write_csv_row(&mut line, index, queue, lane, bin, &probes);
            out.write_all(line.as_bytes())?;
        }
    }
    Ok(())
}

/// Prints counts of the engine's work. Unlike times, they are the same on every machine.
fn write_engine(experiment: &Experiment, out: &mut impl Write) -> Result<(), Failure> {
    let (labels, width) = labels(experiment);
    writeln!(
        out,
        "\n{:width$}  {:>17}  {:>20}  {:>10}",
        "queue", "packets forwarded", "ACKs off fast path", "per packet"
    )?;
    for (label, lane) in labels.iter().zip(experiment.lanes()) {
        let sent = lane.window(Time::ZERO, lane.now()).packets.sent;
        let general = lane.general_acks();
        let share = general as f64 / sent.max(1) as f64;
        writeln!(out, "{label:width$}  {sent:>17}  {general:>20}  {share:>10.3}")?;
    }
    let link = &experiment.scenario().link;
    if link.ack_rate_mbps.is_some() || link.reverse.is_some() {
        writeln!(out, "The way back has a bottleneck, so each ACK is an event of its own.")?;
    }
    Ok(())
}

/// Prints how far the numbers of each lane were checked; lanes of which the same is known are in one paragraph.
fn write_trust(experiment: &Experiment, out: &mut impl Write) -> Result<(), Failure> {
    let (labels, _) = labels(experiment);
    let lanes = trust(experiment.scenario()).lanes;
    writeln!(out, "\nHow far were these numbers checked?")?;
    let mut done = vec![false; lanes.len()];
    for (index, lane) in lanes.iter().enumerate() {
        if done[index] {
            continue;
        }
        let mut names = Vec::new();
        for (other, label) in labels.iter().enumerate() {
            let same = (&lanes[other].checked, &lanes[other].unchecked);
            if same == (&lane.checked, &lane.unchecked) {
                done[other] = true;
                names.push(label.trim());
            }
        }
        writeln!(out, "{}: {}\n  {}", names.join(", "), lane.checked, lane.unchecked)?;
    }
    Ok(())
}

fn write_table(experiment: &Experiment, out: &mut impl Write) -> Result<(), Failure> {
    let scenario = experiment.scenario();
    let now = experiment.now().seconds();
    let since = experiment.lanes().first().map_or(0.0, |lane| lane.summary_start().seconds());
    if !scenario.title.is_empty() {
        writeln!(out, "{}", scenario.title)?;
    }
    writeln!(out, "Seed {}, measured from {since} to {now} s.\n", scenario.seed)?;

    let (labels, width) = labels(experiment);
    write_header(width, out)?;
    let summaries: Vec<Summary> = experiment.lanes().iter().map(Simulation::summary).collect();
    for (label, summary) in labels.iter().zip(&summaries) {
        write_row(label, width, summary, out)?;
    }
    if scenario.link.reverse.is_some() {
        writeln!(out, "\nReverse direction")?;
        for (label, summary) in labels.iter().zip(&summaries) {
            if let Some(reverse) = &summary.reverse {
                write_row(label, width, reverse, out)?;
            }
        }
    }
    for (index, hop) in scenario.link.other_hops().enumerate() {
        writeln!(out, "\nHop {}, {} Mbit/s", scenario.link.hop_number(index), hop.rate_mbps)?;
        for (label, summary) in labels.iter().zip(&summaries) {
            write_row(label, width, &summary.hops[index], out)?;
        }
    }
    write_parts(experiment, &labels, width, out)?;
    write_applications(experiment, &labels, width, &summaries, out)
}

/// Prints the results of each application: the measures that some lane has.
fn write_applications(
    experiment: &Experiment,
    labels: &[String],
    width: usize,
    summaries: &[Summary],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let Some(first) = summaries.first() else { return Ok(()) };
    for (index, results) in first.applications.iter().enumerate() {
        let group = results.group;
        let traffic = &experiment.scenario().traffic[group];
        writeln!(out, "\nResults of {}", aqm_report::describe_group(group, traffic))?;
        let lanes = || summaries.iter().map(|summary| &summary.applications[index]);
        let has_value =
            |measure: &&Measure<ResultSummary>| lanes().any(|lane| (measure.read)(lane).is_some());
        let columns: Vec<_> = APPLICATION.iter().filter(has_value).collect();
        write!(out, "{:width$} ", "queue")?;
        for measure in &columns {
            write!(out, "  {}", measure.about.title)?;
        }
        writeln!(out)?;
        for (label, lane) in labels.iter().zip(lanes()) {
            write!(out, "{label:width$} ")?;
            for measure in &columns {
                let column = measure.about.title.chars().count();
                write!(out, "  {:>column$}", optional((measure.read)(lane), measure.about.digits))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Prints the queue delay of each traffic group and class, if there are several.
fn write_parts(
    experiment: &Experiment,
    labels: &[String],
    width: usize,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let traffic = &experiment.scenario().traffic;
    let name = |part: Part| match part {
        Part::Group(index) => aqm_report::describe_group(index, &traffic[index]),
        Part::Class(class) => format!("class {class}"),
    };
    let mut rows = Vec::new();
    for (label, lane) in labels.iter().zip(experiment.lanes()) {
        let parts = lane.summary().parts;
        rows.extend(parts.into_iter().map(|part| (label, name(part.part), part)));
    }
    let part_width = rows.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nQueue delay of groups and classes, ms")?;
    writeln!(
        out,
        "{:width$}  {:part_width$}  {:>8} {:>8} {:>8} {:>8} {:>8}  {:>10}",
        "queue", "part", "mean", "p50", "p95", "p99", "max", "packets"
    )?;
    for (label, name, part) in rows {
        write!(out, "{label:width$}  {name:part_width$} ")?;
        let delay =
            part.delay.map(|delay| [delay.mean, delay.p50, delay.p95, delay.p99, delay.max]);
        for index in 0..5 {
            write!(out, " {:>8}", optional(delay.map(|delay| delay[index]), 2))?;
        }
        writeln!(out, "  {:>10}", part.sent)?;
    }
    Ok(())
}

/// Returns the label of each lane, and the width of their column.
fn labels(experiment: &Experiment) -> (Vec<String>, usize) {
    let queues = &experiment.scenario().queues;
    let labels: Vec<String> = queues.iter().map(aqm_report::describe_queue).collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(5);
    (labels, width)
}

/// Prints the header of a table whose first column has this width.
pub(super) fn write_header(width: usize, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{:width$}  queue delay, ms                                          \
         drops, %            marks    Jain's",
        ""
    )?;
    writeln!(
        out,
        "{:width$}  {:>8} {:>8} {:>8} {:>8} {:>8}  {:>6}  {:>8} {:>8}  {:>7}  {:>7}",
        "queue", "mean", "p50", "p95", "p99", "max", "util %", "early", "overflow", "%", "index"
    )?;
    Ok(())
}

/// Prints the line of a lane under [`write_header`].
pub(super) fn write_row(
    label: &str,
    width: usize,
    summary: &Summary,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write!(out, "{label:width$} ")?;
    let delays =
        summary.delay.map(|delay| [delay.mean, delay.p50, delay.p95, delay.p99, delay.max]);
    for index in 0..5 {
        write!(out, " {:>8}", optional(delays.map(|delays| delays[index]), 2))?;
    }
    writeln!(
        out,
        "  {:>6.1}  {:>8.3} {:>8.3}  {:>7.3}  {:>7}",
        summary.utilization * 100.0,
        summary.early_drop_rate * 100.0,
        summary.overflow_drop_rate * 100.0,
        summary.mark_rate * 100.0,
        optional(summary.jain, 3)
    )?;
    Ok(())
}

fn optional(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
}
