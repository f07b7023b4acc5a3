//! Messages for scripts that do not pass.

use aqm_packetdrill::{Finding, Verdict, check};

/// Opens a connection with segments of 1000 bytes and an RTT of 100 ms. It has ten lines.
const OPENING: &str = "0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
+0 setsockopt(3, SOL_SOCKET, SO_REUSEADDR, [1], 4) = 0
+0 bind(3, ..., ...) = 0
+0 listen(3, 1) = 0

+0 < S 0:0(0) win 65535 <mss 1000,sackOK,nop,wscale 7>
+0 > S. 0:0(0) ack 1 <mss 1460,nop,nop,sackOK,nop,wscale 8>
+.1 < . 1:1(0) ack 1 win 500
+0 accept(3, ..., ...) = 4
+0 write(4, ..., 3000) = 3000
";

fn verdict(script: &str) -> Verdict {
    check(script, &mut |_| None).verdict
}

fn found(line: usize, message: &str) -> Finding {
    Finding { line, message: message.to_owned() }
}

#[test]
fn differences_name_line_expected_and_actual_packet() {
    for (rest, message) in [
        ("+0 > . 1:4001(4000) ack 1", "expected 3001:4001 by 0.104000 s, but nothing left"),
        ("+0 > . 1001:3001(2000) ack 1", "expected 1001:3001, but 1:1001 left at 0.100000 s"),
        (
            "+.05 > . 1:3001(3000) ack 1",
            "expected 1:3001 between 0.143750 s and 0.156250 s, but 1:1001 left at 0.100000 s",
        ),
        ("+0 > [ect0] . 1:3001(3000) ack 1", "expected ECT(0), but the field is Not-ECT"),
        ("+0 > W. 1:3001(3000) ack 1", "expected a CWR flag, but there is none"),
        ("+0 > F. 1:1(0) ack 1", "expected a FIN, but 1:1001 left at 0.100000 s"),
        ("+0 > . 1:1(0) ack 1", "expected a pure ACK, but 1:1001 left at 0.100000 s"),
        (
            "+0 %{ assert tcpi_snd_cwnd < tcpi_unacked, 'no' }%",
            "expected tcpi_snd_cwnd < tcpi_unacked, but tcpi_snd_cwnd is 10 and tcpi_unacked is 3",
        ),
    ] {
        let expected = Verdict::Fail(found(11, message));
        assert_eq!(verdict(&format!("{OPENING}{rest}")), expected, "{rest}");
    }
}

#[test]
fn unsupported_features_are_named() {
    for (rest, message) in [
        ("+0 read(4, ..., 10) = 10", "the system call read"),
        ("+0 write(4, ..., 10) = -1 EAGAIN (Try again)", "a write that fails"),
        ("+0 write(4, ..., 2000) = 1000", "a partial write"),
        ("+0 write(4, ..., 500) = 500", "a last segment of 500 bytes"),
        ("+0 setsockopt(4, SOL_TCP, TCP_MAXSEG, [500], 4) = 0", "the socket option TCP_MAXSEG"),
        ("+0 < P. 1:1001(1000) ack 1 win 500", "data from the peer"),
        ("+0 < R. 1:1(0) ack 1 win 500", "resets"),
        ("+0 < . 1:1(0) ack 501 win 500", "an ACK of byte 501, in the middle of a segment"),
        ("+0 < . 1:1(0) ack 9001 win 500", "an ACK of byte 9001, which was not sent"),
        (
            "+0 < . 1:1(0) ack 1 win 500 <sack 1001:9001>",
            "a SACK block of byte 9001, which was not sent",
        ),
        ("+0 < . 1:1(0) ack 3001 win 0", "a closed window: the sender has no persist timer"),
        ("+0 `tc qdisc replace dev tun0 root fq`", "settings that change during a connection"),
        ("+0 `reboot`", "the set-up command \"reboot\""),
        ("+0 > udp (1400)", "udp packets"),
        ("+0 < (tos 0x10) . 1:1(0) ack 1", "IP header fields other than ECN"),
        ("+0 < . 1:1(0) ack 1 win 5 <FO abcd>", "TCP option FO"),
        ("+0 < . 1:1(0) ack 1 win 5 urg 7", "urgent data"),
        ("--mtu=9000", "option --mtu"),
        ("+0 %{ assert tcpi_pacing_rate == 1 }%", "the simulator has no tcpi_pacing_rate"),
        ("+0 %{ import os }%", "Python's \"import\""),
    ] {
        let expected = Verdict::Unsupported(found(11, message));
        assert_eq!(verdict(&format!("{OPENING}{rest}")), expected, "{rest}");
    }
}

#[test]
fn unsupported_handshakes_are_named() {
    let listen = "0 socket(..., ..., ...) = 3\n+0 listen(3, 1) = 0\n";
    for (rest, line, message) in [
        ("+0 < S 0:0(0) win 9 <mss 1000,TS val 1 ecr 0>", 3, "timestamps"),
        ("+0 < . 1:1(0) ack 1", 3, "a packet to a socket that does not listen"),
        ("+0 < S 0:0(0) win 9 <...>\n+1 < . 1:1(0) ack 1", 4, "a retransmitted SYN"),
        ("+0 < S 0:0(0) win 9 <...>\n+0 < R 1:1(0)", 4, "resets"),
        ("+0 write(3, ..., 1) = 1", 3, "write without a connection"),
        ("+0 < S 0:0(0) win 9 <...>\n+0 write(4, ..., 1) = 1", 4, "a write before the handshake"),
        ("`sysctl net.ipv4.tcp_congestion_control=vegas`", 3, "tcp_congestion_control = vegas"),
        ("`./absent.sh`", 3, "./absent.sh is not found"),
    ] {
        let expected = Verdict::Unsupported(found(line, message));
        assert_eq!(verdict(&format!("{listen}{rest}")), expected, "{rest}");
    }
}

