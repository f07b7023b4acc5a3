//! What the reference engine keeps of a flow: the endpoints, their timers, and its packets in the
//! network.

use super::apps::Connection;
use aqm_sim::app::Meter;
use aqm_sim::config::BulkConfig;
use aqm_sim::rng::SplitMix64;
use aqm_sim::tcp::{Receiver, ReceiverConfig, Sender, SenderConfig};
use aqm_sim::time::{Span, Time};
use aqm_sim::traffic::DatagramSource;

#[derive(Clone, Debug)]
pub(super) struct TcpFlow {
    pub(super) group: usize,
    pub(super) sender: Sender,
    pub(super) receiver: Receiver,
    pub(super) packet_bytes: u32,
    pub(super) opens_at: Time,
    pub(super) opened: Time,
    pub(super) stopped: Time,
    pub(super) sender_timer: Time,
    pub(super) receiver_timer: Time,
    pub(super) in_network: u32,
    pub(super) last_arrival: Time,
    pub(super) last_ack: Time,
    pub(super) back: Span,
    pub(super) jitter: SplitMix64,
    pub(super) connection: Option<Connection>,
}

#[derive(Clone, Debug)]
pub(super) enum Flow {
    Tcp(Box<TcpFlow>),
    Datagrams(Box<DatagramFlow>),
}

#[derive(Clone, Debug)]
pub(super) struct DatagramFlow {
    pub(super) source: DatagramSource,
    /// Its group and its receiver, if it is measured.
    pub(super) meter: Option<(usize, Meter)>,
    pub(super) last_arrival: Time,
}

impl TcpFlow {
    pub(super) fn new(
        group: usize,
        config: &BulkConfig,
        jitter: SplitMix64,
        seed: u64,
        segments: Option<u64>,
    ) -> Self {
        let sender = Sender::new(&SenderConfig {
            cc: config.cc,
            stack: config.stack,
            ecn: config.ecn,
            sack: config.sack,
            initial_window: config.initial_window,
            initial_rto: config.initial_rto,
            packet_bytes: config.packet_bytes,
            pacing: config.pacing,
            segments,
            seed,
            ..SenderConfig::default()
        });
        let receiver = Receiver::new(&ReceiverConfig {
            stack: config.stack,
            reports: sender.reports(),
            delayed_ack: config.delayed_ack,
            window: config.receive_window,
        });
        TcpFlow {
            group,
            sender,
            receiver,
            packet_bytes: config.packet_bytes,
            opens_at: Time::NEVER,
            opened: Time::NEVER,
            stopped: Time::NEVER,
            sender_timer: Time::NEVER,
            receiver_timer: Time::NEVER,
            in_network: 0,
            last_arrival: Time::ZERO,
            last_ack: Time::ZERO,
            back: Span::ZERO,
            jitter,
            connection: None,
        }
    }
}
