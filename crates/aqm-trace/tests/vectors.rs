//! Single steps of the kernel's arithmetic.

use aqm_sim::aqm::cobalt::reciprocal_root;
use aqm_sim::aqm::codel::linux::{control_gap, newton_step};
use aqm_sim::aqm::dualpi2::{Control as _, linux as dualpi2};
use aqm_sim::aqm::pie::{Generation as _, KernelParams, linux, linux414};
use aqm_sim::aqm::red::linux::{adapt, adapted_divisor, decay};
use aqm_sim::aqm::red::tc;
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::Span;
use aqm_trace::{Subject, Table, read_text, read_trace};
use std::path::{Path, PathBuf};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Calls `check` with the cells of `columns` in every row; returns the number of rows.
fn for_each_row<const N: usize>(
    name: &str,
    columns: [&str; N],
    mut check: impl FnMut([&str; N]),
) -> usize {
    let text = read_text(&fixtures().join(format!("vectors/{name}.csv.gz"))).unwrap();
    let table = Table::parse(&text).unwrap();
    let columns = columns.map(|column| table.column(column).unwrap());
    table.rows().map(|row| check(columns.map(|column| row.text(column)))).count()
}

/// Calls `check` with all numbers of every row; returns the number of rows.
fn for_each<const N: usize>(
    name: &str,
    columns: [&str; N],
    mut check: impl FnMut([u64; N]),
) -> usize {
    for_each_row(name, columns, |cells| check(cells.map(|cell| cell.parse().unwrap())))
}

#[test]
fn splitmix64() {
    let mut stream = SplitMix64::new(0);
    let rows = for_each_row("splitmix64", ["seed", "n", "u64_hex", "u32_hex"], |cells| {
        let [seed, n, wide, narrow] = cells;
        if n == "0" {
            stream = SplitMix64::new(seed.parse().unwrap());
        }
        let draw = stream.next_u64();
        assert_eq!(format!("{draw:016x}"), wide);
        assert_eq!(format!("{:08x}", draw >> 32), narrow);
    });
    assert_eq!(rows, 60);
}

#[test]
fn codel_newton_steps() {
    let columns = [
        "count",
        "rec_inv_sqrt_before",
        "rec_inv_sqrt",
        "interval_ticks",
        "increment_ticks",
        "count_before",
    ];
    let rows = for_each("codel_newton", columns, |[count, before, after, interval, gap, from]| {
        // The first drop starts from the largest value, without a step.
        let stepped = if from == 0 { u16::MAX } else { newton_step(count as u32, before as u16) };
        assert_eq!(u64::from(stepped), after, "count {from} -> {count}");
        assert_eq!(u64::from(control_gap(interval as u32, stepped)), gap);
    });
    assert_eq!(rows, 2_400);
}

fn pie_params(target: u64, alpha: u64, beta: u64, estimator: bool) -> KernelParams {
    KernelParams {
        target,
        update: Span::from_millis(15),
        jiffy: Span::from_millis(1),
        alpha: alpha as u32,
        beta: beta as u32,
        max_burst: 1_000_000,
        ecn: false,
        byte_mode: false,
        rate_estimator: estimator,
        mtu: 1500,
    }
}

#[test]
fn pie_updates() {
    let columns = [
        "prob",
        "qdelay",
        "qdelay_old",
        "backlog",
        "target",
        "alpha",
        "beta",
        "new_prob",
        "new_qdelay_old",
        "vars_reset",
    ];
    let rows = for_each("pie_step_6.12", columns, |row| {
        let [prob, delay, old_delay, backlog, target, alpha, beta, prob_after, old_after, reset] =
            row;
        let params = pie_params(target, alpha, beta, false);
        let mut state =
            linux::State { prob, delay, old_delay, burst: 1, ..linux::State::new(&params) };
        state.update(&params, backlog);
        assert_eq!(
            (state.prob, state.old_delay, u64::from(state.burst != 1)),
            (prob_after, old_after, reset),
            "{row:?}"
        );
    });
    assert_eq!(rows, 3_000);
}

