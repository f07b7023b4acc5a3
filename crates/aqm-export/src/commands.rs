//! Commands of `ip`, `tc`, `sysctl` and iperf3 that the targets on Linux share.

use crate::flows::Run;
use crate::numbers::{percent, tc_rate, tc_time};
use crate::route::{self, Device, Path, Queue};
use crate::timeline::Action;
use aqm_sim::aqm::AqmConfig;
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    AppKind, Arrivals, BulkConfig, Distribution, FlowArrivals, MTU, SimulationConfig, Sizes, Think,
    TrafficConfig,
};
use aqm_sim::time::Span;

/// Bytes of an Ethernet header, which the kernel counts and the simulation does not.
const HEADER: u64 = 14;
/// Limit of netem in packets: so many that it never drops.
const NETEM_LIMIT: u64 = 1_000_000;
/// IP and UDP headers in bytes.
const UDP_HEADERS: u32 = 28;
/// Smallest datagram of iperf3, and its largest write over TCP, in bytes.
const LEAST_DATAGRAM: u32 = 16;
const LARGEST_WRITE: u64 = 1 << 20;

/// A command at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Name of the node: `r0` for a router, `w0` for a wire, `s0` and `d0` for the left and right endpoint of a group.
    pub node: String,
    /// The command.
    pub text: String,
}

fn at(node: impl Into<String>, text: impl Into<String>) -> Command {
    Command { node: node.into(), text: text.into() }
}

/// Returns the node and the interface of a device.
pub fn place_of(config: &SimulationConfig, device: Device) -> (String, &'static str) {
    match device {
        Device::Forward(hop) => (format!("r{hop}"), "right"),
        Device::Back => (format!("r{}", route::hops(config)), "left"),
    }
}

/// Returns the commands that set up shaper and discipline of a device. The lane must not be refused.
pub fn shaper(config: &SimulationConfig, device: Device, queue: &Queue) -> Vec<Command> {
    let (node, dev) = place_of(config, device);
    vec![
        at(
            &node,
            format!(
                "tc qdisc add dev {dev} root handle 1: stab overhead -{HEADER} linklayer ethernet htb default 1"
            ),
        ),
        at(&node, format!("tc class add dev {dev} parent 1: classid 1:1 {}", class(queue))),
        at(&node, format!("tc qdisc add dev {dev} parent 1:1 {}", line(&queue.discipline, queue))),
    ]
}

/// Returns the class with rate and burst.
fn class(queue: &Queue) -> String {
    let rate = tc_rate(queue.place.env.rate);
    // Without a bucket: what the link sends in 0.1 ms, so that a late timer costs no throughput, and at least a packet.
    let least = u64::from(MTU) + HEADER;
    let burst = queue.burst.max(least).max(queue.place.env.rate.bps() / 8 / 10_000);
    format!("htb rate {rate} ceil {rate} burst {burst} cburst {burst} quantum {least}")
}

fn line(discipline: &AqmConfig, queue: &Queue) -> String {
    discipline.tc(&queue.place).map_or_else(|_| "pfifo".to_owned(), |twin| twin.line())
}

/// Returns a netem that neither shapes nor drops beyond its loss rate.
pub fn netem(path: &Path) -> String {
    let jitter = path.jitter.size;
    let half = |span: Span| Span::from_seconds(span.seconds() / 2.0);
    let delay = match path.jitter.distribution {
        _ if jitter == Span::ZERO => tc_time(path.delay),
        // From zero to the size: half of it more or less than the mean.
        Distribution::Uniform => {
            format!("{} {}", tc_time(path.delay + half(jitter)), tc_time(half(jitter)))
        }
        Distribution::Normal => {
            format!("{} {} distribution normal", tc_time(path.delay), tc_time(jitter))
        }
    };
    let loss =
        if path.loss > 0.0 { format!(" loss {}", percent(path.loss)) } else { String::new() };
    format!("netem limit {NETEM_LIMIT} delay {delay}{loss}")
}

