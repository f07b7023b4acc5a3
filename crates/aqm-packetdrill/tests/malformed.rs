//! Every text gives a verdict and no panic.

use aqm_packetdrill::{Verdict, check};
use proptest::prelude::*;

const SEEDS: [&str; 3] = [
    include_str!("scripts/sack-recovery.pkt"),
    include_str!("scripts/timeout.pkt"),
    include_str!("scripts/ecn.pkt"),
];

/// Fragments of the language.
const PIECES: [&str; 32] = [
    "+0 ",
    "+.1 ",
    "*",
    "0",
    "~",
    "...",
    "<",
    "> ",
    ". ",
    "S",
    "P. ",
    "E. ",
    "1:1(0) ",
    "1:1001(1000) ",
    "ack 1 ",
    "win 500 ",
    "<sack 1001:2001>",
    "<...>",
    "close(4) = 0\n",
    "write(4, ..., 1000) = 1000\n",
    "%{",
    "}%",
    "assert ",
    "tcpi_snd_cwnd",
    " == ",
    "(",
    ")",
    "`",
    "\"",
    "--",
    "\n",
    "//",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_scripts_get_a_verdict(
        seed in prop::sample::select(SEEDS.to_vec()),
        cuts in prop::collection::vec((0usize..3000, 0usize..12, prop::sample::select(PIECES.to_vec())), 1..6),
    ) {
        let mut script: Vec<char> = seed.chars().collect();
        for (at, length, piece) in cuts {
            let at = at % script.len();
            let end = (at + length).min(script.len());
            script.splice(at..end, piece.chars());
        }
        check(&script.into_iter().collect::<String>(), &mut |_| None);
    }

    #[test]
    fn any_text_gets_a_verdict(text in "\\PC{0,200}") {
        prop_assert_ne!(check(&text, &mut |_| None).verdict, Verdict::Pass);
    }

    #[test]
    fn any_pieces_get_a_verdict(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..60)) {
        check(&pieces.concat(), &mut |_| None);
    }

    /// Shuffles the lines of valid scripts, with arrivals that no peer would send.
    #[test]
    fn shuffled_scripts_get_a_verdict(
        seed in prop::sample::select(SEEDS.to_vec()),
        order in prop::collection::vec(0usize..200, 1..40),
    ) {
        let lines: Vec<&str> = seed.lines().collect();
        // The handshake stays.
        let opening = lines.iter().position(|line| line.contains("write(")).expect("a write");
        let rest = order.iter().map(|&i| lines[opening + i % (lines.len() - opening)]);
        let script: Vec<&str> = lines[..opening].iter().copied().chain(rest).collect();
        check(&script.join("\n"), &mut |_| None);
    }

    /// Random ACKs and SACK blocks for the first ten segments of a long transfer.
    #[test]
    fn hostile_peers_get_a_verdict(
        arrivals in prop::collection::vec(
            (0u64..=10, 0u64..10, 1u64..10, any::<bool>(), any::<bool>(), 0u64..400),
            1..40,
        ),
    ) {
        let mut script = "0 socket(..., ..., ...) = 3\n+0 listen(3, 1) = 0\n\
            +0 < SEW 0:0(0) win 65535 <mss 1000,sackOK,wscale 7>\n+.1 < . 1:1(0) ack 1 win 900\n\
            +0 write(4, ..., 900000) = 900000\n".to_owned();
        for (ack, from, length, sack, ece, ms) in arrivals {
            let flags = if ece { "E." } else { "." };
            script += &format!("+.{ms:03} < {flags} 1:1(0) ack {} win 900", 1000 * ack + 1);
            if sack {
                let end = (from + length).min(10);
                script += &format!(" <sack {}:{}>", 1000 * from + 1, 1000 * end + 1);
            }
            script.push('\n');
        }
        prop_assert_eq!(check(&script, &mut |_| None).verdict, Verdict::Pass);
    }
}
