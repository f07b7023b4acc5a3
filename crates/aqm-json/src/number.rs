//! Numbers as text, exactly: what is written reads back as the same number.
//!
//! In the page the browser does it, by the same rules. The standard library would do it too, but
//! its tables and algorithms would be the largest part of what reads a scenario.

/// The number that `text`, a JSON number, is nearest to; `None` beyond the range of an f64.
pub fn read(text: &str) -> Option<f64> {
    Some(host::read(text)).filter(|number| number.is_finite())
}

/// Returns the shortest decimal that reads back as the same number, without an exponent below 10^18.
pub fn number_text(number: f64) -> String {
    if number == 0.0 {
        // Not -0.
        return "0".to_owned();
    }
    let size = number.abs();
    // With a "+" in a browser, without in Rust.
    let mut text: String = host::scientific(size).chars().filter(|c| *c != '+').collect();
    if (1e-7..1e18).contains(&size) {
        text = plain(&text);
    }
    if number < 0.0 {
        text.insert(0, '-');
    }
    text
}

/// Returns a number for people, as on the page: from five digits on, with a space between thousands.
pub fn shown(number: f64) -> String {
    let text = number_text(number);
    let first = usize::from(number < 0.0);
    let end = text.bytes().position(|byte| matches!(byte, b'.' | b'e')).unwrap_or(text.len());
    let mut shown = String::new();
    for (index, digit) in text.chars().enumerate() {
        if end - first > 4 && index > first && index < end && (end - index) % 3 == 0 {
            shown.push('\u{202f}');
        }
        shown.push(digit);
    }
    shown
}

/// Returns a count as text.
pub fn count_text(count: usize) -> String {
    number_text(count as f64)
}

/// Converts "1.25e-3" to "0.00125".
fn plain(scientific: &str) -> String {
    let mut digits = String::new();
    let (mut in_exponent, mut is_small) = (false, false);
    let mut exponent = 0;
    for byte in scientific.bytes() {
        match byte {
            b'e' => in_exponent = true,
            b'-' => is_small = true,
            b'0'..=b'9' if in_exponent => exponent = 10 * exponent + usize::from(byte - b'0'),
            b'0'..=b'9' => digits.push(char::from(byte)),
            _ => {}
        }
    }
    if is_small {
        return ["0.", &"0".repeat(exponent - 1), &digits].concat();
    }
    let whole = exponent + 1;
    match whole.checked_sub(digits.len()) {
        Some(zeros) => digits.push_str(&"0".repeat(zeros)),
        None => digits.insert(whole, '.'),
    }
    digits
}

#[cfg(not(target_arch = "wasm32"))]
mod host {
    pub(super) fn read(text: &str) -> f64 {
        text.parse().unwrap_or(f64::NAN)
    }

    /// "1.25e-3". Where two shortest decimals are equally near, browsers take the even one, the
    /// standard library the larger one.
    pub(super) fn scientific(number: f64) -> String {
        let shortest = format!("{number:e}");
        let decimals = shortest.find('e').unwrap_or_default().saturating_sub(2);
        let even = format!("{number:.decimals$e}");
        if even.parse() == Ok(number) { even } else { shortest }
    }
}

#[cfg(target_arch = "wasm32")]
mod host {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        type Number;

        #[wasm_bindgen(js_name = Number)]
        pub(super) fn read(text: &str) -> f64;

        #[wasm_bindgen(method, js_name = toExponential)]
        fn to_exponential(this: &Number) -> String;
    }

    /// "1.25e-3"; a positive exponent has a sign here.
    pub(super) fn scientific(number: f64) -> String {
        JsValue::from_f64(number).unchecked_into::<Number>().to_exponential()
    }
}

#[cfg(test)]
mod tests {
    use super::{number_text, shown};
    use proptest::num;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    #[test]
    fn numbers_are_written_without_exponent_between_1e_7_and_1e18() {
        let check = |number: f64, text: &str| assert_eq!(number_text(number), text);
        check(0.0, "0");
        check(-0.0, "0");
        check(1.0, "1");
        check(-1500.0, "-1500");
        check(0.1, "0.1");
        check(12.5, "12.5");
        check(1e-7, "0.0000001");
        check(0.99e-7, "9.9e-8");
        check(999_999_999_999_999_900.0, "999999999999999900");
        check(1e18, "1e18");
        check(-1.5e300, "-1.5e300");
        check(5e-324, "5e-324");
        check(f64::MAX, "1.7976931348623157e308");
        // 931698636151850.25 and .75: as near to one decimal as to the other.
        check(3_726_794_544_607_401.0 / 4.0, "931698636151850.2");
        check(3_726_794_544_607_403.0 / 4.0, "931698636151850.8");
    }

    #[test]
    fn people_read_groups_of_three_digits() {
        let check =
            |number: f64, text: &str| assert_eq!(shown(number).replace('\u{202f}', "_"), text);
        check(1500.0, "1500");
        check(10_000.0, "10_000");
        check(-1500.0, "-1500");
        check(-1_234_567.25, "-1_234_567.25");
        check(0.000_012_5, "0.0000125");
        check(1e18, "1e18");
        check(999_999_999_999_999_900.0, "999_999_999_999_999_900");
    }

    /// Checks that the text reads back as the same number, with as many digits as the standard library's
    /// text. Of two equally near decimals, either is accepted.
    fn check_like_std(number: f64, std: &str) -> Result<(), TestCaseError> {
        let text = number_text(number);
        prop_assert_eq!(text.parse(), Ok(number));
        prop_assert_eq!(text.contains('e'), std.contains('e'));
        prop_assert_eq!(text.len(), std.len());
        Ok(())
    }

    proptest! {
        #[test]
        fn they_are_as_short_as_the_standard_library_makes_them(number in num::f64::NORMAL) {
            let is_plain = (1e-7..1e18).contains(&number.abs());
            let std = if is_plain { format!("{number}") } else { format!("{number:e}") };
            check_like_std(number, &std)?;
        }

        #[test]
        fn also_in_the_range_without_exponent(digits in any::<i64>(), exponent in 0..26) {
            let number: f64 = format!("{digits}e-{exponent}").parse().unwrap();
            prop_assume!((1e-7..1e18).contains(&number.abs()));
            check_like_std(number, &format!("{number}"))?;
        }
    }
}
