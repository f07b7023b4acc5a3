//! A second, simple and slow model of the kernel's disciplines, written only from the description of
//! their behaviour. Both models must agree on runs that no recording covers: every mode, extreme
//! parameters, and packets from 1 byte to 64 KiB.

mod codel;
mod pie;
mod red;
mod run;

use aqm_sim::rng::SplitMix64;
use aqm_trace::replay;
use flate2::{Compression, write::GzEncoder};
use run::{Files, Model, Packet, Setting, record};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

const PACKETS: usize = 1_500;
const RUNS: u64 = 150;

struct Dice(SplitMix64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }
    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn setting(&mut self) -> Setting {
        // With the second start CoDel's 32-bit clock wraps.
        let start = self.any(&[1_000_000_000, 4_397_200_000_000, 0]);
        let mut rates = vec![(start, self.any(&[500_000, 1_000_000, 10_000_000, 99_999_999]))];
        if self.flag() {
            let rate = rates[0].1;
            rates.push((start + 900_000_000, rate / 10));
            rates.push((start + 2_900_000_000, rate * 2));
        }
        let rng = self.any(&["splitmix64", "splitmix64", "ones", "zeros"]);
        Setting { start, rates, rng, seed: self.below(1 << 40) }
    }

    /// Packet trains with pauses.
    fn packets(&mut self, setting: &Setting) -> Vec<Packet> {
        let sizes: &[u32] =
            self.any(&[&[1500, 1500, 40, 576], &[1, 64, 1500, 9000, 65_535], &[1000], &[1, 2, 3]]);
        let load = self.any(&[30, 95, 120, 300]);
        let ecn: &[u8] = self.any(&[&[0], &[2], &[0, 1, 2, 2, 3]]);
        let mut at = setting.start;
        (0..PACKETS)
            .map(|_| {
                let size = self.any(sizes);
                let gap = u64::from(size) * 8_000_000_000 / setting.rates[0].1 * 100 / load;
                at += 1 + gap * self.below(200) / 100;
                if self.below(150) == 0 {
                    at += self.below(1_500_000_000);
                }
                Packet { at, size, ecn: self.any(ecn) }
            })
            .collect()
    }

    fn codel(&mut self) -> codel::Codel {
        let mtu = self.any(&[None, Some(64), Some(1_500), Some(9_000)]);
        let ce_threshold = self.any(&[None, Some(0), Some(97), Some(976), Some(4_882)]);
        codel::Codel {
            target: self.any(&[0, 97, 976, 4_882, 20_000]),
            interval: self.any(&[97, 976, 19_531, 97_656, 976_562]),
            // The old generation has none: it uses the largest packet seen.
            ce_threshold: ce_threshold.filter(|_| mtu.is_some()),
            ecn: self.flag(),
            limit: self.any(&[1, 2, 20, 100, 1_000]),
            mtu,
            largest: 256,
            ..Default::default()
        }
    }

    fn pie(&mut self) -> pie::Pie {
        let pie = pie::Pie {
            target: self.any(&[0, 1, 15_625, 78_125, 234_375, 3_125_000]),
            update_ms: self.any(&[1, 5, 15, 16, 30, 100, 1_000]),
            alpha: self.any(&[0, 1, 2, 2, 7, 32]),
            beta: self.any(&[0, 1, 20, 20, 33, 320]),
            limit: self.any(&[1, 20, 100, 1_000]),
            ecn: self.flag(),
            bytemode: self.flag(),
            estimator: self.flag(),
            mtu: self.any(&[64, 1_500, 1_500, 9_000]),
            is_old: self.flag(),
            ..Default::default()
        };
        pie.start()
    }

    fn red(&mut self, start: u64) -> red::Red {
        let min = self.any(&[0, 100, 5_000, 30_000]);
        let steepness = self.any(&[0, 1, 7, 12]);
        let red = red::Red {
            min,
            max: min + self.any(&[0, 1, 3, 10_000, 60_000]),
            limit: self.any(&[1_500, 20_000, 60_000, 400_000]),
            wlog: self.any(&[1, 5, 9]),
            plog: self.any(&[0, 10, 19, 22, 31]),
            given_max_p: self.any(&[
                None,
                Some(1),
                Some(42_949_672),
                Some(85_899_345),
                Some(u32::MAX),
            ]),
            scell_log: self.any(&[0, 10, 15]),
            stab: (0..256).map(|cell| (cell * steepness / 64).min(31) as u8).collect(),
            ecn: self.flag(),
            harddrop: self.flag(),
            nodrop: self.flag(),
            adaptive: self.flag(),
            is_old: self.flag(),
            max_p: 0,
            divisor: 1,
            average: 0,
            count: -1,
            threshold: 0,
            idle_since: None,
        };
        red.start(start)
    }
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("plain");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes the files, one of them compressed, and replays them.
fn check(name: &str, files: &Files, outcomes: &mut BTreeMap<String, usize>) {
    let trace = folder().join(format!("{name}.csv"));
    let states = folder().join(format!("{name}.state.csv.gz"));
    std::fs::write(&trace, &files.trace).unwrap();
    let mut packed = GzEncoder::new(std::fs::File::create(&states).unwrap(), Compression::fast());
    packed.write_all(files.states.as_bytes()).unwrap();
    packed.finish().unwrap();
    let report = replay(&trace, Some(&states)).unwrap();
    assert_eq!(report.rows, files.trace.lines().count() - 2);
    assert_eq!(report.states, files.states.lines().count() - 1);
    let header = files.trace.lines().next().unwrap();
    assert_eq!(report.mismatches, 0, "{name}: {report}\n{header}");
    for line in files.trace.lines().skip(2) {
        *outcomes.entry(line.split(',').nth(3).unwrap().to_string()).or_default() += 1;
    }
    std::fs::remove_file(trace).unwrap();
    std::fs::remove_file(states).unwrap();
}

