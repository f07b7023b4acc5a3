//! System calls: the clock, network namespaces, TUN devices, socket options and priority.
//!
//! The unsafe code of the crate is here: system calls for which `rustix` has no safe function.
#![allow(unsafe_code)]

use super::Error;
use aqm_sim::time::{Span, Time};
use rustix::fd::{AsFd, AsRawFd as _};
use rustix::net::{AddressFamily, SocketType, socket};
use rustix::thread::{LinkNameSpaceType, UnshareFlags};
use rustix::time::{ClockId, Timespec, clock_gettime};
use std::ffi::c_int;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::Ipv4Addr;
use std::os::unix::fs::OpenOptionsExt as _;

/// Name of the device in each namespace.
const DEVICE: &[u8] = b"tun0";
/// Packets that a device holds until the path reads them.
const DEVICE_QUEUE: i32 = 10_000;

/// A clock that starts with the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    epoch: u64,
}

impl Clock {
    /// Returns a clock that reads zero after `delay`.
    pub(super) fn starting_in(delay: Span) -> Self {
        Clock { epoch: monotonic() + delay.nanos() }
    }

    /// Returns the time of the run; zero before its start.
    pub(super) fn now(&self) -> Time {
        Time::from_nanos(monotonic().saturating_sub(self.epoch))
    }

    /// Returns whether the run has started.
    pub(super) fn has_started(&self) -> bool {
        monotonic() >= self.epoch
    }
}

fn monotonic() -> u64 {
    let Timespec { tv_sec, tv_nsec } = clock_gettime(ClockId::Monotonic);
    tv_sec as u64 * 1_000_000_000 + tv_nsec as u64
}

/// Returns the seconds since the start of 1970.
pub(super) fn unix_time() -> i64 {
    clock_gettime(ClockId::Realtime).tv_sec
}

/// Returns a span as the kernel reads it.
pub(super) fn timespec(span: Span) -> Timespec {
    let second = 1_000_000_000;
    Timespec { tv_sec: (span.nanos() / second) as i64, tv_nsec: (span.nanos() % second) as i64 }
}

/// `struct ifreq` of the kernel: a name, and a value that depends on the request.
#[repr(C)]
struct Request {
    name: [u8; 16],
    value: [u8; 24],
}

impl Request {
    fn new(value: &[u8]) -> Self {
        let mut request = Request { name: [0; 16], value: [0; 24] };
        request.name[..DEVICE.len()].copy_from_slice(DEVICE);
        request.value[..value.len()].copy_from_slice(value);
        request
    }

    fn address(address: Ipv4Addr) -> Self {
        // `struct sockaddr_in`: the family in the order of the host, the port, the address.
        let mut value = [0; 8];
        value[..2].copy_from_slice(&(libc::AF_INET as u16).to_ne_bytes());
        value[4..].copy_from_slice(&address.octets());
        Request::new(&value)
    }

