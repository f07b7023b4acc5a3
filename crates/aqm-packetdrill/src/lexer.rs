//! Splits a script into tokens. A shell command, a block of Python or an option line is one token.

use crate::problem::{Problem, malformed};

/// A token without its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// A name: `socket`, `SOCK_STREAM`, `ect0`, and TCP flags.
    Word(String),
    /// `10`, `.105`, `0x7f`, as written.
    Number(String),
    /// `"quoted"`, without the quotes.
    Text(String),
    /// `` `sysctl ...` ``
    Command(String),
    /// `%{ assert ... }%`
    Code(String),
    /// `--name=value`, without the dashes.
    Setting(String),
    /// `...`
    Ellipsis,
    /// Any other character.
    Sign(char),
}

impl Token {
    /// Returns the token as error messages show it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) => format!("\"{text}\""),
            Token::Text(_) => "a string".to_owned(),
            Token::Command(_) => "a command".to_owned(),
            Token::Code(_) => "a code block".to_owned(),
            Token::Setting(name) => format!("\"--{name}\""),
            Token::Ellipsis => "\"...\"".to_owned(),
            Token::Sign(sign) => format!("\"{sign}\""),
        }
    }
}

/// A token and the line it starts on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Spanned {
    pub(crate) token: Token,
    pub(crate) line: usize,
}

/// Returns the tokens of a script.
pub(crate) fn tokenize(text: &str) -> Result<Vec<Spanned>, Problem> {
    let mut lexer = Lexer { rest: text, line: 1 };
    let mut tokens = Vec::new();
    while let Some(spanned) = lexer.next()? {
        tokens.push(spanned);
    }
    Ok(tokens)
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Result<Option<Spanned>, Problem> {
        self.skip_blanks()?;
        let line = self.line;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '`' => Token::Command(self.delimited("`", "`", "command")?.to_owned()),
            '%' if self.rest.starts_with("%{") => {
                Token::Code(self.delimited("%{", "}%", "code block")?.to_owned())
            }
            '"' => Token::Text(self.delimited("\"", "\"", "string")?.to_owned()),
            '-' if self.rest.starts_with("--") => {
                let setting = self.take(|c| c != '\n').trim_end();
                Token::Setting(setting.trim_start_matches('-').to_owned())
            }
            '.' if self.rest.starts_with("...") => {
                self.advance(3);
                Token::Ellipsis
            }
            '0'..='9' | '.' if self.number_length() > 0 => {
                let length = self.number_length();
                Token::Number(self.advance(length).to_owned())
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                Token::Word(self.take(|c| c.is_ascii_alphanumeric() || c == '_').to_owned())
            }
            other => {
                self.advance(other.len_utf8());
                Token::Sign(other)
            }
        };
        Ok(Some(Spanned { token, line }))
    }

    fn skip_blanks(&mut self) -> Result<(), Problem> {
        loop {
            self.take(char::is_whitespace);
            if self.rest.starts_with("//") {
                self.take(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                self.delimited("/*", "*/", "comment")?;
            } else {
                return Ok(());
            }
        }
    }

    /// Returns the length of the number at this position: digits with at most one point, or
    /// hexadecimal. A point without a following digit is not part of it: `0...1` begins with `0`.
    fn number_length(&self) -> usize {
        let bytes = self.rest.as_bytes();
        let digits = |from: usize| {
            bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count()
        };
        if self.rest.starts_with("0x") || self.rest.starts_with("0X") {
            let hex = bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
            return if hex > 0 { 2 + hex } else { 1 };
        }
        let whole = digits(0);
        let fraction = if bytes.get(whole) == Some(&b'.') { digits(whole + 1) } else { 0 };
        whole + if fraction > 0 { 1 + fraction } else { 0 }
    }

    /// Returns the text between two delimiters.
    fn delimited(&mut self, open: &str, close: &str, what: &str) -> Result<&'a str, Problem> {
        let line = self.line;
        self.advance(open.len());
        let Some(length) = self.rest.find(close) else {
            return Err(malformed(line, format!("this {what} has no end")));
        };
        let text = self.advance(length);
        self.advance(close.len());
        Ok(text)
    }

    fn take(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let length = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.advance(length)
    }

    fn advance(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let tokens = tokenize(text).expect("tokens");
        tokens.iter().map(|spanned| spanned.token.describe().replace('"', "")).collect()
    }

    #[test]
    fn a_point_belongs_to_a_number_only_before_a_digit() {
        assert_eq!(shown("+.1 < . 1:1(0)"), ["+", ".1", "<", ".", "1", ":", "1", "(", "0", ")"]);
        assert_eq!(shown("+0...0.010"), ["+", "0", "...", "0.010"]);
        assert_eq!(shown("SE. 0x7f 0xg 1."), ["SE", ".", "0x7f", "0", "xg", "1", "."]);
    }

    #[test]
    fn comments_are_skipped_and_lines_counted() {
        let tokens = tokenize("a // b\n/* c\n */ `d\ne`\n%{ f\n}% g").expect("tokens");
        let lines: Vec<_> = tokens.iter().map(|spanned| spanned.line).collect();
        assert_eq!(lines, [1, 3, 5, 6]);
        assert_eq!(tokens[1].token, Token::Command("d\ne".to_owned()));
        assert_eq!(tokens[2].token, Token::Code(" f\n".to_owned()));
    }

    #[test]
    fn unclosed_delimiters_are_refused() {
        for (text, what) in [
            ("x\n`a", "command"),
            ("\n%{ a", "code block"),
            ("\n/* a", "comment"),
            ("\n\"", "string"),
        ] {
            assert_eq!(tokenize(text), Err(malformed(2, format!("this {what} has no end"))));
        }
    }
}
