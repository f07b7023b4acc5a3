//! How to choose the gains from the number of flows, the round-trip time and the capacity (Hollot,
//! Misra, Towsley, Gong 2001, section 4).

/// The properties of the network that the design needs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Network {
    /// N: number of long TCP flows. The design is stable for more flows, too.
    pub flows: f64,
    /// R: round-trip time in seconds, queue delay included. The design is stable for shorter ones, too.
    pub rtt: f64,
    /// C: capacity in packets per second.
    pub capacity: f64,
}

/// The controller in continuous time: K (s/z + 1) / s.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Design {
    /// K, per packet and second.
    pub k: f64,
    /// Zero z in rad/s.
    pub zero: f64,
    /// Crossover frequency of the loop in rad/s: its gain is 1 there.
    pub crossover: f64,
}

/// Gains of the sampled controller, per packet:
/// p(k) = p(k-1) + a (q(k) - q_ref) - b (q(k-1) - q_ref).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// Gain of the queue now.
    pub a: f64,
    /// Gain of the queue at the last sample.
    pub b: f64,
}

/// Largest crossover frequency in units of 1/R. The loop's phase margin is 90 degrees - x - atan(x)
/// at x / R, which leaves 35 degrees at 0.5. It vanishes near 0.86.
const LARGEST_CROSSOVER: f64 = 0.5;

impl Network {
    /// Pole of TCP's window in rad/s: 2 N / (R^2 C) (section 3).
    pub fn tcp_pole(&self) -> f64 {
        2.0 * self.flows / (self.rtt * self.rtt * self.capacity)
    }

    /// Gain of TCP and queue at low frequencies, in packets: (R C)^3 / (2 N)^2 (section 3).
    pub fn gain(&self) -> f64 {
        let window = self.rtt * self.capacity;
        window * window * window / (4.0 * self.flows * self.flows)
    }

    /// The paper's design (section 4): the zero cancels TCP's pole, and the loop's gain is 1 at the
    /// crossover frequency w: K = w |j w R + 1| / gain. The paper's example puts w at the zero; we do
    /// too, but at most at [`LARGEST_CROSSOVER`] / R.
    pub fn design(&self) -> Design {
        let zero = self.tcp_pole();
        let crossover = zero.min(LARGEST_CROSSOVER / self.rtt);
        let lag = crossover * self.rtt;
        Design { k: crossover * (1.0 + lag * lag).sqrt() / self.gain(), zero, crossover }
    }
}

impl Design {
    /// The sampled controller for `period` seconds between updates, by the bilinear transform:
    /// a = K/z + K T/2, b = K/z - K T/2.
    pub fn gains(&self, period: f64) -> Gains {
        let (proportional, half) = (self.k / self.zero, self.k * period / 2.0);
        Gains { a: proportional + half, b: proportional - half }
    }
}
