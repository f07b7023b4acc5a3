//! When each source of a lane sends.

use crate::plan::Lane;
use crate::timeline::Action;
use aqm_sim::config::TrafficConfig;

/// Consecutive sources of a group that send over the same time.
#[derive(Clone, Debug)]
pub struct Run {
    /// Index of the group.
    pub group: usize,
    /// Number of the first source in the group.
    pub first: u32,
    /// Number of sources.
    pub count: u32,
    /// Start, s.
    pub from: f64,
    /// End, s.
    pub to: f64,
    /// The group, with the rate of this time.
    pub traffic: TrafficConfig,
}

/// Returns the runs of all sources of a lane, group by group, until `end_s`. A random part of a start is left out.
pub fn runs(lane: &Lane, end_s: f64) -> Vec<Run> {
    let mut found = Vec::new();
    for (group, traffic) in lane.config.traffic.iter().enumerate() {
        let mut sources =
            Sources { group, traffic: *traffic, open: Vec::new(), found: Vec::new(), end_s };
        sources.start_all(0.0);
        for (at, action) in &lane.timeline {
            match action {
                Action::Flows { group: of, after, .. } if *of == group => {
                    sources.set_count(*at, *after)
                }
                Action::SourceRate { group: of, traffic } if *of == group => {
                    sources.set_rate(*at, *traffic)
                }
                _ => {}
            }
        }
        sources.set_count(end_s, 0);
        found.append(&mut sources.found);
    }
    joined(found)
}

/// Sources of a group.
struct Sources {
    group: usize,
    traffic: TrafficConfig,
    /// Start of each source that sends.
    open: Vec<f64>,
    found: Vec<Run>,
    end_s: f64,
}

impl Sources {
    fn start_all(&mut self, now: f64) {
        for number in 0..self.traffic.audible() {
            self.open.push(start_of(&self.traffic, number).max(now));
        }
    }

    fn set_count(&mut self, at: f64, count: u32) {
        while self.open.len() > count as usize {
            let from = self.open.pop().expect("it is longer");
            let number = self.open.len() as u32;
            self.end(number, from, at);
        }
        let start = span(&self.traffic).0;
        while self.open.len() < count as usize {
            self.open.push(at.max(start));
        }
    }

    fn set_rate(&mut self, at: f64, traffic: TrafficConfig) {
        for number in 0..self.open.len() {
            let from = self.open[number];
            self.end(number as u32, from, at);
            self.open[number] = from.max(at);
        }
        self.traffic = traffic;
    }

    fn end(&mut self, number: u32, from: f64, at: f64) {
        let to = at.min(span(&self.traffic).1).min(self.end_s);
        let is_silent = matches!(self.traffic, TrafficConfig::Datagrams(of) if of.rate.bps() == 0);
        if to > from && !is_silent {
            let (group, traffic) = (self.group, self.traffic);
            self.found.push(Run { group, first: number, count: 1, from, to, traffic });
        }
    }
}

/// Returns start and stop of a group, s.
fn span(traffic: &TrafficConfig) -> (f64, f64) {
    match (traffic, traffic.tcp()) {
        (_, Some(tcp)) => (tcp.start.seconds(), tcp.stop.seconds()),
        (TrafficConfig::Datagrams(datagrams), _) => {
            (datagrams.start.seconds(), datagrams.stop.seconds())
        }
        _ => (0.0, f64::INFINITY),
    }
}

fn start_of(traffic: &TrafficConfig, number: u32) -> f64 {
    let stagger = traffic.tcp().map_or(0.0, |tcp| tcp.stagger.seconds());
    span(traffic).0 + f64::from(number) * stagger
}

/// Joins the runs of consecutive sources with the same times.
fn joined(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by(|a, b| {
        (a.group.cmp(&b.group)).then(a.from.total_cmp(&b.from)).then(a.first.cmp(&b.first))
    });
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last)
                if (last.group, last.first + last.count) == (run.group, run.first)
                    && (last.from, last.to) == (run.from, run.to)
                    && last.traffic == run.traffic =>
            {
                last.count += run.count;
            }
            _ => joined.push(run),
        }
    }
    joined
}
