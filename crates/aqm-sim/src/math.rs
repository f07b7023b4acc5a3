//! The only caller of `libm`: std's transcendental functions differ between native and wasm.

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// e^x.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// x^y.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Cube root.
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// Inverse tangent. No simulation needs it; the stability margins of `aqm_reproduce` do.
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}