/// Returns the commands for delays and losses of a group. `verb` is `add` or `change`.
pub fn path(config: &SimulationConfig, group: usize, verb: &str) -> Vec<Command> {
    let traffic = &config.traffic[group];
    let (left, right) = route::routers(config, traffic);
    let (data, acks) = route::paths(config, traffic);
    let is_ahead = traffic.tcp().is_some_and(|tcp| tcp.jitter.is_ahead());
    let (forward, back) = if route::is_reverse(traffic) { (acks, data) } else { (data, acks) };
    let mut commands = Vec::new();
    if is_ahead {
        let jitter = traffic.tcp().map(|tcp| tcp.jitter).unwrap_or_default();
        let ahead = Path { jitter, loss: 0.0, ..forward };
        commands.push(at(
            format!("s{group}"),
            format!("tc qdisc {verb} dev eth0 root {}", netem(&ahead)),
        ));
        let behind = Path { delay: Span::ZERO, ..forward };
        commands.push(at(
            format!("r{right}"),
            format!("tc qdisc {verb} dev d{group} root {}", netem(&behind)),
        ));
    } else {
        commands.push(at(
            format!("r{right}"),
            format!("tc qdisc {verb} dev d{group} root {}", netem(&forward)),
        ));
    }
    commands.push(at(
        format!("r{left}"),
        format!("tc qdisc {verb} dev s{group} root {}", netem(&back)),
    ));
    commands
}

/// Returns the command for the delay of a wire.
pub fn wire(hop: usize, delay: Span, verb: &str) -> Command {
    let path = Path { delay, jitter: aqm_sim::config::JitterConfig::default(), loss: 0.0 };
    at(format!("w{hop}"), format!("tc qdisc {verb} dev right root {}", netem(&path)))
}

/// Returns the commands that set up TCP at the endpoints of a group.
pub fn endpoint(group: usize, tcp: &BulkConfig) -> Vec<Command> {
    // The congestion control is an option of the sending tool: a namespace may not make a restricted one its default.
    let sack = u8::from(tcp.sack && tcp.cc.kind() != CcKind::Reno);
    let ecn = u8::from(tcp.ecn);
    let window = (tcp.receive_window * u64::from(tcp.packet_bytes)).clamp(4096, 1 << 29);
    let mut commands = Vec::new();
    for side in ["s", "d"] {
        let node = format!("{side}{group}");
        for setting in [
            format!("net.ipv4.tcp_ecn={ecn}"),
            format!("net.ipv4.tcp_sack={sack}"),
            // The kernel advertises half of the receive buffer at first.
            format!("net.ipv4.tcp_rmem='4096 131072 {}'", 2 * window),
            format!("net.ipv4.tcp_wmem='4096 65536 {}'", 2 * window),
        ] {
            commands.push(at(&node, format!("sysctl -qw {setting}")));
        }
    }
    commands
}

/// Returns the options of iperf3 for a run of sources; `None` if it cannot make this traffic.
pub fn iperf3(run: &Run) -> Option<String> {
    let mut options = match &run.traffic {
        TrafficConfig::Bulk(tcp) => format!("-C {}", tcp.cc.kernel().name),
        TrafficConfig::Datagrams(datagrams) => {
            let payload = datagrams.packet_bytes.saturating_sub(UDP_HEADERS).max(LEAST_DATAGRAM);
            let share = f64::from(payload) / f64::from(payload + UDP_HEADERS);
            // iperf3 counts the payload only.
            let rate = (datagrams.rate.bps() as f64 * share).round();
            let ecn = if datagrams.ecn { " -S 2" } else { "" };
            format!("-u -b {rate} -l {payload}{ecn}")
        }
        TrafficConfig::App(app) => match app.kind {
            AppKind::Limited(limited) => {
                let chunk = limited.chunk_bytes.clamp(1, LARGEST_WRITE);
                format!("-C {} -b {} -l {chunk}", app.tcp.cc.kernel().name, limited.rate.bps())
            }
            AppKind::Short(_) => format!("-C {}", app.tcp.cc.kernel().name),
            // The list of what is left out says so.
            _ => return None,
        },
    };
    if route::is_reverse(&run.traffic) {
        options.push_str(" -R");
    }
    Some(options)
}

