//! Limits of numbers and texts, and the sliders of numbers.

/// A number between two limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    /// Unit, as messages and controls show it.
    pub unit: &'static str,
    /// Smallest value accepted.
    pub min: f64,
    /// Largest value accepted.
    pub max: f64,
    /// Range that a slider offers.
    pub control: Control,
}

/// Range and step of a slider. The range is usually smaller than the accepted one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Left end.
    pub min: f64,
    /// Right end.
    pub max: f64,
    /// Step of the slider; on a logarithmic scale, of the number field.
    pub step: f64,
    /// The scale is logarithmic.
    pub log: bool,
}

impl Number {
    /// Accepts `min..=max`. The slider offers the same range in a hundred steps.
    pub const fn new(unit: &'static str, min: f64, max: f64) -> Self {
        Number {
            unit,
            min,
            max,
            control: Control { min, max, step: (max - min) / 100.0, log: false },
        }
    }

    /// Sets a linear slider from `min` to `max`.
    pub const fn slider(self, min: f64, max: f64, step: f64) -> Self {
        self.offering(Control { min, max, step, log: false })
    }

    /// Sets a logarithmic slider from `min` to `max`.
    pub const fn log_slider(self, min: f64, max: f64, step: f64) -> Self {
        self.offering(Control { min, max, step, log: true })
    }

    const fn offering(self, control: Control) -> Self {
        Number { control, ..self }
    }
}

/// A whole number between two limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    /// Unit, as messages and controls show it.
    pub unit: &'static str,
    /// Smallest value accepted.
    pub min: u64,
    /// Largest value accepted, at most 2^53 - 1.
    pub max: u64,
    /// Left and right end of the slider.
    pub control: (u64, u64),
    /// The scale of the slider is logarithmic.
    pub log: bool,
}

impl Integer {
    /// Accepts `min..=max`. The slider offers the same range.
    pub const fn new(unit: &'static str, min: u64, max: u64) -> Self {
        Integer { unit, min, max, control: (min, max), log: false }
    }

    /// Sets a linear slider from `min` to `max`.
    pub const fn slider(self, min: u64, max: u64) -> Self {
        self.offering((min, max), false)
    }

    /// Sets a logarithmic slider from `min` to `max`.
    pub const fn log_slider(self, min: u64, max: u64) -> Self {
        self.offering((min, max), true)
    }

    const fn offering(self, control: (u64, u64), log: bool) -> Self {
        Integer { control, log, ..self }
    }
}

/// A text of limited length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// Most characters.
    pub chars: usize,
    /// Most words; 0 for any number.
    pub words: usize,
}

impl Text {
    /// Accepts at most `chars` characters.
    pub const fn chars(chars: usize) -> Self {
        Text { chars, words: 0 }
    }

    /// Accepts at most `words` words.
    pub const fn words(words: usize) -> Self {
        Text { chars: words * 10, words }
    }
}
