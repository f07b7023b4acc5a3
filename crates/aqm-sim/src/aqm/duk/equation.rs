//! Equation 9: the probability that brings the queue to the knee of its delay-utilization curve.

/// The inputs of equation 9 at the end of one interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Bytes offered in the interval: A times its length.
    pub arrived: f64,
    /// Bytes that left in the interval: the utilization U_i times `carried`.
    pub departed: f64,
    /// Bytes that the link can carry in the interval: C times its length.
    pub carried: f64,
    /// y = U_i - U_(i-1), a pure number.
    pub utilization_change: f64,
    /// Change of the delay since the last interval, in units of time.
    pub delay_change: f64,
    /// Length of the interval in units of time, more than 0.
    pub interval: f64,
}

impl Point {
    /// Returns the first term in the bracket of equation 9, y (1 + d) / ((1 - S + (1 + d)) d) for
    /// an interval of d units of time, with the slope S = dD/dU = `delay_change` / y inserted.
    ///
    /// As one fraction it needs no slope for y = 0, where its limit is 0.
    pub fn trend(&self) -> f64 {
        let Point { utilization_change: y, delay_change, interval: d, .. } = *self;
        if y == 0.0 {
            return 0.0;
        }
        let divisor = d * ((2.0 + d) * y - delay_change);
        // y^2 (1 + d) is positive, so the term grows without bound where the divisor vanishes.
        if divisor == 0.0 { f64::INFINITY } else { y * y * (1.0 + d) / divisor }
    }

    /// Returns p = 1 - C/A (T + U_i), clamped to 0..1 as in section 2 of algorithm 1.
    pub fn probability(&self) -> f64 {
        let p = 1.0 - (self.departed + self.carried * self.trend()) / self.arrived;
        p.clamp(0.0, 1.0)
    }
}
