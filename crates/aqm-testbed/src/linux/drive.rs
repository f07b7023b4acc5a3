//! The thread that moves packets: reads the devices, runs the path, and writes what is delivered.

use super::shared::{PORT, Shared};
use super::sys::{self, Clock, timespec};
use crate::header::Header;
use crate::path::{Event, Path};
use crate::store::Side;
use aqm_sim::packet::FlowId;
use aqm_sim::time::{Span, Time};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, read, write};
use std::fs::File;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Real-time priority of this thread. That of the ends is lower.
const PRIORITY: i32 = 20;
/// The thread sleeps until this time before an event, and polls without sleeping until the event.
const SPIN: Span = Span::from_micros(40);
/// Longest sleep.
const SLEEP: Span = Span::from_millis(10);
/// Most packets that are read from a device before events are handled again.
const BATCH: usize = 64;
/// Room for the largest packet.
const LARGEST: usize = 1 << 16;

/// What the thread has noted.
#[derive(Debug)]
pub(super) struct Driven {
    pub(super) path: Path,
    /// Lateness of each dequeue and delivery since the warm-up in ns.
    pub(super) dequeues: Vec<u32>,
    pub(super) deliveries: Vec<u32>,
    /// Packets that the devices did not take.
    pub(super) refused: u64,
    pub(super) switches: u64,
    pub(super) has_priority: bool,
}

/// What happens to the events of the path.
struct Sink<'a> {
    devices: [&'a File; 2],
    clock: Clock,
    since: Time,
    lost: &'a Sender<(FlowId, Time)>,
    dequeues: Vec<u32>,
    deliveries: Vec<u32>,
    refused: u64,
}

impl Sink<'_> {
    fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Dequeue(due) => {
                let late = self.late(*due);
                self.dequeues.extend(late);
            }
            Event::Delivery(delivery) => {
                let written = write(self.devices[delivery.to as usize], delivery.packet);
                self.refused += u64::from(written.is_err());
                let late = self.late(delivery.due);
                self.deliveries.extend(late);
            }
            // The ends stop first, at the end of the run.
            Event::Lost(flow, at) => drop(self.lost.send((*flow, *at))),
        }
    }

    /// Returns how late it is for an event, in ns; `None` during the warm-up.
    fn late(&self, due: Time) -> Option<u32> {
        let late = self.clock.now().saturating_since(due).nanos();
        (due >= self.since).then(|| u32::try_from(late).unwrap_or(u32::MAX))
    }
}

/// Runs the path until `end`. Lateness counts from `since` on.
pub(super) fn drive(
    mut path: Path,
    devices: [&File; 2],
    clock: Clock,
    (since, end): (Time, Time),
    shared: &Arc<Shared>,
    lost: &Sender<(FlowId, Time)>,
) -> Driven {
    let has_priority = sys::set_priority(PRIORITY);
    let switches = sys::involuntary_switches();
    let (dequeues, deliveries) = (Vec::with_capacity(1 << 20), Vec::with_capacity(1 << 20));
    let mut sink = Sink { devices, clock, since, lost, dequeues, deliveries, refused: 0 };
    let mut buffer = vec![0; LARGEST];
    loop {
        let now = clock.now();
        path.run(now.min(end), &mut |event| sink.take(&event));
        if now >= end || shared.has_failed() {
            break;
        }
        for from in [Side::Near, Side::Far] {
            take_packets(&mut path, from, shared, &mut buffer, end, &mut sink);
        }
        sleep(devices, clock, path.next_due().min(end));
    }
    let switches = sys::involuntary_switches() - switches;
    let Sink { dequeues, deliveries, refused, .. } = sink;
    Driven { path, dequeues, deliveries, refused, switches, has_priority }
}

/// Reads the packets that wait in a device, and passes them to the path.
fn take_packets(
    path: &mut Path,
    from: Side,
    shared: &Shared,
    buffer: &mut [u8],
    end: Time,
    sink: &mut Sink<'_>,
) {
    for _ in 0..BATCH {
        let length = match read(sink.devices[from as usize], &mut *buffer) {
            Ok(length) if length > 0 => length,
            Err(Errno::INTR) => continue,
            _ => return,
        };
        let packet = &buffer[..length];
        let Some((flow, is_data)) = flow_of(packet, shared) else { continue };
        if flow as usize >= path.flows() {
            let groups = shared.groups_from(path.flows());
            groups.into_iter().for_each(|group| path.add_flow(group));
        }
        let now = sink.clock.now().min(end);
        path.run(now, &mut |event| sink.take(&event));
        path.receive(from, flow, is_data, packet, now, &mut |event| sink.take(&event));
    }
}

/// Returns the flow of a packet, and whether it comes from the flow's sender.
fn flow_of(packet: &[u8], shared: &Shared) -> Option<(FlowId, bool)> {
    let header = Header::read(packet)?;
    let is_data = header.destination == PORT;
    let port = if is_data { header.source } else { header.destination };
    Some((shared.flow(port)?, is_data))
}

/// Sleeps until a packet comes, or until shortly before `due`.
fn sleep(devices: [&File; 2], clock: Clock, due: Time) {
    let left = due.saturating_since(clock.now());
    if left <= SPIN {
        return;
    }
    let mut waited = devices.map(|device| PollFd::new(device, PollFlags::IN));
    let pause = left.saturating_sub(SPIN).min(SLEEP);
    // An interruption only ends the sleep early.
    let _ = poll(&mut waited, Some(&timespec(pause)));
}
