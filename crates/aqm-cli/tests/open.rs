//! `aqm open`: links to files and back.

use crate::common::{aqm, failure, output};
use crate::grade::link_of;
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};
use std::io::Read as _;

/// With changes of every form that a link has: of one lane, muted, and at a time that is no whole millisecond. Texts of one and two
/// letters look like short names.
const SCENARIO: &str = r#"{ "version": 1, "title": "a", "seed": 5, "durationS": 6, "link": { "rateMbps": 5, "rttMs": 20,
    "buffer": { "packets": 60 } }, "queues": [{ "kind": "codel" }, { "kind": "droptail" }],
    "traffic": [{ "kind": "bulk", "flows": 2, "name": "'quoted" }],
    "changes": [{ "atS": 1.00025, "set": "link.rateMbps", "to": 4 }, { "atS": 2, "set": "queues.1", "to": { "kind": "pie" } },
        { "atS": 2.5, "set": "link.rttMs", "to": 30, "lane": 1 }, { "atS": 3, "set": "traffic.0.flows", "to": 9, "muted": true }] }"#;

fn link(more: &[&str]) -> String {
    let mut arguments = vec!["open", "-", "--link"];
    arguments.extend(more);
    output(&arguments, SCENARIO).trim().to_owned()
}

/// Returns the items of a link; the sum is left out, and there is always a display.
fn unpacked(link: &str) -> Vec<Value> {
    let (_, packed) = link.split_once("#v1.").unwrap();
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(packed).unwrap();
    let mut text = String::new();
    DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    let mut items: Vec<Value> = serde_json::from_str(&text).unwrap();
    items.truncate(items.len() - 1);
    items.resize(5, Value::Null);
    items
}

#[test]
fn a_link_opens_as_the_file_and_the_file_gives_the_link_back() {
    let link = link(&["--page", "https://host.example/aqm/"]);
    assert!(link.starts_with("https://host.example/aqm/#v1."), "{link}");
    let file = output(&["open", &link], "");
    assert_eq!(file, output(&["open", "-"], SCENARIO), "the canonical form of the file");
    assert_eq!(
        output(&["open", "-", "--link", "--page", "https://host.example/aqm/"], &file).trim(),
        link
    );
    // A file with a link, such as a message.
    assert_eq!(output(&["open", "-"], &format!("See\n{link}\n\n")), file);
    assert_eq!(
        output(&["digest", "-"], &file),
        output(&["digest", "-"], SCENARIO),
        "the same runs"
    );
}

#[test]
fn goals_survive_and_cards_of_the_library_do_not() {
    for name in ["bufferbloat", "parking-lot", "challenges/bbr-and-cubic"] {
        let path = format!("{}/../../scenarios/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let link = output(&["open", &path, "--link"], "");
        let opened = output(&["open", link.trim()], "");
        let mut expected: Value = serde_json::from_str(&text).unwrap();
        for left_out in ["source", "preset"] {
            expected.as_object_mut().unwrap().remove(left_out);
        }
        assert_eq!(serde_json::from_str::<Value>(&opened).unwrap(), expected, "{name}");
    }
}

#[test]
fn a_check_says_whether_the_run_comes_out_again() {
    let checked = link(&["--check"]);
    assert_ne!(checked, link(&[]));
    assert_eq!(
        output(&["open", &checked, "--check"], ""),
        "Reproduced exactly: all 2 lanes, up to 6 s.\n"
    );
    let (code, message) = failure(&["open", &link(&[]), "--check"], "");
    assert!(code == 3 && message.contains("has no check"), "{message}");
}

#[test]
fn a_run_that_differs_is_named_with_its_lane() {
    // The check of this scenario on a link of another one: the second lane has another discipline.
    let other = SCENARIO.replace(r#""kind": "droptail""#, r#""kind": "red""#);
    let (mut given, mut forged) =
        (unpacked(&link(&["--check"])), unpacked(output(&["open", "-", "--link"], &other).trim()));
    // Time, and the display with the check.
    forged[0] = given[0].take();
    forged[4] = given[4].take();
    let forged = link_of(forged);
    let ran = aqm(&["open", &forged, "--check"], "");
    let text = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{text}");
    assert!(
        text.contains("Lane 1 (codel): reproduced exactly.") && text.contains("Lane 2 (red): "),
        "{text}"
    );
    assert!(text.contains("The link was changed, or the simulator has a fault"), "{text}");
}

#[test]
fn damaged_links_and_files_are_refused_in_one_line() {
    let whole = link(&[]);
    for (source, words) in [(&whole[..whole.len() - 5], "damaged"), ("#v2.abc", "newer version")] {
        let (code, message) = failure(&["open", source], "");
        assert!(code == 3 && message.contains(words) && message.lines().count() == 1, "{message}");
    }
    let (code, message) = failure(&["open", "-"], r#"{ "version": 1 }"#);
    assert!(code == 1 && message.contains("durationS"), "{message}");
    let (code, _) = failure(&["open", "/nowhere/at-all.json"], "");
    assert_eq!(code, 3);
}

#[test]
fn nothing_is_reproduced_before_the_first_packet() {
    // Every run has these digests at 1 ms, so they were written into the link without a run.
    let mut forged = unpacked(&link(&["--check"]));
    forged[0] = json!(1);
    forged[4][16] = json!(format!("{}:6a09e667,6a09e667", env!("CARGO_PKG_VERSION")));
    let late = SCENARIO.replace(r#""kind": "bulk""#, r#""kind": "bulk", "startS": 1"#);
    forged[1] = unpacked(output(&["open", "-", "--link"], &late).trim())[1].take();
    let (code, message) = failure(&["open", &link_of(forged), "--check"], "");
    assert!(code == 3 && message.starts_with("no packet was sent up to 0.001 s"), "{message}");
    let (code, message) = failure(&["open", "https://host.example/aqm/#story/own/1"], "");
    assert!(code == 3 && message.starts_with("the link leads to a story"), "{message}");
}
