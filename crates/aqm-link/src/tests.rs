use super::*;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use proptest::prelude::*;
use std::io::Write as _;

/// Returns a hash as the page writes it: bytes, deflated, as base64url.
fn packed(bytes: &[u8]) -> String {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
    deflated.write_all(bytes).unwrap();
    format!("#v1.{}", BASE64.encode(deflated.finish().unwrap()))
}

/// Returns a hash of items, with the right checksum.
fn hash(items: &str) -> String {
    let sum = checksum(&format!("[{items}]"));
    packed(format!("[{items},{sum}]").as_bytes())
}

const SCENARIO: &str = r#"{"durationS":9,"link":{"rateMbps":5,"rttMs":20,"buffer":{"packets":60}},"queues":[{"kind":"codel"}],"traffic":[{"kind":"bulk","name":"'a"}]}"#;

fn refusal(hash: &str) -> String {
    Links::default().read(hash).err().expect("it is refused")
}

#[test]
fn a_link_holds_scenario_and_changes() {
    let paths = r#"["link.rateMbps","~link.rttMs@0"]"#;
    let scenario = Links::default()
        .read(&hash(&format!("0,{SCENARIO},{paths},[0,1500,7,1,[2.00025],30,0,500,8]")))
        .unwrap()
        .scenario;
    assert_eq!(scenario.queues[0].kind(), "codel");
    assert_eq!(scenario.to_json().matches(r#""name":"a""#).count(), 1, "it was escaped");
    let found: Vec<_> =
        scenario.changes.iter().map(|one| (one.at_s, one.lane, one.muted)).collect();
    assert_eq!(found, [(1.5, None, false), (2.000_25, Some(0), true), (2.5, None, false)]);
}

#[test]
fn goals_of_a_link_are_left_out() {
    let members = SCENARIO.strip_suffix('}').unwrap();
    let with = format!("{members},\"goals\":[{{\"measure\":\"nonsense\"}}],\"free\":7}}");
    let Handed { scenario, goals } =
        Links::default().read(&hash(&format!("0,{with},[],[]"))).unwrap();
    assert!(scenario.goals.is_empty() && scenario.free.is_empty());
    assert_eq!(goals, Some(aqm_json::parse(r#"[{"measure":"nonsense"}]"#).unwrap()));
}

#[test]
fn hostile_links_are_refused_in_one_line() {
    let whole = hash(&format!("0,{SCENARIO},[],[]"));
    assert!(Links::default().read(&whole).is_ok());
    let changed = |from: &str, to: &str| hash(&format!("0,{},[],[]", SCENARIO.replace(from, to)));
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let hostile = [
        (whole[..whole.len() - 9].to_owned(), "damaged"),
        (format!("{}A{}", &whole[..40], &whole[41..]), "damaged"),
        ("#v1.".to_owned(), "damaged"),
        ("#v0.AAAA".to_owned(), "damaged"),
        ("#v2.AAAA".to_owned(), "newer version"),
        ("#v99999999999999999999.AAAA".to_owned(), "newer version"),
        (format!("#v1.{}", "A".repeat(70_000)), "65536 characters"),
        (packed(&vec![b'['; 30_000_000]), "unpacks to more than 256 KiB"),
        (packed(&[0xff, 0xfe, 0x00]), "damaged"),
        (packed(b"[0,{},[],[],12]"), "damaged"),
        (packed(b"null"), "damaged"),
        (hash(&deep), "damaged"),
        (hash("0,7,[],[]"), "damaged"),
        (hash(&format!("0,{SCENARIO},[\"a\"],[7,0,1]")), "damaged"),
        (hash(&format!("0,{SCENARIO},[\"a\"],[0,0]")), "damaged"),
        (hash(&format!("0,{SCENARIO},[\"\"],[0,-9,1]")), "damaged"),
        (hash(&format!("[],{SCENARIO},[],[]")), "damaged"),
        (hash(&format!("0,\n{SCENARIO},[],[]")), "damaged"),
        (hash(&format!("0,{SCENARIO},[],[],[0,30,0]")), "damaged"),
        (format!("{whole}AA"), "damaged"),
        (changed("codel", "codelx"), "queues[0].kind"),
        (changed("\"durationS\":9", "\"durationS\":1e+300"), "durationS"),
        (changed("\"kind\":\"bulk\"", "\"kind\":\"bulk\",\"flows\":1000000000"), "flows"),
        (changed("\"rttMs\"", "\"\\u0000\\n\\u001b[31m\""), "refused"),
    ];
    for (link, reason) in hostile {
        let message = refusal(&link);
        assert!(message.contains(reason), "{reason}: {message}");
        assert!(message.len() < 400, "{message}");
    }
    let memory = include_str!("../../aqm-scenario/tests/hostile/memory.json");
    let Ok(Value::Object(mut members)) = aqm_json::parse(memory) else { panic!("it is an object") };
    members.retain(|(name, _)| name != "version" && name != "changes");
    let value = text_of(&Value::Object(members));
    assert!(refusal(&hash(&format!("0,{value},[],[]"))).contains("refused"));
}

/// The page has the same test (`web/src/core/state/damaged-links.test.ts`).
#[test]
fn damaged_links_are_read_or_refused_as_by_the_page() {
    let text = include_str!("../../../scenarios/golden/damaged-links.json");
    let Ok(Value::Array(all)) = aqm_json::parse(text) else { panic!("it is a list") };
    assert!(all.len() > 500);
    let links = Links::default();
    let differs = |one: &&Value| {
        let (Some(Value::String(link)), Some(reads)) = (one.get("link"), one.get("reads")) else {
            panic!("it has two members")
        };
        Value::Bool(links.held(link).is_ok()) != *reads
    };
    let wrong: Vec<&Value> = all.iter().filter(differs).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_last_link_of_a_line_counts() {
    assert_eq!(start("Ada https://host/#v1.abc"), Some(17));
    assert_eq!(start("#v1. #v1.abc"), Some(5));
    assert_eq!(start("no link #vx.abc #v.abc"), None);
}

proptest! {
    #[test]
    fn damaged_links_are_opened_or_refused_in_one_line(
        cuts in prop::collection::vec((0..400_usize, 0..12_usize, "[-\\[\\]{},:\"0-9a-z.~@]{0,6}"), 1..4),
        at in prop::option::of(0..400_usize),
    ) {
        let mut items: Vec<char> =
            format!(r#"0,{SCENARIO},["link.rateMbps","~link.rttMs@0"],[0,1500,7,1,[2.00025],30,0,500,8]"#).chars().collect();
        for (at, length, piece) in cuts {
            let at = at % (items.len() + 1);
            let end = (at + length).min(items.len());
            items.splice(at..end, piece.chars());
        }
        let mut link = hash(&items.into_iter().collect::<String>());
        // Sometimes the packed text is damaged, too.
        if let Some(at) = at {
            link.replace_range(4 + at % (link.len() - 4)..=4 + at % (link.len() - 4), "-");
        }
        if let Err(message) = Links::default().read(&link) {
            prop_assert!(message.len() < 2000 && !message.contains('\n'), "{}", message);
        }
    }
}
