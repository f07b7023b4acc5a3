//! Both end systems: their namespaces, and the sockets in them.

use super::Error;
use super::shared::{FIRST_PORT, PORT, Shared};
use super::sys::{self, Namespace, set_option};
use crate::plan::congestion_control;
use crate::store::Side;
use aqm_sim::config::{BulkConfig, DatagramConfig};
use aqm_sim::packet::FlowId;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::sockopt::{
    set_ip_tos, set_socket_recv_buffer_size_force, set_socket_reuseaddr, set_tcp_congestion,
    set_tcp_nodelay,
};
use rustix::net::{
    AddressFamily, Ipv4Addr, SocketAddrV4, SocketFlags, SocketType, bind, listen, socket_with,
};
use std::fs;
use std::io;
use std::sync::Arc;

/// IP and TCP headers without options, by which the MSS of the option is smaller than a packet.
const HEADERS: u32 = 40;
/// Unsent bytes at which a socket of bulk data is writable again.
const LOW_WATER: i32 = 256 * 1024;
/// Pacing rate in bytes per second that no flow reaches. Setting it makes the kernel pace at its own rate.
const NO_PACING_LIMIT: i32 = i32::MAX;
/// Receive buffer of datagrams in bytes.
const DATAGRAM_BUFFER: usize = 8 << 20;

/// Settings of both end systems, below `/proc/sys/net/ipv4`. The buffers of TCP are so large that they limit no flow.
const SETTINGS: &[(&str, &str)] = &[
    ("tcp_no_metrics_save", "1"),
    ("tcp_rmem", "4096 4194304 134217728"),
    ("tcp_wmem", "4096 4194304 134217728"),
    ("tcp_timestamps", "1"),
    ("tcp_window_scaling", "1"),
    // A receiver accepts ECN; a sender asks for it if its group does, see `Network::connect`.
    ("tcp_ecn", "2"),
    // No gap between the windows of two connections of the same ports.
    ("tcp_tw_reuse", "1"),
];

/// What a sender's SYN offers. The kernel reads it when the connection is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Offer {
    ecn: bool,
    sack: bool,
}

/// The two end systems.
#[derive(Debug)]
pub(super) struct Network {
    namespaces: [Namespace; 2],
    inside: Option<Side>,
    offers: [Option<Offer>; 2],
    next_port: u16,
    mtu: u32,
    shared: Arc<Shared>,
}

fn address(side: Side) -> Ipv4Addr {
    match side {
        Side::Near => Ipv4Addr::new(10, 77, 0, 1),
        Side::Far => Ipv4Addr::new(10, 77, 0, 2),
    }
}

impl Network {
    /// Creates both end systems. No packet is larger than `mtu` bytes.
    pub(super) fn new(mtu: u32, shared: Arc<Shared>) -> Result<Self, Error> {
        let namespace = |side| Namespace::new(address(side), mtu);
        let namespaces = [namespace(Side::Near)?, namespace(Side::Far)?];
        let offers = [None; 2];
        let mut network =
            Network { namespaces, inside: None, offers, next_port: FIRST_PORT, mtu, shared };
        for side in [Side::Near, Side::Far] {
            network.enter(side)?;
            for (name, value) in SETTINGS {
                let path = format!("/proc/sys/net/ipv4/{name}");
                fs::write(&path, value).map_err(|error| Error::new(format!("{path}: {error}")))?;
            }
        }
        Ok(network)
    }

    /// Returns the devices: near, then far.
    pub(super) fn devices(&self) -> [io::Result<fs::File>; 2] {
        self.namespaces.each_ref().map(|namespace| namespace.device.try_clone())
    }

    /// Moves the calling thread into the namespace of an end system, where its new sockets are.
    fn enter(&mut self, side: Side) -> io::Result<()> {
        if self.inside != Some(side) {
            self.namespaces[side as usize].enter()?;
            self.inside = Some(side);
        }
        Ok(())
    }

    fn socket(&mut self, side: Side, kind: SocketType, port: u16) -> io::Result<OwnedFd> {
        self.enter(side)?;
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = socket_with(AddressFamily::INET, kind, flags, None)?;
        set_socket_reuseaddr(&socket, true)?;
        bind(&socket, &SocketAddrV4::new(address(side), port))?;
        Ok(socket)
    }

