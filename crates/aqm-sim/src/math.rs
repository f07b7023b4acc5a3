//! The only caller of `libm`: std's transcendental functions differ between native and wasm.

/// `x`, but at least `min` and at most `max`. `f64::clamp` can panic with its limits as text, unless they are constants; the code
/// that converts floats to text would be a part of the page's package.
pub fn clamp(x: f64, min: f64, max: f64) -> f64 {
    debug_assert!(min <= max, "{min} is above {max}");
    if x < min {
        min
    } else if x > max {
        max
    } else {
        x
    }
}

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

/// Inverse tangent. No simulation needs it; the stability margins of `aqm_papers` do.
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}
