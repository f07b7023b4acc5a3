//! RFC 8259, strictly: no comments, no trailing commas, no duplicate members, no numbers beyond
//! the range of an f64.

use super::{Value, number};

/// Deepest nesting that is read. A scenario needs six levels.
pub const MAX_DEPTH: usize = 32;

/// Most members of one object. The search for duplicates takes quadratic time.
pub const MAX_MEMBERS: usize = 1000;

/// The place and the reason why a text is not JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The reason, without a period.
    pub message: &'static str,
}

/// Reads one JSON value that fills the whole of `text`.
pub fn parse(text: &str) -> Result<Value, SyntaxError> {
    let mut parser = Parser { text, at: 0 };
    parser.space();
    let result = parser.value(0).and_then(|value| {
        parser.space();
        match parser.peek() {
            None => Ok(value),
            Some(_) => Err("expected the end of the text"),
        }
    });
    result.map_err(|message| parser.error(message))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

/// The message where no value starts: at NaN, a word without quotes, a comment.
const VALUE: &str =
    "expected a number, a text in double quotes, true, false, null, an object or a list";

/// Reads the value at the current position, or returns the message.
type Read<T> = Result<T, &'static str>;

impl Parser<'_> {
    fn value(&mut self, depth: usize) -> Read<Value> {
        match self.peek() {
            Some(b'{' | b'[') if depth == MAX_DEPTH => {
                Err("lists and objects are nested more than 32 levels deep")
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err(VALUE),
            None => Err("expected a value, but the text ends"),
        }
    }

    fn object(&mut self, depth: usize) -> Read<Value> {
        self.at += 1;
        let mut members: Vec<(String, Value)> = Vec::new();
        self.space();
        if self.take(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(match self.peek() {
                    Some(b'}') => "expected no ',' before '}'",
                    _ => "expected a name in double quotes",
                });
            }
            let start = self.at;
            let name = self.string()?;
            if members.iter().any(|(member, _)| *member == name) {
                self.at = start;
                return Err("this name appears twice in the object");
            }
            if members.len() == MAX_MEMBERS {
                return Err("the object has more than 1000 members");
            }
            self.space();
            if !self.take(b':') {
                return Err("expected ':'");
            }
            self.space();
            let value = self.value(depth + 1)?;
            members.push((name, value));
            self.space();
            if self.take(b'}') {
                return Ok(Value::Object(members));
            }
            if !self.take(b',') {
                return Err("expected ',' or '}'");
            }
        }
    }

    fn array(&mut self, depth: usize) -> Read<Value> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            self.space();
            if self.peek() == Some(b']') {
                return Err("expected no ',' before ']'");
            }
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take(b']') {
                return Ok(Value::Array(items));
            }
            if !self.take(b',') {
                return Err("expected ',' or ']'");
            }
        }
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let start = self.at;
            // Multi-byte characters contain none of these bytes.
            while self.peek().is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..b' ')) {
                self.at += 1;
            }
            string.push_str(self.text.get(start..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some(b'\\') => {
                    self.at += 1;
                    string.push(self.escape()?);
                }
                Some(_) => {
                    return Err("expected an escape such as \\n instead of a control character");
                }
                None => return Err("expected a closing quote, but the text ends"),
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        let escape = self.peek().ok_or("expected a closing quote, but the text ends")?;
        let plain = match escape {
            b'"' | b'\\' | b'/' => char::from(escape),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err("expected one of \" \\ / b f n r t u after the backslash"),
        };
        self.at += 1;
        Ok(plain)
    }

    /// Reads the four hexadecimal digits after `\u`, and those of the second surrogate after a first one.
    fn unicode(&mut self) -> Read<char> {
        let first = self.hex()?;
        let code = match first {
            0xd800..=0xdbff => {
                if !(self.take(b'\\') && self.take(b'u')) {
                    return Err("expected both halves of a surrogate pair");
                }
                match self.hex()? {
                    second @ 0xdc00..=0xdfff => {
                        0x10000 + (((first - 0xd800) << 10) | (second - 0xdc00))
                    }
                    _ => return Err("expected both halves of a surrogate pair"),
                }
            }
            other => other,
        };
        char::from_u32(code).ok_or("expected both halves of a surrogate pair")
    }

    fn hex(&mut self) -> Read<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for &digit in digits {
            let digit = char::from(digit).to_digit(16).ok_or("expected four hexadecimal digits")?;
            code = code << 4 | digit;
        }
        if digits.is_empty() {
            return Err("expected four hexadecimal digits");
        }
        self.at += 4;
        Ok(code)
    }

    /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        number::read(text).map(Value::Number).ok_or_else(|| {
            self.at = start;
            "the number is too large"
        })
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err("expected a digit") } else { Ok(()) }
    }

    fn word(&mut self, word: &str, value: Value) -> Read<Value> {
        if self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()))
        {
            self.at += word.len();
            Ok(value)
        } else {
            Err(VALUE)
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn error(&self, message: &'static str) -> SyntaxError {
        let (mut line, mut column) = (1, 1);
        for &byte in self.text.as_bytes().get(..self.at).unwrap_or_default() {
            if byte == b'\n' {
                line += 1;
                column = 1;
            } else if byte & 0xc0 != 0x80 {
                // The first byte of a character.
                column += 1;
            }
        }
        SyntaxError { line, column, message }
    }
}

#[cfg(test)]
mod tests;
