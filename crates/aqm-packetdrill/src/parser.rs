//! Reads a script from its tokens.

use aqm_sim::packet::Ecn;
use aqm_sim::time::Span;

use crate::code;
use crate::lexer::{Spanned, Token, tokenize};
use crate::problem::{Problem, malformed, unsupported};
use crate::script::{
    Action, Argument, Call, Event, Flags, Options, Packet, Script, Tolerance, When,
};

/// Latest time of an event: one day. More is probably a typing error.
const MAX_SECONDS: u64 = 86_400;
/// Largest sequence number or count: TCP has 32 bits for them.
const MAX_NUMBER: u64 = u32::MAX as u64;

/// Reads a script.
pub(crate) fn parse(text: &str) -> Result<Script, Problem> {
    let mut parser = Parser { tokens: tokenize(text)?, at: 0 };
    let mut script = Script { tolerance: Tolerance::default(), events: Vec::new() };
    while let Some(token) = parser.peek().cloned() {
        let line = parser.line();
        match token {
            Token::Setting(setting) => {
                parser.at += 1;
                apply_setting(&mut script.tolerance, &setting, line)?;
            }
            // Set-up commands come before the events and have no time.
            Token::Command(command) => {
                parser.at += 1;
                let when = When::After(Span::ZERO, Span::ZERO);
                script.events.push(Event { line, when, action: Action::Command(command) });
            }
            _ => script.events.push(parser.event()?),
        }
    }
    if script.events.is_empty() {
        return Err(malformed(1, "the script has no events"));
    }
    Ok(script)
}

fn apply_setting(tolerance: &mut Tolerance, setting: &str, line: usize) -> Result<(), Problem> {
    let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
    let bad = || malformed(line, format!("--{name} expects a number, found \"{value}\""));
    match name {
        "tolerance_usecs" => {
            let micros = number(value).ok_or_else(bad)?;
            tolerance.least = Span::from_micros(micros);
        }
        "tolerance_percent" => {
            let percent: f64 = value.parse().map_err(|_| bad())?;
            if !(0.0..=100.0).contains(&percent) {
                return Err(bad());
            }
            tolerance.share = (percent * 1000.0) as u64;
        }
        "ip_version" | "local_ip" | "remote_ip" | "gateway_ip" | "bind_port" | "connect_port" => {}
        _ => return Err(unsupported(line, format!("option --{name}"))),
    }
    Ok(())
}

/// Reads a whole number of at most 32 bits.
fn number(text: &str) -> Option<u64> {
    let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => text.parse().ok()?,
    };
    (value <= MAX_NUMBER).then_some(value)
}

/// Reads seconds with at most nine decimals, exactly.
fn seconds(text: &str) -> Option<Span> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    if whole > MAX_SECONDS || fraction.len() > 9 {
        return None;
    }
    let nanos: u64 = format!("{fraction:0<9}").parse().ok()?;
    Some(Span::from_nanos(whole * 1_000_000_000 + nanos))
}

