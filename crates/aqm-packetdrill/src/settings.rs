//! The settings of a host, read from the shell commands at the start of a script. No command is executed:
//! it is interpreted, ignored because it does not matter here, or refused.

use aqm_sim::cc::CcKind;

/// Deepest nesting of set-up scripts.
const MAX_DEPTH: u32 = 8;

/// The settings of Linux that concern a sender, with the defaults of Linux.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Settings {
    /// 0: no; 1: yes; 2: if the peer requests it.
    pub(crate) ecn: u32,
    pub(crate) sack: bool,
    pub(crate) timestamps: bool,
    pub(crate) cc: CcKind,
    pub(crate) tail_loss_probe: bool,
    pub(crate) restart_after_idle: bool,
    /// A fair queue (`fq`) paces the segments of the sender.
    pub(crate) paced: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            ecn: 2,
            sack: true,
            timestamps: true,
            cc: CcKind::Cubic,
            tail_loss_probe: true,
            restart_after_idle: true,
            paced: false,
        }
    }
}

/// Returns the text of a set-up script by its name in a script.
pub(crate) type Open<'a> = dyn FnMut(&str) -> Option<String> + 'a;

impl Settings {
    /// Applies shell commands. Returns the first one that is not supported as an error.
    pub(crate) fn apply(&mut self, shell: &str, open: &mut Open<'_>) -> Result<(), String> {
        self.apply_nested(shell, open, MAX_DEPTH)
    }

    fn apply_nested(&mut self, shell: &str, open: &mut Open, depth: u32) -> Result<(), String> {
        for words in commands(shell) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            self.command(&words, open, depth)?;
        }
        Ok(())
    }

    fn command(&mut self, words: &[&str], open: &mut Open, depth: u32) -> Result<(), String> {
        match words {
            [] | ["ip", "tcp_metrics", ..] => Ok(()),
            ["sysctl", arguments @ ..] => {
                let pairs = arguments.iter().filter(|argument| !argument.starts_with('-'));
                pairs.filter(|pair| !pair.starts_with('>')).try_for_each(|pair| self.pair(pair))
            }
            ["echo", value, ">", path] => self.set(path, value),
            ["tc", "qdisc", "add" | "replace", "dev", _, "root", kind, rest @ ..] => {
                self.queue(kind, rest)
            }
            [script, pairs @ ..] if script.ends_with("set_sysctls.py") => {
                pairs.iter().try_for_each(|pair| self.pair(pair))
            }
            // Undoes the set-up after the test.
            [script] if script.contains("sysctl_restore") => Ok(()),
            [script] if script.ends_with(".sh") => {
                let text = open(script).ok_or_else(|| format!("{script} is not found"))?;
                let depth = depth.checked_sub(1).ok_or("set-up scripts are nested too deeply")?;
                self.apply_nested(&text, open, depth)
            }
            other => Err(format!("the set-up command \"{}\"", other.join(" "))),
        }
    }

    fn queue(&mut self, kind: &str, rest: &[&str]) -> Result<(), String> {
        match (kind, rest) {
            ("pfifo" | "pfifo_fast" | "noqueue", []) => self.paced = false,
            ("fq", []) => self.paced = true,
            _ => return Err(format!("the local queue \"{kind} {}\"", rest.join(" "))),
        }
        Ok(())
    }

    fn pair(&mut self, pair: &str) -> Result<(), String> {
        let (name, value) =
            pair.split_once('=').ok_or_else(|| format!("the setting \"{pair}\""))?;
        self.set(name, value)
    }

    /// Applies a sysctl, by its name or its path.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let dotted = name.trim_start_matches("/proc/sys/").replace('/', ".");
        let short = dotted.strip_prefix("net.ipv4.").unwrap_or(&dotted);
        let wrong = || Err(format!("{short} = {value}"));
        let switch = |on: &mut bool| match value {
            "0" => *on = false,
            _ => *on = true,
        };
        match short {
            "tcp_ecn" => match value.parse() {
                Ok(ecn @ 0..=2) => self.ecn = ecn,
                _ => return wrong(),
            },
            "tcp_sack" => switch(&mut self.sack),
            "tcp_timestamps" => switch(&mut self.timestamps),
            "tcp_slow_start_after_idle" => switch(&mut self.restart_after_idle),
            "tcp_congestion_control" => match value {
                "cubic" => self.cc = CcKind::Cubic,
                "reno" => self.cc = CcKind::NewReno,
                _ => return wrong(),
            },
            "tcp_early_retrans" => match value {
                "0" => self.tail_loss_probe = false,
                "3" | "4" => self.tail_loss_probe = true,
                _ => return wrong(),
            },
            // Only this value is modelled.
            "tcp_recovery" if value == "1" => {}
            "tcp_reordering" if value == "3" => {}
            "tcp_fack" if value == "0" => {}
            "tcp_frto" if value != "0" => {}
            ".sys.module.tcp_cubic.parameters.hystart_detect" if value == "3" => {}
            // These concern the receiver, memory, the handshake, and offloaded bursts, which the
            // simulator does not have: segments leave one by one.
            "tcp_rmem"
            | "tcp_wmem"
            | "tcp_dsack"
            | "tcp_syn_retries"
            | "tcp_synack_retries"
            | "tcp_fastopen"
            | "tcp_fastopen_key"
            | "tcp_syncookies"
            | "tcp_ecn_option"
            | "tcp_min_tso_segs"
            | "tcp_tso_win_divisor"
            | "tcp_notsent_lowat"
            | "tcp_pacing_ss_ratio"
            | "tcp_pacing_ca_ratio"
            | "tcp_no_metrics_save" => {}
            _ => return wrong(),
        }
        Ok(())
    }
}