#[test]
fn syntax_errors_have_a_line() {
    for (rest, message) in [
        ("+", "expected a time in seconds, found the end"),
        ("+x", "expected a time in seconds, found \"x\""),
        ("+99999 close(4) = 0", "expected a time in seconds, found \"99999\""),
        ("+.1234567891 close(4) = 0", "expected a time in seconds, found \".1234567891\""),
        ("+.2~+.1 > . 1:3001(3000) ack 1", "this range of times ends before it starts"),
        ("+0", "expected an event, found the end"),
        ("+0 ?", "expected a packet, a system call, a command or a code block, found \"?\""),
        ("+0 <", "expected TCP flags, found the end"),
        ("+0 < X. 1:1(0) ack 1", "\"X\" is not a TCP flag"),
        ("+0 < . 1:1(9) ack 1", "1:1 is not 9 bytes"),
        ("+0 < . 1:1(0)", "the flag \".\" and an acknowledgement number go together"),
        ("+0 < . 1:99999999999(0) ack 1", "expected a sequence number, found \"99999999999\""),
        ("+0 < . 1:1(0) ack 1 <sack 2001:1001>", "SACK block 2001:1001 is empty"),
        ("+0 < . 1:1(0) ack 1 <sack>", "expected a SACK block, found \">\""),
        ("+0 < . 1:1(0) ack 1 <wscale 15>", "the window scale is at most 14"),
        ("+0 < . 1:1(0) ack 1 <nop nop>", "expected \",\", found \"nop\""),
        ("+0 < . 1:1(0) ack 1 <TS val 1>", "expected \"ecr\", found \">\""),
        ("+0 close(4", "expected an argument, found the end"),
        ("+0 close(4]) = 0", "expected an argument, found \"]\""),
        ("+0 close(,) = 0", "expected an argument, found \",\""),
        ("+0 close(4)", "expected \"=\", found the end"),
        ("+0 close(1.5) = 0", "\"1.5\" is not a whole number"),
        ("--tolerance_usecs=soon", "--tolerance_usecs expects a number, found \"soon\""),
        ("--tolerance_percent=101", "--tolerance_percent expects a number, found \"101\""),
        ("+0 `sysctl", "this command has no end"),
        ("0 close(4) = 0", "this event is earlier than the previous one"),
    ] {
        let expected = Verdict::Malformed(found(11, message));
        assert_eq!(verdict(&format!("{OPENING}{rest}")), expected, "{rest}");
    }
    assert_eq!(verdict(""), Verdict::Malformed(found(1, "the script has no events")));
}

#[test]
fn tolerances_widen_the_accepted_times() {
    let late = format!("{OPENING}+0 > . 1:3001(3000) ack 1\n+.190 > . 2001:3001(1000) ack 1");
    // The probe comes after 202 ms; the default tolerance is 12.5 % of 190 ms.
    assert_eq!(verdict(&late), Verdict::Pass);
    let strict = format!("--tolerance_percent=5\n{late}");
    assert!(matches!(verdict(&strict), Verdict::Fail(_)));
    let wide = format!("--tolerance_usecs=15000\n{strict}");
    assert_eq!(verdict(&wide), Verdict::Pass);
    let range = strict.replace("+.190", "+.190~+.210");
    assert_eq!(verdict(&range), Verdict::Pass);
    let any = strict.replace("+.190", "*");
    assert_eq!(verdict(&any), Verdict::Pass);
}

#[test]
fn settings_come_from_set_up_scripts() {
    let script = format!(
        "`../common/defaults.sh`\n{OPENING}+0 > . 1:3001(3000) ack 1\n+.3 > . 1:1001(1000) ack 1"
    );
    let with = |text: &str| {
        let mut opened = Vec::new();
        let mut open = |name: &str| {
            opened.push(name.to_owned());
            Some(text.to_owned())
        };
        let verdict = check(&script, &mut open).verdict;
        assert_eq!(opened, ["../common/defaults.sh"]);
        verdict
    };
    // Without the probe the timeout comes first.
    assert_eq!(with("sysctl -q net.ipv4.tcp_early_retrans=0"), Verdict::Pass);
    assert!(matches!(with("sysctl -q net.ipv4.tcp_early_retrans=3"), Verdict::Fail(_)));
}

#[test]
fn connections_close_after_all_data() {
    let script = format!(
        "{OPENING}+0 > . 1:3001(3000) ack 1
+0 close(4) = 0
+0 > F. 3001:3001(0) ack 1
+.1 < F. 1:1(0) ack 3002 win 500
+0 > . 3002:3002(0) ack 2"
    );
    assert_eq!(verdict(&script), Verdict::Pass);
}

#[test]
fn the_trace_lists_all_packets() {
    let script = format!("{OPENING}+.1 < . 1:1(0) ack 2001 win 500 <sack 1001:2001>");
    let report = check(&script, &mut |_| None);
    assert_eq!(report.verdict, Verdict::Pass);
    let expected = [
        "  0.000000 < ack 0",
        "  0.000000 > a SYN",
        "  0.100000 < ack 1",
        "  0.100000 > 1:1001",
        "  0.100000 > 1001:2001",
        "  0.100000 > 2001:3001",
        "  0.200000 < ack 2001 sack 1001:2001",
    ];
    assert_eq!(report.trace, expected);
}
