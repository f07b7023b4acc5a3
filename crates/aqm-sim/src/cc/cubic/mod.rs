//! CUBIC (RFC 9438), in two readings: Linux' with HyStart, and the RFC's.

mod hystart;
mod linux;
mod rfc9438;
mod root;

use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Phase, Reduction, Setup,
    Twin, Variable, Why, Window,
};
use crate::time::Time;
use linux::CubicLinux;
use rfc9438::CubicRfc;

/// Parameters of CUBIC.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubicParams {
    /// Multiplicative decrease factor (RFC 9438, section 4.6: 0.7), more than 0 and less than 1.
    pub beta: f64,
    /// Scaling constant C in segments/s^3 (RFC 9438, section 5.1: 0.4), more than 0.
    pub c: f64,
    /// Fast convergence (RFC 9438, section 4.7).
    pub fast_convergence: bool,
    /// The Reno-friendly region (RFC 9438, section 4.3).
    pub tcp_friendliness: bool,
    /// HyStart ends slow start before a loss does. The RFC dialect has none.
    pub hystart: bool,
}

impl Default for CubicParams {
    fn default() -> Self {
        CubicParams {
            beta: 0.7,
            c: 0.4,
            fast_convergence: true,
            tcp_friendliness: true,
            hystart: true,
        }
    }
}

/// CUBIC.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the dialects are documented in their own files")]
pub enum Cubic {
    Linux(CubicLinux),
    Rfc(CubicRfc),
}

impl Algorithm for Cubic {
    type Params = CubicParams;
    const KERNEL: Twin = Twin::exact("cubic");
    const NS3: Twin = Twin::exact("ns3::TcpCubic");

    fn new(params: &CubicParams, setup: &Setup) -> Self {
        match setup.dialect {
            Dialect::Rfc => Cubic::Rfc(CubicRfc::new(params)),
            dialect => Cubic::Linux(CubicLinux::new(params, dialect, setup.packet_bytes)),
        }
    }
}

/// Returns the reason of a reduction from `window` segments. The plateau is at `w_max` now; `converge`: lower than the window was.
fn why(converge: bool, window: f64, beta: f64, w_max: f64) -> Why {
    let code = if converge { "cubic.converge" } else { "cubic.reduce" };
    Why::new(code)
        .with("window", "segments", window)
        .with("beta", "", beta)
        .with("W_max", "segments", w_max)
}

impl Events for Cubic {
    fn on_start(&mut self, _: &mut Window, context: &Context) {
        if let Cubic::Linux(cubic) = self {
            cubic.on_start(context);
        }
    }

    #[inline(always)]
    fn on_ack(&mut self, window: &mut Window, context: &Context, ack: &AckEvent) {
        if let Cubic::Linux(cubic) = self {
            cubic.on_ack(window, context, ack);
        }
    }

    #[inline(always)]
    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        match self {
            Cubic::Linux(cubic) => cubic.grow(window, context, growth),
            Cubic::Rfc(cubic) => {
                cubic.grow(window, &Context { ..*context }, &Growth { ..*growth });
            }
        }
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        cause: Congestion,
        flight: u64,
    ) -> Reduction {
        match self {
            Cubic::Linux(cubic) => cubic.on_congestion(window, cause),
            Cubic::Rfc(cubic) => cubic.on_congestion(window, cause, flight),
        }
    }

    fn on_phase(&mut self, _: &mut Window, context: &Context, phase: Phase) {
        if let Cubic::Linux(cubic) = self
            && phase == Phase::Loss
        {
            cubic.on_timeout(context);
        }
    }

    fn on_resume(&mut self, _: &mut Window, context: &Context, last_sent: Time) {
        match self {
            Cubic::Linux(cubic) => cubic.on_resume(last_sent, context.now),
            Cubic::Rfc(cubic) => cubic.on_resume(last_sent, context.now),
        }
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        let plateau = match self {
            Cubic::Linux(cubic) => cubic.plateau(),
            Cubic::Rfc(cubic) => cubic.plateau(),
        };
        if let Some((w_max, k)) = plateau {
            report(Variable { name: "W_max", unit: "segments", value: w_max });
            report(Variable { name: "K in seconds", unit: "s", value: k });
        }
        if let Cubic::Linux(cubic) = self {
            cubic.probe(report);
        }
    }
}