    fn send(mut self, to: impl AsFd, number: libc::c_ulong) -> io::Result<()> {
        let fd = to.as_fd().as_raw_fd();
        // SAFETY: `self` is a whole `struct ifreq` that lives during the call, and the requests of this file read or write one.
        let result = unsafe { libc::ioctl(fd, number as _, &raw mut self) };
        if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// A network namespace with a TUN device.
#[derive(Debug)]
pub(super) struct Namespace {
    handle: File,
    /// The end of the device from which the path reads packets, and to which it writes them.
    pub(super) device: File,
}

impl Namespace {
    /// Creates a namespace. Its device has this address in a network of 24 bits, and this MTU in bytes.
    pub(super) fn new(address: Ipv4Addr, mtu: u32) -> Result<Self, Error> {
        // In a thread of its own, so that the caller stays in its namespace.
        let made = std::thread::spawn(move || {
            // SAFETY: a new network namespace leaves memory and file descriptors as they are.
            unsafe { rustix::thread::unshare_unsafe(UnshareFlags::NEWNET) }.map_err(|error| {
                Error::new(format!("a network namespace cannot be created ({error}); CAP_SYS_ADMIN and CAP_NET_ADMIN are needed"))
            })?;
            let handle = File::open("/proc/thread-self/ns/net").map_err(Error::from)?;
            let device = device(address, mtu).map_err(|error| {
                Error::new(format!("a TUN device cannot be created ({error}); /dev/net/tun and CAP_NET_ADMIN are needed"))
            })?;
            Ok(Namespace { handle, device })
        });
        made.join()
            .unwrap_or_else(|_| Err(Error::new("the thread of a namespace stopped".to_owned())))
    }

    /// Moves the calling thread into the namespace.
    pub(super) fn enter(&self) -> io::Result<()> {
        let kind = Some(LinkNameSpaceType::Network);
        Ok(rustix::thread::move_into_link_name_space(self.handle.as_fd(), kind)?)
    }
}

/// Creates a TUN device in the namespace of the calling thread.
fn device(address: Ipv4Addr, mtu: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let device =
        options.read(true).write(true).custom_flags(libc::O_NONBLOCK).open("/dev/net/tun")?;
    let flags = (libc::IFF_TUN | libc::IFF_NO_PI) as i16;
    Request::new(&flags.to_ne_bytes()).send(&device, libc::TUNSETIFF as libc::c_ulong)?;
    let control = socket(AddressFamily::INET, SocketType::DGRAM, None)?;
    Request::address(address).send(&control, libc::SIOCSIFADDR)?;
    Request::address(Ipv4Addr::new(255, 255, 255, 0)).send(&control, libc::SIOCSIFNETMASK)?;
    Request::new(&(mtu as i32).to_ne_bytes()).send(&control, libc::SIOCSIFMTU)?;
    Request::new(&DEVICE_QUEUE.to_ne_bytes()).send(&control, libc::SIOCSIFTXQLEN)?;
    // No IPv6, so that the device carries the packets of the run only.
    let _ = fs::write("/proc/sys/net/ipv6/conf/all/disable_ipv6", "1");
    let up = (libc::IFF_UP | libc::IFF_RUNNING | libc::IFF_NOARP) as i16;
    Request::new(&up.to_ne_bytes()).send(&control, libc::SIOCSIFFLAGS)?;
    Ok(device)
}

/// Sets a whole-number option of a socket.
pub(super) fn set_option(fd: impl AsFd, level: c_int, name: c_int, value: c_int) -> io::Result<()> {
    let (size, fd) = (size_of::<c_int>() as libc::socklen_t, fd.as_fd().as_raw_fd());
    // SAFETY: `value` is a whole `int` that lives during the call.
    let result = unsafe { libc::setsockopt(fd, level, name, (&raw const value).cast(), size) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Gives the calling thread real-time priority, and exact timers. Returns whether the kernel allowed the priority.
pub(super) fn set_priority(priority: c_int) -> bool {
    let _ = rustix::thread::set_current_timer_slack(std::num::NonZeroU64::new(1));
    // SAFETY: all fields of the struct may be zero.
    let mut param: libc::sched_param = unsafe { std::mem::zeroed() };
    param.sched_priority = priority;
    // SAFETY: `param` is whole and lives during the call; 0 is the calling thread.
    unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const param) == 0 }
}

/// Returns how often the kernel took the processor away from the calling thread.
pub(super) fn involuntary_switches() -> u64 {
    let status = fs::read_to_string("/proc/thread-self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:"));
    line.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// Returns the stolen time of all processors, and their whole time, in ticks since the machine started.
pub(super) fn processor_ticks() -> (u64, u64) {
    let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu ")).unwrap_or_default();
    let ticks: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect();
    // user, nice, system, idle, iowait, irq, softirq, steal; guest time is a part of user time.
    (ticks.get(7).copied().unwrap_or(0), ticks.iter().take(8).sum())
}

/// Returns the packets that the device of the calling thread's namespace dropped in both directions.
pub(super) fn device_drops() -> u64 {
    let text = fs::read_to_string("/proc/thread-self/net/dev").unwrap_or_default();
    let line = text.lines().find_map(|line| line.trim().strip_prefix("tun0:")).unwrap_or_default();
    let numbers: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect();
    // Received: bytes, packets, errors, drops and four more; then the same for those sent.
    [3, 11].iter().filter_map(|&index| numbers.get(index)).sum()
}
