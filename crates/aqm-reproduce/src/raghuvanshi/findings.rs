//! The statements of Raghuvanshi et al., sections IV and V.

use super::{DELAY_SD, DROPS, Grid, OVERFLOWS, QUEUE, QUEUES, UTILIZATION};
use crate::names::shown;
use crate::report::Finding;

/// High-speed variants whose windows overshoot RED's thresholds most.
fn is_cubic_or_bic(cc: &str) -> bool {
    matches!(cc, "cubic" | "bic")
}

pub(super) fn of_bandwidth(grid: &Grid) -> Vec<Finding> {
    let all = grid.part.xs;
    let fast = [100.0, 300.0, 1000.0];
    let loses = |queue: &str| {
        grid.mean_at(&[300.0, 1000.0], queue, UTILIZATION) < grid.mean(10.0, queue, UTILIZATION)
    };
    let at_100 = grid.mean(100.0, "codel", UTILIZATION);
    let codels_queue = grid.mean_of_all("codel", QUEUE);
    let codel_at = |x| grid.mean(x, "codel", QUEUE);
    let most_drops = |x: f64| QUEUES.iter().map(|q| grid.mean(x, q, DROPS)).fold(0.0, f64::max);
    vec![
        grid.needs(&[10.0, 300.0, 1000.0], Finding::new(
            "Over 10 Mbit/s RED and ARED lose utilization (300 and 1000 against 10 Mbit/s)",
            loses("red") && loses("ared"),
            grid.listed(&[10.0, 300.0, 1000.0], UTILIZATION),
        )
        .because(format!(
            "it depends on RED's parameters. With thresholds at 60 and 80 % of the buffer the queue outlasts most reductions of the window: RED \
             keeps {:.1} % at 1 Gbit/s. With the suite's other set (target 5 ms) RED has about 70 % at 100 Mbit/s and 57 % at 1 Gbit/s, \
             but then its queue is shorter than CoDel's, and 5 of the paper's other statements fail",
            grid.mean(1000.0, "red", UTILIZATION),
        ))),
        grid.needs(&[100.0], Finding::new(
            "CoDel's utilization remains better than RED's and ARED's around 100 Mbit/s",
            grid.codel_is_largest(100.0, UTILIZATION),
            grid.listed(&[100.0], UTILIZATION),
        )
        .because(format!(
            "with thresholds at 60 and 80 % of a buffer of 8 BDP the queue that RED and ARED keep covers most reductions of the \
             window; CoDel's {at_100:.1} % is that of its short queue"
        ))),
        Finding::new(
            "CoDel's mean queue is significantly shorter than RED's and ARED's (less than half in the mean)",
            codels_queue
                < 0.5 * grid.mean_of_all("red", QUEUE).min(grid.mean_of_all("ared", QUEUE)),
            grid.listed_means(QUEUE),
        ),
        Finding::new(
            "CoDel's mean queue is around 5 % of the buffer (2 to 8 %)",
            (2.0..=8.0).contains(&codels_queue),
            grid.listed_means(QUEUE),
        )
        .because(format!(
            "at 1 Mbit/s the datagrams alone offer 3.5 Mbit/s: {:.1} %; from 30 Mbit/s on the high-speed variants keep the queue above the \
             target: STCP has {:.1} % at 100 Mbit/s, Reno {:.1} %",
            codel_at(1.0),
            grid.mean_over(100.0, "codel", QUEUE, |cc| cc == "scalable"),
            grid.mean_over(100.0, "codel", QUEUE, |cc| cc == "reno"),
        )),
        Finding::new(
            "CoDel's queue is longest at the lowest bandwidth",
            all[1..].iter().all(|&x| codel_at(1.0) > codel_at(x)),
            grid.listed(all, QUEUE),
        ),
        grid.needs(&all[1..], Finding::new(
            "The queue oscillates less with CoDel (standard deviation of the delay, from 3 Mbit/s on)",
            all[1..].iter().all(|&x| grid.codel_is_least(x, DELAY_SD)),
            grid.listed(&all[1..], DELAY_SD),
        )),
        grid.needs(&[1.0, 3.0, 10.0, 100.0], Finding::new(
            "The drop rate is high at 1 Mbit/s (over 10 %) and falls with the bandwidth for all",
            QUEUES.iter().all(|queue| {
                grid.mean(1.0, queue, DROPS) > 10.0
                    && grid.mean(3.0, queue, DROPS) > grid.mean(10.0, queue, DROPS)
                    && grid.mean(10.0, queue, DROPS) > grid.mean(100.0, queue, DROPS)
            }),
            grid.listed(&[1.0, 3.0, 10.0, 100.0], DROPS),
        )),
        Finding::new(
            "The drop rate is similar for all three (within 3 points at each bandwidth)",
            all.iter().all(|&x| {
                let rates = QUEUES.map(|queue| grid.mean(x, queue, DROPS));
                most_drops(x) - rates.into_iter().fold(f64::INFINITY, f64::min) < 3.0
            }),
            grid.listed(all, DROPS),
        ),
        grid.needs(&fast, Finding::new(
            "Over 10 Mbit/s the drop rate approaches zero for all (under 0.5 % from 100 Mbit/s on)",
            fast.iter().all(|&x| most_drops(x) < 0.5),
            grid.listed(&fast, DROPS),
        )
        .because(format!(
            "two of the seven variants: at 100 Mbit/s BIC and CUBIC have {:.1} % under RED, the five others {:.2} %. Their windows \
             overshoot, and RED drops until its slow average is below the thresholds again",
            grid.mean_over(100.0, "red", DROPS, is_cubic_or_bic),
            grid.mean_over(100.0, "red", DROPS, |cc| !is_cubic_or_bic(cc)),
        ))),
        grid.needs(&[1.0, 3.0], Finding::new(
            "At small bandwidths CoDel has less utilization than RED and ARED (by over 1 point at 3 Mbit/s; at 1 Mbit/s the datagrams alone \
             are too much for the link)",
            grid.mean(3.0, "codel", UTILIZATION) + 1.0
                < grid.mean(3.0, "red", UTILIZATION).min(grid.mean(3.0, "ared", UTILIZATION)),
            grid.listed(&[1.0, 3.0], UTILIZATION),
        )),
    ]
}

