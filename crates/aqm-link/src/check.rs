//! The check of a link: the version of the simulator, and a short digest of each lane.

use aqm_json::Value;

/// Digits of a digest that a check has.
const DIGITS: usize = 8;
/// Most characters of a version, and most lanes.
const MOST_VERSION: usize = 40;
const MOST_LANES: usize = 6;

/// What came out of the sender's run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// Version of the simulator.
    pub version: String,
    /// The first digits of each lane's digest.
    pub digests: Vec<String>,
}

impl Check {
    /// Returns the check of a run by this version, from the digest of each lane.
    pub fn new(digests: impl IntoIterator<Item = String>) -> Self {
        let first = |digest: String| digest[..DIGITS].to_owned();
        let digests = digests.into_iter().map(first).collect();
        Check { version: env!("CARGO_PKG_VERSION").to_owned(), digests }
    }

    /// Reads the item of a link; anything else than a check is none.
    pub fn read(item: &Value) -> Option<Check> {
        let Value::String(text) = item else { return None };
        let (version, digests) = text.split_once(':')?;
        let is_version = |byte: u8| byte.is_ascii_alphanumeric() || b".+-".contains(&byte);
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let digests: Vec<String> = digests.split(',').map(str::to_owned).collect();
        let is_well_formed = (1..=MOST_VERSION).contains(&version.len())
            && version.bytes().all(is_version)
            && digests.len() <= MOST_LANES
            && digests.iter().all(|digest| digest.len() == DIGITS && digest.bytes().all(is_digit));
        is_well_formed.then(|| Check { version: version.to_owned(), digests })
    }

    /// Returns the text of the item.
    pub fn text(&self) -> String {
        format!("{}:{}", self.version, self.digests.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_read_as_it_was_written() {
        let check =
            Check { version: "0.2.0-rc.1+b".to_owned(), digests: vec!["1a2b3c4d".to_owned(); 6] };
        assert_eq!(Check::read(&Value::String(check.text())), Some(check));
    }

    #[test]
    fn anything_else_is_no_check() {
        let long = format!("{}:1a2b3c4d", "1".repeat(41));
        let many = format!("1:{}", ["1a2b3c4d"; 7].join(","));
        for text in [
            "",
            ":",
            "1:",
            ":1a2b3c4d",
            "1:1A2b3c4d",
            "1:1a2b3c4",
            "1 :1a2b3c4d",
            "1:1a2b3c4d,",
            &long,
            &many,
        ] {
            assert_eq!(Check::read(&Value::String(text.to_owned())), None, "{text}");
        }
        assert_eq!(Check::read(&Value::Number(0.0)), None);
    }
}