/// Runs a model in many random settings. Each outcome of `wanted` must occur often.
fn check_all<M: Model>(name: &str, wanted: &[&str], make: impl Fn(&mut Dice, u64) -> M) {
    let mut outcomes = BTreeMap::new();
    for number in 0..RUNS {
        let mut dice = Dice(SplitMix64::new(number * 7_919 + 1));
        let setting = dice.setting();
        let packets = dice.packets(&setting);
        let mut model = make(&mut dice, setting.start);
        let files = record(&mut model, &setting, &packets);
        check(&format!("{name}-{number}"), &files, &mut outcomes);
    }
    for code in wanted {
        let seen = outcomes.get(*code).copied().unwrap_or(0);
        assert!(seen > 100, "{code} was hardly seen: {outcomes:?}");
    }
}

#[test]
fn codel_agrees() {
    check_all("codel", &["FW", "DD", "MD", "MT", "MB", "DL"], |dice, _| dice.codel());
}

#[test]
fn pie_agrees() {
    check_all("pie", &["FW", "DP", "MP", "DL"], |dice, _| dice.pie());
}

#[test]
fn red_agrees() {
    let wanted = ["FW", "DP", "MP", "DF", "MF", "DL", "ML"];
    check_all("red", &wanted, |dice, start| dice.red(start));
}

#[test]
fn a_trace_without_packets_is_repeated() {
    let mut dice = Dice(SplitMix64::new(1));
    let setting = dice.setting();
    let mut seen = BTreeMap::new();
    check("codel-empty", &record(&mut dice.codel(), &setting, &[]), &mut seen);
    check("pie-empty", &record(&mut dice.pie(), &setting, &[]), &mut seen);
    check("red-empty", &record(&mut dice.red(setting.start), &setting, &[]), &mut seen);
    assert!(seen.is_empty());
}

#[test]
fn pauses_longer_than_32_bits_of_ticks_wrap() {
    // 2^32 ticks of 64 ns are 274.9 s.
    let packets: Vec<Packet> = (0..400)
        .map(|number| {
            let pause = 274_880_000_000 * (number / 100);
            Packet { at: 1_000_000_000 + pause + number % 100 * 400_000, size: 1_500, ecn: 0 }
        })
        .collect();
    let rates = vec![(1_000_000_000, 10_000_000)];
    let setting = Setting { start: 1_000_000_000, rates, rng: "splitmix64", seed: 1 };
    for (estimator, is_old) in [(false, false), (true, false), (true, true)] {
        let pie = pie::Pie {
            target: 15_625,
            update_ms: 1_000,
            alpha: 2,
            beta: 20,
            limit: 1_000,
            mtu: 1_500,
            estimator,
            is_old,
            ..Default::default()
        };
        let files = record(&mut pie.start(), &setting, &packets);
        check(&format!("pie-wrap-{estimator}-{is_old}"), &files, &mut BTreeMap::new());
    }
}
