//! The run itself: two network namespaces with a TUN device each, one thread for the end systems, and one for the path between them.

mod drive;
mod ends;
mod flows;
mod network;
mod shared;
mod sys;
mod traffic;

use crate::accuracy::{Accuracy, Lateness};
use crate::outcome::{Outcome, Place, Settings, utc};
use crate::path::Path;
use crate::plan;
use aqm_scenario::{Scenario, build};
use aqm_sim::config::{Direction, SimulationConfig, TrafficConfig};
use aqm_sim::metrics::{FlowSummary, SAMPLE_INTERVAL, Summary, jain_index};
use aqm_sim::time::{Span, Time};
use drive::{Driven, drive};
use ends::{Ended, Ends};
use flows::Work;
use network::Network;
use shared::Shared;
use std::fs;
use std::io;
use std::sync::Arc;
use std::sync::mpsc;
use sys::Clock;

/// Time between the creation of the threads and the start of the run.
const LEAD: Span = Span::from_millis(50);

/// Why a run failed.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    fn new(text: String) -> Self {
        Error(text)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error(error.to_string())
    }
}

impl From<rustix::io::Errno> for Error {
    fn from(error: rustix::io::Errno) -> Self {
        io::Error::from(error).into()
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Returns what this machine lacks for a run; `None` if it can run.
pub fn missing() -> Option<String> {
    let shared = Arc::new(Shared::new());
    let tried = std::thread::spawn(move || Network::new(1500, shared).map(drop));
    match tried.join() {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("the thread of the end systems stopped".to_owned()),
    }
}

/// Returns where and when this run takes place.
pub fn place() -> Place {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.split_once(':'));
        value.map_or(String::new(), |(_, value)| value.trim().to_owned())
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let kilobytes = field(&read("/proc/meminfo"), "MemTotal").replace(" kB", "");
    let gigabytes = kilobytes.parse::<f64>().unwrap_or(0.0) / 1e6;
    let model = field(&read("/proc/cpuinfo"), "model name");
    Place {
        kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
        machine: format!("{model}, {processors} processors, {gigabytes:.1} GB"),
        date: utc(sys::unix_time()),
    }
}

/// Runs one lane of a scenario in real time.
pub fn run(scenario: &Scenario, lane: usize, settings: Settings) -> Result<Outcome, Error> {
    let config = build(scenario, lane);
    let refusals = plan::refusals(&config);
    if !refusals.is_empty() {
        return Err(Error::new(refusals.join("; ")));
    }
    // In a thread of its own, which enters the namespaces.
    std::thread::scope(|scope| {
        let run = scope.spawn(|| run_lane(&config, lane, settings));
        run.join()
            .unwrap_or_else(|_| Err(Error::new("the thread of the end systems stopped".to_owned())))
    })
}

fn run_lane(config: &SimulationConfig, lane: usize, settings: Settings) -> Result<Outcome, Error> {
    let until = settings.until;
    let bins = config.warmup.nanos().div_ceil(SAMPLE_INTERVAL.nanos());
    let since = Time::ZERO + SAMPLE_INTERVAL * bins;
    // A run that ends before its warm-up is measured from the start.
    let (warmup, since) =
        if since < until { (config.warmup, since) } else { (Time::ZERO, Time::ZERO) };
    let config = &SimulationConfig { warmup, ..config.clone() };
    let shared = Arc::new(Shared::new());
    let network = Network::new(plan::largest_packet(config), shared.clone())?;
    let [near, far] = network.devices();
    let (near, far) = (near?, far?);
    let (tell, lost) = mpsc::channel();
    let mut path = Path::new(config);
    if let Some((from, to)) = settings.packets {
        path.record_packets(from, to, settings.keeps_heads);
    }
    let ticks = sys::processor_ticks();
    let clock = Clock::starting_in(LEAD);
    let ends = Ends::new(config, network, clock, since, shared.clone(), lost)?;
    let (driven, ended) = std::thread::scope(|scope| {
        let path =
            scope.spawn(|| drive(path, [&near, &far], clock, (since, until), &shared, &tell));
        let ended = ends.run(until).inspect_err(|_| shared.fail());
        (path.join(), ended)
    });
    let mut driven = driven.map_err(|_| Error::new("the thread of the path stopped".to_owned()))?;
    let mut ended = ended?;
    let (stolen, all) = sys::processor_ticks();
    let stolen = (stolen - ticks.0) as f64 / (all - ticks.1).max(1) as f64;
    let (packets, heads) = driven.path.take_packets();
    let counts = driven.path.counts();
    let summary = summarise(&driven.path, &ended.ends, until);
    let lost_by_devices = driven.refused + ended.ends.network.device_drops();
    let Driven { mut dequeues, mut deliveries, .. } = driven;
    let Ended { mut ends, switches, has_priority } = ended;
    let accuracy = Accuracy {
        dequeues: Lateness::of(&mut dequeues),
        deliveries: Lateness::of(&mut deliveries),
        ends: Lateness::of(&mut ends.late),
        stolen,
        involuntary_switches: switches + driven.switches,
        has_priority: has_priority && driven.has_priority,
        lost_by_devices,
        adds_up: counts.iter().all(crate::hop::Counts::add_up),
    };
    let rtt = plan::shortest_rtt(config);
    Ok(Outcome {
        lane,
        summary,
        series: driven.path.series().clone(),
        counts,
        accuracy,
        objections: accuracy.objections(rtt),
        differences: plan::differences(config),
        rtt,
        packets,
        heads,
    })
}

/// Returns the measures of the path, with those of the ends.
fn summarise(path: &Path, ends: &Ends, until: Time) -> Summary {
    let mut summary = path.summary(until);
    let seconds = summary.seconds;
    let mut throughout = Vec::new();
    for (id, flow) in ends.flows.iter().enumerate() {
        let (Some(group), Work::Bulk) = (flow.group, &flow.work) else { continue };
        let bits = 8 * (flow.received - flow.received_before);
        let goodput_mbps = if seconds > 0.0 { bits as f64 / seconds / 1e6 } else { 0.0 };
        summary.flows.push(FlowSummary { id: id as u32, group, goodput_mbps });
        // Flows of a group start within its spread, so the first second counts as the start.
        let start = ends.since.max(Time::from_seconds(1.0));
        let is_forward = ends.config.traffic[group].direction() != Direction::Reverse;
        if flow.opened <= start && flow.stopped >= until && is_forward {
            throughout.push(goodput_mbps);
        }
    }
    summary.jain = jain_index(throughout.into_iter());
    let is_app = |traffic: &TrafficConfig| !matches!(traffic, TrafficConfig::Bulk(_));
    let groups = ends.groups.iter().enumerate();
    let groups = groups.filter(|&(index, _)| is_app(&ends.config.traffic[index]));
    summary.applications = groups
        .filter_map(|(index, group)| Some(group.results.as_ref()?.whole(index, until)))
        .collect();
    summary
}
