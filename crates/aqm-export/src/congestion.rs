//! The names of congestion controls in the kernel and in ns-3.

use aqm_sim::cc::{CcConfig, CcKind};

/// A counterpart: its name, and what differs.
pub struct Twin {
    /// Name for `TCP_CONGESTION`, or the type in ns-3.
    pub name: &'static str,
    /// What differs, as a sentence.
    pub note: Option<&'static str>,
}

/// Returns the module of the kernel.
pub fn kernel(cc: &CcConfig) -> Twin {
    let exact = |name| Twin { name, note: None };
    let with = |name, note| Twin { name, note: Some(note) };
    match cc.kind() {
        CcKind::Cubic => exact("cubic"),
        CcKind::NewReno | CcKind::Sack => exact("reno"),
        CcKind::Reno => with(
            "reno",
            "Reno without SACK: the script switches SACK off; the kernel then recovers as NewReno.",
        ),
        CcKind::Hstcp => exact("highspeed"),
        CcKind::Scalable => exact("scalable"),
        CcKind::Htcp => exact("htcp"),
        CcKind::Bic => exact("bic"),
        CcKind::Vegas => exact("vegas"),
        CcKind::Dctcp => exact("dctcp"),
        CcKind::Bbr => exact("bbr"),
        CcKind::Westwood => exact("westwood"),
        CcKind::Illinois => exact("illinois"),
        CcKind::Yeah => exact("yeah"),
        CcKind::Veno => exact("veno"),
        CcKind::Prague => {
            with("prague", "Prague needs the L4S kernel; the main kernel has no tcp_prague.")
        }
        CcKind::Bbr3 => with(
            "bbr",
            "BBRv3 needs a kernel in which the module bbr is version 3; the main kernel has version 1.",
        ),
        CcKind::Ledbat => {
            with("reno", "LEDBAT has no module in the kernel; the script uses reno in its place.")
        }
        CcKind::Aimd => with(
            "reno",
            "AIMD(a, b) has no module in the kernel; the script uses reno in its place.",
        ),
        #[allow(unreachable_patterns, reason = "a test control of the simulator")]
        _ => with(
            "reno",
            "This congestion control has no module in the kernel; the script uses reno in its place.",
        ),
    }
}

/// Returns the type of ns-3.
pub fn ns3(cc: &CcConfig) -> Twin {
    let exact = |name| Twin { name, note: None };
    let with = |name, note| Twin { name, note: Some(note) };
    match cc.kind() {
        CcKind::Cubic => exact("ns3::TcpCubic"),
        CcKind::NewReno | CcKind::Sack | CcKind::Reno => exact("ns3::TcpNewReno"),
        CcKind::Hstcp => exact("ns3::TcpHighSpeed"),
        CcKind::Scalable => exact("ns3::TcpScalable"),
        CcKind::Htcp => exact("ns3::TcpHtcp"),
        CcKind::Bic => exact("ns3::TcpBic"),
        CcKind::Vegas => exact("ns3::TcpVegas"),
        CcKind::Dctcp => exact("ns3::TcpDctcp"),
        CcKind::Bbr => exact("ns3::TcpBbr"),
        CcKind::Ledbat => exact("ns3::TcpLedbat"),
        CcKind::Westwood => exact("ns3::TcpWestwoodPlus"),
        CcKind::Illinois => exact("ns3::TcpIllinois"),
        CcKind::Yeah => exact("ns3::TcpYeah"),
        CcKind::Veno => exact("ns3::TcpVeno"),
        CcKind::Prague => {
            with("ns3::TcpDctcp", "Prague is not in ns-3; the program uses TcpDctcp in its place.")
        }
        CcKind::Bbr3 => with(
            "ns3::TcpBbr",
            "BBRv3 is not in ns-3; the program uses TcpBbr, which is version 1.",
        ),
        CcKind::Aimd => with(
            "ns3::TcpNewReno",
            "AIMD(a, b) is not in ns-3; the program uses TcpNewReno in its place.",
        ),
        #[allow(unreachable_patterns, reason = "a test control of the simulator")]
        _ => with(
            "ns3::TcpNewReno",
            "This congestion control is not in ns-3; the program uses TcpNewReno in its place.",
        ),
    }
}

/// Returns whether the parameters are the defaults.
pub fn is_default(cc: &CcConfig) -> bool {
    *cc == CcConfig::from(cc.kind())
}