pub(super) fn of_flows(grid: &Grid) -> Vec<Finding> {
    let all = grid.part.xs;
    let many = [30.0, 100.0, 300.0, 1000.0];
    let rises = |queue: &str| grid.mean(1000.0, queue, QUEUE) - grid.mean(5.0, queue, QUEUE);
    vec![
        grid.needs(&[1.0, 30.0], Finding::new(
            "With one flow the utilization is lower than with 30 for all",
            QUEUES.iter().all(|queue| {
                grid.mean(1.0, queue, UTILIZATION) < grid.mean(30.0, queue, UTILIZATION)
            }),
            grid.listed(&[1.0, 30.0], UTILIZATION),
        )),
        grid.needs(&many, Finding::new(
            "Utilization approaches 100 % for all with more than 15 flows (over 97 %)",
            many.iter()
                .all(|&x| QUEUES.iter().all(|queue| grid.mean(x, queue, UTILIZATION) > 97.0)),
            grid.listed(&many, UTILIZATION),
        )),
        Finding::new(
            "CoDel's mean queue is around 8 % of the buffer (4 to 12 %)",
            (4.0..=12.0).contains(&grid.mean_of_all("codel", QUEUE)),
            grid.listed_means(QUEUE),
        ),
        Finding::new(
            "CoDel's mean queue is significantly shorter than RED's and ARED's, at each number of flows (less than half)",
            all.iter().all(|&x| {
                let [red, ared, codel] = QUEUES.map(|queue| grid.mean(x, queue, QUEUE));
                codel < 0.5 * red.min(ared)
            }),
            grid.listed(all, QUEUE),
        ),
        grid.needs(&[5.0, 1000.0], Finding::new(
            "From 5 to 1000 flows the queues of RED and ARED rise sharply (over 20 points of the buffer)",
            rises("red") > 20.0 && rises("ared") > 20.0,
            QUEUES.map(|queue| format!("{} {:+.1} points", shown(queue), rises(queue))).join(", "),
        )),
        grid.needs(&[5.0, 1000.0], Finding::new(
            "From 5 to 1000 flows CoDel's queue is almost constant (rises by less than 10 points of the buffer)",
            rises("codel") < 10.0,
            QUEUES.map(|queue| format!("{} {:+.1} points", shown(queue), rises(queue))).join(", "),
        )),
        grid.needs(&many, Finding::new(
            "CoDel drops more than RED and ARED with many flows (30 and more)",
            many.iter().all(|&x| grid.codel_is_largest(x, DROPS)),
            grid.listed(&many, DROPS),
        )),
    ]
}