#[test]
fn old_pie_updates() {
    let columns = [
        "prob",
        "qdelay_old",
        "backlog",
        "avg_dq_rate",
        "target",
        "alpha",
        "beta",
        "new_prob",
        "new_qdelay",
        "vars_reset",
    ];
    let rows = for_each("pie_step_4.14", columns, |row| {
        let [prob, delay, backlog, rate, target, alpha, beta, prob_after, delay_after, reset] = row;
        let params = pie_params(target, alpha, beta, true);
        let mut state = linux414::State {
            prob: prob as u32,
            delay,
            burst: 1,
            rate: rate as u32,
            ..linux414::State::new(&params)
        };
        state.update(&params, backlog);
        assert_eq!(
            (u64::from(state.prob), state.delay, u64::from(state.burst != 1)),
            (prob_after, delay_after, reset),
            "{row:?}"
        );
    });
    assert_eq!(rows, 1_500);
}

#[test]
fn red_idle_decay() {
    let columns = [
        "Wlog",
        "avpkt",
        "bandwidth_bytes_per_s",
        "tick_us_factor",
        "Scell_log",
        "qavg",
        "idle_us",
        "new_qavg",
    ];
    let rows = for_each_row("red_idle", columns, |cells| {
        let [weight_log, packet, bandwidth, ticks, cell_log, before, idle, after] =
            cells.map(|cell| cell.parse::<f64>().unwrap());
        let table = tc::IdleTable::new(weight_log as u32, packet as u32, bandwidth, ticks);
        assert_eq!(f64::from(table.cell_log), cell_log, "{cells:?}");
        let decayed = decay(&table, before as u64, Span::from_micros(idle as u64));
        assert_eq!(decayed as f64, after, "{cells:?}");
    });
    assert_eq!(rows, 2_000);
}

#[test]
fn red_adaptation() {
    let columns = ["qavg_bytes", "max_P_before", "max_P_after", "divisor_after"];
    let rows = for_each("red_adaptive", columns, |[average, before, after, divisor]| {
        let adapted = adapt(before as u32, average, 30_000, 90_000);
        assert_eq!(u64::from(adapted), after);
        assert_eq!(u64::from(adapted_divisor(adapted, 30_000, 90_000)), divisor);
    });
    assert_eq!(rows, 480);
}

#[test]
fn red_parameters_equal_those_that_the_kernel_received() {
    let trace = fixtures().join("traces/red_6.12.117_burst.csv.gz");
    let Subject::Red(params, ..) = read_trace(&trace).unwrap().header.subject else {
        panic!("not a RED trace")
    };
    // limit 400000 min 30000 max 90000 avpkt 1000 burst 50 bandwidth 10Mbit probability 0.02
    assert_eq!(tc::weight_log(50, 30.0), params.weight_log);
    let table = tc::IdleTable::new(params.weight_log, 1000, 1_250_000.0, tc::TICKS_PER_MICROSECOND);
    assert_eq!(table, params.idle);
}

#[test]
fn cobalt_reciprocal_roots() {
    let rows =
        for_each("cobalt_invsqrt", ["count", "r_before", "r_after"], |[count, before, after]| {
            let root = reciprocal_root(count as u32, before as u32);
            assert_eq!(u64::from(root), after, "count {count} from {before}");
        });
    assert!(rows >= 2_000, "{rows}");
}

#[test]
fn dualpi2_steps() {
    let columns = [
        "prob",
        "last_qdelay_ns",
        "qdelay_ns",
        "drop_overload",
        "coupling",
        "alpha",
        "beta",
        "prob_after",
    ];
    let check = |[prob, last, delay, drop_overload, coupling, alpha, beta, after]: [u64; 8]| {
        let mut control = dualpi2::Control::with_params(dualpi2::Params {
            target: Span::from_millis(15),
            update: Span::from_millis(16),
            alpha: alpha as u32,
            beta: beta as u32,
            step: dualpi2::Step::Time(Span::from_millis(1)),
            min_step_packets: 0,
            coupling: coupling as u32,
            drop_overload: drop_overload != 0,
            drop_early: false,
            ecn_mask: 1,
            classic_percent: 10,
            ecn: true,
            mtu: 1500,
        });
        control.set_state(prob as u32, Span::from_nanos(last));
        control.update(Span::from_nanos(delay), Span::ZERO);
        assert_eq!(u64::from(control.prob()), after, "{prob} {last} {delay} {alpha} {beta}");
    };
    assert_eq!(for_each("dualpi2_step", columns, check), 1_500);
}
