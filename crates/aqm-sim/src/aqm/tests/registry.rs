use super::*;

fn configs() -> Vec<AqmConfig> {
    AqmConfig::examples().into_iter().map(|(_, config)| config).collect()
}

fn codel_state(queue: &Aqm<Numbered>, now: Time) -> (bool, u32) {
    let AnyProbe::Codel(probe) = queue.probe(now) else { panic!("not CoDel") };
    (probe.dropping, probe.count)
}

#[test]
fn another_discipline_takes_over_the_waiting_packets() {
    for from in configs() {
        for to in configs().into_iter().filter(|to| !to.is_same_algorithm(&from)) {
            let mut queue = Aqm::new(&from, environment(), Time::ZERO);
            let mut host = Host::merciful();
            for _ in 0..5 {
                host.fill(&mut queue, 1);
                host.wait(&mut queue, Span::from_millis(1));
            }
            queue.reconfigure(&to, environment(), host.now);
            assert_eq!(queue.config(), &to);
            assert_eq!((queue.packets(), queue.bytes()), (5, 7_500));
            for id in 0..5 {
                let head = queue.dequeue(&mut host).unwrap();
                assert_eq!(head.packet.id, id);
                assert_eq!(head.enqueued, Time::ZERO + Span::from_millis(1) * id);
            }
        }
    }
}

#[test]
fn new_parameters_keep_the_state() {
    let codel = |target| AqmConfig::Codel(CodelParams { target, ..CodelParams::default() });
    let mut queue = Aqm::new(&codel(Span::from_millis(5)), environment(), Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, 400);
    while host.drops.len() < 3 {
        host.wait(&mut queue, Span::from_millis(1));
        queue.dequeue(&mut host);
    }
    queue.reconfigure(&codel(Span::from_millis(6)), environment(), host.now);
    let (dropping, count) = codel_state(&queue, host.now);
    assert_eq!((dropping, count), (true, 3));
    // The same kind in another variant starts afresh.
    let rfc = CodelParams { variant: CodelVariant::Rfc8289, ..CodelParams::default() };
    queue.reconfigure(&AqmConfig::Codel(rfc), environment(), host.now);
    let (dropping, count) = codel_state(&queue, host.now);
    assert_eq!((dropping, count), (false, 0));
}

#[test]
fn a_backlog_above_a_shrunken_limit_does_not_grow() {
    for config in configs() {
        let mut queue = Aqm::new(&config, environment(), Time::ZERO);
        let mut host = Host::merciful();
        host.fill(&mut queue, 4);
        let small = Environment { limit: Limit::packets(2), ..environment() };
        queue.set_environment(small, host.now);
        assert_eq!(queue.packets(), 4);
        host.fill(&mut queue, 1);
        // Some disciplines drop from the head, down to the limit.
        assert!((1..=4).contains(&queue.packets()), "{config:?}");
        assert_eq!(queue.packets() + host.drops.len() as u64, 5, "{config:?}");
        while queue.packets() > 1 {
            queue.dequeue(&mut host);
            host.wait(&mut queue, Span::from_millis(2));
        }
        let drops = host.drops.len();
        host.fill(&mut queue, 1);
        assert_eq!((queue.packets(), host.drops.len()), (2, drops), "{config:?}");
    }
}

#[test]
fn a_clone_does_not_share_its_queue() {
    for config in configs() {
        let mut queue = Aqm::new(&config, environment(), Time::ZERO);
        let mut host = Host::merciful();
        host.fill(&mut queue, 3);
        let mut copy = queue.clone();
        host.drain(&mut copy);
        assert_eq!((queue.packets(), copy.packets()), (3, 0));
    }
}

#[test]
fn each_configuration_runs_exactly_one_algorithm_of_its_discipline() {
    fn runs<P: Queueable, A: Algorithm<P>>(params: &A::Params) -> usize {
        usize::from(A::runs(params))
    }
    macro_rules! count {
        ($($(#[$doc:meta])*
           $kind:ident = $module:ident::$params:ident [$($algorithm:ident),+] $(hot)?;)+) => {
            fn algorithms(config: &AqmConfig) -> usize {
                match config {
                    $(AqmConfig::$kind(params) => 0 $(+ runs::<
                        Numbered,
                        crate::aqm::$module::$algorithm<Numbered>,
                    >(params))+,)+
                }
            }
        };
    }
    disciplines!(count);
    for config in configs() {
        assert_eq!(algorithms(&config), 1, "{config:?}");
    }
}

#[test]
fn names_of_examples_are_unique() {
    let mut names: Vec<String> = AqmConfig::examples().into_iter().map(|(name, _)| name).collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}