pub(super) fn of_rtt(grid: &Grid) -> Vec<Finding> {
    let all = grid.part.xs;
    let (short, long) = ([1.0, 10.0, 40.0], [300.0, 1000.0]);
    let falls = |queue: &&str, measure| {
        grid.mean_at(&long, queue, measure) < grid.mean_at(&short, queue, measure)
    };
    vec![
        grid.needs(&short, Finding::new(
            "Under 100 ms utilization is fairly good for all (over 80 %)",
            short
                .iter()
                .all(|&x| QUEUES.iter().all(|queue| grid.mean(x, queue, UTILIZATION) > 80.0)),
            grid.listed(&short, UTILIZATION),
        )),
        Finding::new(
            "Over 100 ms all lose utilization (300 and 1000 ms against 1 to 40 ms)",
            QUEUES.iter().all(|queue| falls(queue, UTILIZATION)),
            grid.listed(all, UTILIZATION),
        ),
        grid.needs(&long, Finding::new(
            "Over 100 ms CoDel has less utilization than RED and ARED (mean of 300 and 1000 ms)",
            {
                let [red, ared, codel] =
                    QUEUES.map(|queue| grid.mean_at(&long, queue, UTILIZATION));
                codel < red.min(ared)
            },
            grid.listed(&long, UTILIZATION),
        )),
        grid.needs(&long, Finding::new(
            "CoDel's utilization falls further toward 1 s",
            grid.mean(1000.0, "codel", UTILIZATION) < grid.mean(300.0, "codel", UTILIZATION),
            grid.listed(&long, UTILIZATION),
        )),
        Finding::new(
            "The share of the buffer in use falls with the round-trip time for all",
            QUEUES.iter().all(|queue| falls(queue, QUEUE)),
            grid.listed(all, QUEUE),
        ),
        Finding::new(
            "CoDel's mean queue is significantly shorter in the mean (less than half)",
            grid.mean_of_all("codel", QUEUE)
                < 0.5 * grid.mean_of_all("red", QUEUE).min(grid.mean_of_all("ared", QUEUE)),
            grid.listed_means(QUEUE),
        ),
        Finding::new(
            "CoDel's mean queue is consistently shorter: at each round-trip time",
            all.iter().all(|&x| grid.codel_is_least(x, QUEUE)),
            grid.listed(all, QUEUE),
        )
        .because(format!(
            "at 1 ms the buffer of 20 packets, two for each FTP flow, overflows before any discipline acts: of CoDel's drop rate of {:.2} % the \
             full buffer makes {:.2} points, of RED's {:.2} % it makes {:.2}",
            grid.mean(1.0, "codel", DROPS),
            grid.mean(1.0, "codel", OVERFLOWS),
            grid.mean(1.0, "red", DROPS),
            grid.mean(1.0, "red", OVERFLOWS),
        )),
        Finding::new(
            "RED and ARED drop more than CoDel (mean of all round-trip times)",
            {
                let [red, ared, codel] = QUEUES.map(|queue| grid.mean_of_all(queue, DROPS));
                codel < red.min(ared)
            },
            grid.listed_means(DROPS),
        ),
    ]
}