struct Parser {
    tokens: Vec<Spanned>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|spanned| &spanned.token)
    }

    /// Returns the line of the next token, or of the last one.
    fn line(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |spanned| spanned.line)
    }

    fn expected(&self, what: &str) -> Problem {
        let found = self.peek().map_or_else(|| "the end".to_owned(), Token::describe);
        malformed(self.line(), format!("expected {what}, found {found}"))
    }

    fn next(&mut self, what: &str) -> Result<Token, Problem> {
        let token = self.peek().cloned().ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(token)
    }

    fn skip(&mut self, token: &Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn skip_sign(&mut self, sign: char) -> bool {
        self.skip(&Token::Sign(sign))
    }

    fn sign(&mut self, sign: char) -> Result<(), Problem> {
        if self.skip_sign(sign) { Ok(()) } else { Err(self.expected(&format!("\"{sign}\""))) }
    }

    fn skip_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(text)) if text == word);
        self.at += usize::from(found);
        found
    }

    fn number(&mut self, what: &str) -> Result<u64, Problem> {
        let value = match self.peek() {
            Some(Token::Number(text)) => number(text),
            _ => None,
        };
        let value = value.ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(value)
    }

    fn seconds(&mut self) -> Result<Span, Problem> {
        let value = match self.peek() {
            Some(Token::Number(text)) => seconds(text),
            _ => None,
        };
        let value = value.ok_or_else(|| self.expected("a time in seconds"))?;
        self.at += 1;
        Ok(value)
    }

    fn event(&mut self) -> Result<Event, Problem> {
        let line = self.line();
        let when = self.when()?;
        let action = match self.next("an event")? {
            Token::Sign('<') => Action::Receive(self.packet()?),
            Token::Sign('>') => Action::Expect(self.packet()?),
            Token::Command(command) => Action::Command(command),
            Token::Code(text) => {
                let line = self.tokens[self.at - 1].line;
                Action::Code(code::parse(&text, line)?)
            }
            Token::Word(name) => Action::Call(self.call(name)?),
            _ => {
                self.at -= 1;
                return Err(self.expected("a packet, a system call, a command or a code block"));
            }
        };
        Ok(Event { line, when, action })
    }

    fn when(&mut self) -> Result<When, Problem> {
        if self.skip_sign('*') {
            return Ok(When::AnyTime);
        }
        let relative = self.skip_sign('+');
        let start = self.seconds()?;
        let mut end = start;
        if self.skip_sign('~') {
            self.skip_sign('+');
            end = self.seconds()?;
            if end < start {
                return Err(malformed(self.line(), "this range of times ends before it starts"));
            }
        } else if self.skip(&Token::Ellipsis) {
            // The arrivals determine when a blocking call returns, so its end is ignored.
            self.skip_sign('+');
            self.seconds()?;
        }
        Ok(if relative { When::After(start, end) } else { When::At(start, end) })
    }

    fn packet(&mut self) -> Result<Packet, Problem> {
        let line = self.line();
        let ecn = if self.skip_sign('[') { Some(self.ecn()?) } else { None };
        if self.peek() == Some(&Token::Sign('(')) {
            return Err(unsupported(line, "IP header fields other than ECN"));
        }
        let flags = self.flags()?;
        let start = self.number("a sequence number")?;
        self.sign(':')?;
        let end = self.number("a sequence number")?;
        self.sign('(')?;
        let length = self.number("a length")?;
        self.sign(')')?;
        if start.checked_add(length) != Some(end) {
            return Err(malformed(line, format!("{start}:{end} is not {length} bytes")));
        }
        let mut packet = Packet { ecn, flags, start, end, ..Packet::default() };
        if self.skip_word("ack") {
            packet.ack = Some(self.number("an acknowledgement number")?);
        }
        if self.skip_word("win") {
            packet.window = Some(self.number("a window")?);
        }
        if self.skip_word("urg") {
            return Err(unsupported(line, "urgent data"));
        }
        if self.skip_sign('<') {
            packet.options = self.options()?;
        }
        if flags.ack != packet.ack.is_some() {
            return Err(malformed(
                line,
                "the flag \".\" and an acknowledgement number go together",
            ));
        }
        Ok(packet)
    }

    fn ecn(&mut self) -> Result<Ecn, Problem> {
        let line = self.line();
        let field = match self.next("an ECN field")? {
            Token::Word(word) if word == "noecn" => Ecn::NotEct,
            Token::Word(word) if word == "ect0" => Ecn::Ect0,
            Token::Word(word) if word == "ect1" => Ecn::Ect1,
            Token::Word(word) if word == "ce" => Ecn::Ce,
            other => return Err(unsupported(line, format!("ECN field {}", other.describe()))),
        };
        self.sign(']')?;
        Ok(field)
    }

    fn flags(&mut self) -> Result<Flags, Problem> {
        let mut flags = Flags::default();
        let line = self.line();
        let letters = match self.peek() {
            Some(Token::Word(word)) => word.clone(),
            Some(Token::Sign('.')) => String::new(),
            _ => return Err(self.expected("TCP flags")),
        };
        self.at += usize::from(!letters.is_empty());
        if letters.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err(unsupported(line, format!("{letters} packets")));
        }
        for letter in letters.chars() {
            match letter {
                'S' => flags.syn = true,
                'F' => flags.fin = true,
                'R' => flags.reset = true,
                'P' => flags.push = true,
                'E' => flags.ece = true,
                'W' => flags.cwr = true,
                _ => return Err(malformed(line, format!("\"{letter}\" is not a TCP flag"))),
            }
        }
        flags.ack = self.skip_sign('.');
        Ok(flags)
    }

    /// Reads the options after `<`.
    fn options(&mut self) -> Result<Options, Problem> {
        let mut options = Options::default();
        if self.skip(&Token::Ellipsis) {
            self.sign('>')?;
            return Ok(options);
        }
        loop {
            let line = self.line();
            match self.next("a TCP option")? {
                Token::Word(word) => match word.as_str() {
                    "nop" | "eol" => {}
                    "sackOK" => options.sack_permitted = true,
                    "mss" => options.mss = Some(self.number("a segment size")?),
                    "wscale" => {
                        // RFC 7323, section 2.3.
                        let shift = self.number("a shift")?;
                        let shift = u32::try_from(shift).ok().filter(|&shift| shift <= 14);
                        let bad = || malformed(line, "the window scale is at most 14");
                        options.window_scale = Some(shift.ok_or_else(bad)?);
                    }
                    "TS" => self.timestamps(&mut options)?,
                    "sack" => self.sack_blocks(&mut options)?,
                    other => return Err(unsupported(line, format!("TCP option {other}"))),
                },
                _ => {
                    self.at -= 1;
                    return Err(self.expected("a TCP option"));
                }
            }
            if self.skip_sign('>') {
                return Ok(options);
            }
            self.sign(',')?;
        }
    }

    fn timestamps(&mut self, options: &mut Options) -> Result<(), Problem> {
        for word in ["val", "ecr"] {
            if !self.skip_word(word) {
                return Err(self.expected(&format!("\"{word}\"")));
            }
            self.number("a timestamp")?;
        }
        options.timestamps = true;
        Ok(())
    }

    fn sack_blocks(&mut self, options: &mut Options) -> Result<(), Problem> {
        while matches!(self.peek(), Some(Token::Number(_))) {
            let line = self.line();
            let start = self.number("the start of a SACK block")?;
            self.sign(':')?;
            let end = self.number("the end of a SACK block")?;
            if start >= end {
                return Err(malformed(line, format!("SACK block {start}:{end} is empty")));
            }
            options.sacks.push((start, end));
        }
        if options.sacks.is_empty() { Err(self.expected("a SACK block")) } else { Ok(()) }
    }

    fn call(&mut self, name: String) -> Result<Call, Problem> {
        self.sign('(')?;
        let mut arguments = Vec::new();
        while !self.skip_sign(')') {
            arguments.push(self.argument()?);
            if self.peek() != Some(&Token::Sign(')')) {
                self.sign(',')?;
            }
        }
        self.sign('=')?;
        let negative = self.skip_sign('-');
        let result = self.number("a result")? as i64;
        // The name of an error and its explanation.
        if matches!(self.peek(), Some(Token::Word(_))) {
            self.at += 1;
        }
        if self.skip_sign('(') {
            while !self.skip_sign(')') {
                self.next("\")\"")?;
            }
        }
        Ok(Call { name, arguments, result: if negative { -result } else { result } })
    }

    fn argument(&mut self) -> Result<Argument, Problem> {
        let start = self.at;
        let mut depth = 0u32;
        loop {
            match self.peek() {
                Some(Token::Sign(',' | ')')) if depth == 0 => break,
                Some(Token::Sign('(' | '[' | '{')) => depth += 1,
                Some(Token::Sign(')' | ']' | '}')) => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Err(self.expected("an argument")),
                },
                Some(_) => {}
                None => return Err(self.expected("an argument")),
            }
            self.at += 1;
        }
        let tokens: Vec<_> = self.tokens[start..self.at].iter().map(|s| &s.token).collect();
        Ok(match tokens[..] {
            [] => return Err(self.expected("an argument")),
            [Token::Number(text)] => Argument::Number(self.argument_number(text)?),
            [Token::Sign('-'), Token::Number(text)] => {
                Argument::Number(-self.argument_number(text)?)
            }
            [Token::Word(name)] => Argument::Name(name.clone()),
            [Token::Text(text)] => Argument::Text(text.clone()),
            _ => Argument::Other,
        })
    }

    fn argument_number(&self, text: &str) -> Result<i64, Problem> {
        let value = number(text).and_then(|value| i64::try_from(value).ok());
        value.ok_or_else(|| malformed(self.line(), format!("\"{text}\" is not a whole number")))
    }
}