/// How a source pauses and what it sends, for the functions of the scripts.
pub enum Behaviour {
    /// Sends from start to end.
    Steady,
    /// Sends for a time and is silent for a time.
    Spurts {
        /// Seconds of sending.
        on: String,
        /// Seconds of silence.
        off: String,
    },
    /// Sends messages with pauses between them.
    Messages {
        /// Distribution of the sizes.
        sizes: String,
        /// Distribution of the pauses.
        pauses: String,
    },
}

/// Returns the behaviour of a source.
pub fn behaviour(traffic: &TrafficConfig) -> Behaviour {
    match traffic {
        TrafficConfig::Datagrams(datagrams) => match datagrams.spurts {
            Some(spurts) => {
                let drawn = |span| pauses(&Think { mean: span, exponential: spurts.random });
                Behaviour::Spurts { on: drawn(spurts.on), off: drawn(spurts.off) }
            }
            None => Behaviour::Steady,
        },
        TrafficConfig::App(app) => match &app.kind {
            AppKind::Short(short) => {
                let pauses = match short.arrivals {
                    FlowArrivals::Closed(think) => pauses(&think),
                    FlowArrivals::Open(per_s) => {
                        format!("exponential:{}", f64::from(app.tcp.flows.max(1)) / per_s.max(1e-9))
                    }
                };
                Behaviour::Messages { sizes: sizes(&short.sizes), pauses }
            }
            _ => Behaviour::Steady,
        },
        TrafficConfig::Bulk(_) => Behaviour::Steady,
    }
}

fn pauses(think: &Think) -> String {
    let kind = if think.exponential { "exponential" } else { "fixed" };
    format!("{kind}:{}", think.mean.seconds())
}

fn sizes(sizes: &Sizes) -> String {
    match sizes {
        Sizes::Fixed(bytes) => format!("fixed:{bytes}"),
        Sizes::List(list) => {
            let texts: Vec<_> = list.sizes().iter().map(ToString::to_string).collect();
            format!("list:{}", texts.join(","))
        }
        Sizes::Pareto { min, max, shape } => format!("pareto:{min}:{max}:{shape}"),
        Sizes::Lognormal { median, max, sigma } => format!("lognormal:{median}:{max}:{sigma}"),
    }
}

/// Returns whether a datagram source draws its gaps.
pub fn is_poisson(traffic: &TrafficConfig) -> bool {
    matches!(traffic, TrafficConfig::Datagrams(of) if of.arrivals != Arrivals::Constant)
}

/// Returns the commands of a timed change; none for sources, which start and stop by themselves.
pub fn change(config: &SimulationConfig, action: &Action) -> Vec<Command> {
    match action {
        Action::Rate { device, queue } => {
            let (node, dev) = place_of(config, *device);
            vec![at(
                node,
                format!("tc class change dev {dev} parent 1: classid 1:1 {}", class(queue)),
            )]
        }
        Action::Queue { device, queue, is_other } => {
            let (node, dev) = place_of(config, *device);
            let line = line(&queue.discipline, queue);
            if *is_other {
                vec![
                    at(&node, format!("tc qdisc del dev {dev} parent 1:1")),
                    at(&node, format!("tc qdisc add dev {dev} parent 1:1 {line}")),
                ]
            } else {
                vec![at(node, format!("tc qdisc change dev {dev} parent 1:1 {line}"))]
            }
        }
        Action::Path { group, config } => path(config, *group, "change"),
        Action::Wire { hop, delay } => vec![wire(*hop, *delay, "change")],
        Action::Flows { .. }
        | Action::SourceRate { .. }
        | Action::Burst { .. }
        | Action::None(_) => Vec::new(),
    }
}