    /// Opens the socket at which an end system accepts connections.
    pub(super) fn listener(&mut self, side: Side) -> io::Result<OwnedFd> {
        let socket = self.socket(side, SocketType::STREAM, PORT)?;
        listen(&socket, 4096)?;
        Ok(socket)
    }

    /// Opens the socket at which an end system receives datagrams.
    pub(super) fn receiver(&mut self, side: Side) -> io::Result<OwnedFd> {
        let socket = self.socket(side, SocketType::DGRAM, PORT)?;
        set_socket_recv_buffer_size_force(&socket, DATAGRAM_BUFFER)?;
        Ok(socket)
    }

    /// Returns the next port. A port is used again after 55,000 connections.
    fn port(&mut self) -> u16 {
        let port = self.next_port;
        self.next_port = if port == u16::MAX { FIRST_PORT } else { port + 1 };
        port
    }

    /// Creates the socket of a connection of a group. Returns the number of the flow.
    pub(super) fn sender(
        &mut self,
        side: Side,
        group: usize,
        tcp: &BulkConfig,
    ) -> Result<(FlowId, OwnedFd), Error> {
        let port = self.port();
        let socket = self.socket(side, SocketType::STREAM, port)?;
        let name = congestion_control(&tcp.cc);
        set_tcp_congestion(&socket, name).map_err(|_| missing(name))?;
        set_tcp_nodelay(&socket, true)?;
        set_option(&socket, libc::IPPROTO_TCP, libc::TCP_NOTSENT_LOWAT, LOW_WATER)?;
        if tcp.packet_bytes != self.mtu {
            let segment = tcp.packet_bytes.saturating_sub(HEADERS) as i32;
            set_option(&socket, libc::IPPROTO_TCP, libc::TCP_MAXSEG, segment)?;
        }
        if tcp.pacing {
            set_option(&socket, libc::SOL_SOCKET, libc::SO_MAX_PACING_RATE, NO_PACING_LIMIT)?;
        }
        Ok((self.shared.add(port, Some(group)), socket))
    }

    /// Sends the SYN of a connection.
    pub(super) fn connect(
        &mut self,
        side: Side,
        socket: &OwnedFd,
        tcp: &BulkConfig,
    ) -> Result<(), Error> {
        self.enter(side)?;
        let offer = Offer { ecn: tcp.ecn, sack: tcp.sack };
        if self.offers[side as usize] != Some(offer) {
            fs::write("/proc/sys/net/ipv4/tcp_ecn", if offer.ecn { "1" } else { "2" })?;
            fs::write("/proc/sys/net/ipv4/tcp_sack", if offer.sack { "1" } else { "0" })?;
            self.offers[side as usize] = Some(offer);
        }
        match rustix::net::connect(socket, &SocketAddrV4::new(address(side.opposite()), PORT)) {
            Ok(()) | Err(Errno::INPROGRESS) => Ok(()),
            Err(error) => Err(io::Error::from(error).into()),
        }
    }

    /// Opens the socket of a datagram source. Returns the number of the flow.
    pub(super) fn source(
        &mut self,
        side: Side,
        group: Option<usize>,
        datagrams: &DatagramConfig,
    ) -> io::Result<(FlowId, OwnedFd)> {
        let port = self.port();
        let socket = self.socket(side, SocketType::DGRAM, port)?;
        // ECT(0), as the simulator's sources.
        set_ip_tos(&socket, if datagrams.ecn { 0b10 } else { 0 })?;
        rustix::net::connect(&socket, &SocketAddrV4::new(address(side.opposite()), PORT))?;
        Ok((self.shared.add(port, group), socket))
    }

    /// Returns the packets that both devices have lost.
    pub(super) fn device_drops(&mut self) -> u64 {
        let mut drops = 0;
        for side in [Side::Near, Side::Far] {
            if self.enter(side).is_ok() {
                drops += sys::device_drops();
            }
        }
        drops
    }
}

/// Returns the error for a congestion control that the kernel does not have.
pub(super) fn missing(name: &str) -> Error {
    let path = "/proc/sys/net/ipv4/tcp_available_congestion_control";
    let available = fs::read_to_string(path).unwrap_or_default();
    Error::new(format!("the kernel has no congestion control {name}; it has {}", available.trim()))
}