/// Splits shell text into commands and words. Redirections to /dev/null are ignored.
fn commands(shell: &str) -> Vec<Vec<String>> {
    let joined = shell.replace("\\\n", " ");
    let mut commands = Vec::new();
    for line in joined.lines() {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for c in line.chars() {
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, '#') if word.is_none() => break,
                (None, ';') => {
                    words.extend(word.take());
                    commands.push(std::mem::take(&mut words));
                }
                (None, _) if c.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        commands.push(words);
    }
    for words in &mut commands {
        if let Some(at) = words.windows(2).position(|pair| pair == [">", "/dev/null"]) {
            words.truncate(at);
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(shell: &str) -> Result<Settings, String> {
        let mut settings = Settings::default();
        let mut open = |name: &str| match name {
            "../common/quiet.sh" => Some("#!/bin/sh\nsysctl -q net.ipv4.tcp_ecn=0".to_owned()),
            "loop.sh" => Some("loop.sh".to_owned()),
            _ => None,
        };
        settings.apply(shell, &mut open).map(|()| settings)
    }

    #[test]
    fn commands_are_read_in_all_spellings() {
        let base = Settings::default();
        let quiet = Settings { ecn: 0, ..base.clone() };
        let slow = Settings { restart_after_idle: false, tail_loss_probe: false, ..base.clone() };
        for (shell, expected) in [
            ("", &base),
            ("# nothing\n ip tcp_metrics flush all > /dev/null 2>&1", &base),
            ("sysctl -q net.ipv4.tcp_ecn=0   # off", &quiet),
            ("sysctl -q net/ipv4/tcp_ecn=0; tc qdisc add dev tun0 root pfifo", &quiet),
            (
                "../common/quiet.sh\nsysctl -q net.ipv4.tcp_rmem=\"4096 540000 $((15*1024))\"",
                &quiet,
            ),
            (
                "./set_sysctls.py /proc/sys/net/ipv4/tcp_slow_start_after_idle=0 \\\n \
                 /proc/sys/net/ipv4/tcp_early_retrans=0",
                &slow,
            ),
            ("./sysctl_restore_${PPID}.sh", &base),
            ("echo 3 > /sys/module/tcp_cubic/parameters/hystart_detect", &base),
        ] {
            assert_eq!(settings(shell).as_ref(), Ok(expected), "{shell}");
        }
        assert!(settings("tc qdisc replace dev tun0 root fq").is_ok_and(|s| s.paced));
    }

    #[test]
    fn unsupported_commands_are_named() {
        for (shell, expected) in [
            ("rm -rf /", "the set-up command \"rm -rf /\""),
            ("sysctl -q net.ipv4.tcp_ecn=3", "tcp_ecn = 3"),
            ("sysctl net.ipv4.tcp_congestion_control=bbr", "tcp_congestion_control = bbr"),
            ("sysctl net.ipv4.tcp_novelty=1", "tcp_novelty = 1"),
            ("sysctl net.ipv4.tcp_ecn", "the setting \"net.ipv4.tcp_ecn\""),
            ("missing.sh", "missing.sh is not found"),
            ("loop.sh", "set-up scripts are nested too deeply"),
            ("tc qdisc replace dev tun0 root pfifo limit 0", "the local queue \"pfifo limit 0\""),
        ] {
            assert_eq!(settings(shell), Err(expected.to_owned()), "{shell}");
        }
    }
}
