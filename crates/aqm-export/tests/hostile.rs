//! A text of a scenario never becomes code of a script. The parsers of the languages read scripts with hostile texts.

use super::{exported, scenario};
use aqm_export::literal::{bash, cpp, python};
use aqm_export::{Header, Target, export};
use aqm_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

const HARMLESS: &str = "A harmless title";

/// Texts that try to leave their place, or that make the text around them mean something else.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "Network coding: RLNC beside CoDel",
        "coding: raw_unicode_escape \\u000aopen(\"x\",\"w\")\\u000araise SystemExit",
        "vim: set fileencoding=utf_7 : +AAo-import os",
        "-*- coding=rot13 -*-",
        "\u{feff}coding: latin-1",
        "a\nimport os\n",
        "a\r\ntouch x\r",
        "a\u{2028}touch x\u{2029}touch y\u{85}touch z\u{b}\u{c}",
        "quotes ' \" ''' \"\"\" ` $' \\' \\\"",
        "$(touch x) `touch x` ${x} !! \\$(touch x)",
        "'; touch x; '",
        "a backslash at the end \\",
        "two \\\\",
        "a trigraph at the end ??/",
        "??/\nint x; ??' ??( ??!??!",
        "*/ int x; /*",
        "R\"(raw)\" u8\"x\" %:include \\N{BULLET} \\x41 \\101 {} {{}} %s",
        "\u{202e}drawkcab\u{202c} \u{2066}isolated\u{2069} \u{200f}",
        "\u{0}zero\u{1}\u{1b}[31m\u{7f}\u{9b}",
        "Łódź 東京 é\\' 😀 \u{e000}\u{10ffff}",
        "EOF\n)\n}\n#endif\n",
        "=1+1 #!/bin/sh # // -- ; --",
    ]
    .map(str::to_owned)
    .into();
    texts.push("x".repeat(100_000));
    texts.push("\\\"'".repeat(20_000));
    texts.push("\u{2028}\n".repeat(20_000));
    texts
}

/// Returns the script of a scenario with this title, whose name of a group and link are the same text.
fn script(title: &str, target: Target) -> String {
    let traffic =
        r#"{ "kind": "bulk", "flows": 2, "name": "N" }, { "kind": "cbr", "rateMbps": 1 }"#;
    let mut one = scenario(r#"{ "kind": "codel" }, { "kind": "duk" }"#, traffic, "", "");
    one.title = title.to_owned();
    one.about = title.to_owned();
    let link = format!("https://host.example/?{title}#v1.abc");
    export(&one, target, &Header { link: Some(&link), version: "1.2.3" }).text
}

/// Returns the standard output of a program; `None` if it is not installed.
fn answer(program: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut started = Command::new(program);
    started.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = started.spawn() else {
        eprintln!("skipped: {program} is missing");
        return None;
    };
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors:.2000}");
    writer.join().expect("the thread ends").expect("the program reads all");
    Some(output.stdout)
}

/// Everything beside the literals is the same, byte for byte. What the literals are, the tests below ask the languages.
#[test]
fn scripts_differ_in_two_literals_only() {
    for &target in Target::ALL {
        let literal: fn(&str) -> String = match target.extension().rsplit('.').next() {
            Some("sh") => bash,
            Some("py") => python,
            Some("cc") => cpp,
            other => panic!("{other:?}"),
        };
        let harmless = script(HARMLESS, target);
        for title in texts() {
            let hostile = script(&title, target);
            assert!(hostile.is_ascii(), "{target:?}: {title:.100}");
            let link = |title: &str| literal(&format!("https://host.example/?{title}#v1.abc"));
            let same = hostile.replacen(&link(&title), &link(HARMLESS), 1).replacen(
                &literal(&title),
                &literal(HARMLESS),
                1,
            );
            assert!(same == harmless, "{target:?}: {title:.100}\n{same:.3000}");
        }
    }
}

#[test]
fn python_reads_the_same_code_under_every_title() {
    let program = "
import ast, json, sys, tokenize, io
def read(script):
    source = script.encode('utf-8')
    assert tokenize.detect_encoding(io.BytesIO(source).readline)[0] == 'utf-8'
    tree = ast.parse(source)
    texts = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and node.targets[0].id in ('TITLE', 'LINK'):
            texts[node.targets[0].id] = node.value.value
            node.value = ast.Constant('')
    return ast.dump(tree), texts
cases = json.load(sys.stdin)
codes = {}
for target, title, script in cases:
    code, texts = read(script)
    assert codes.setdefault(target, code) == code, title[:100]
    assert texts == {'TITLE': title, 'LINK': 'https://host.example/?' + title + '#v1.abc'}, title[:100]
print(len(cases), len(codes))
";
    let mut cases = Vec::new();
    for title in [HARMLESS.to_owned()].into_iter().chain(texts()) {
        for target in [Target::Nest, Target::Mininet] {
            let case = [target.name().to_owned(), title.clone(), script(&title, target)];
            cases.push(Value::Array(case.map(Value::String).into()));
        }
    }
    let expected = format!("{} 2\n", cases.len());
    let input = Value::Array(cases).to_compact();
    if let Some(said) = answer("python3", &["-c", program], input.as_bytes()) {
        assert_eq!(String::from_utf8(said).unwrap(), expected);
    }
}

#[test]
fn bash_reads_the_texts_and_nothing_else() {
    let titles = texts();
    for target in [Target::Tc, Target::Flent] {
        for title in &titles {
            answer("bash", &["-n"], script(title, target).as_bytes());
        }
    }
    // In a locale where the bytes of UTF-8 are halves of other characters, too.
    for locale in ["C", "C.UTF-8", "zh_CN.GBK"] {
        let mut program = format!("LC_ALL={locale}\nprintf '%s\\0'");
        titles.iter().for_each(|title| program.extend([" \\\n", &bash(title)]));
        let expected: String = titles.iter().map(|title| title.replace('\0', "") + "\0").collect();
        if let Some(said) = answer("bash", &[], program.as_bytes()) {
            assert!(said == expected.as_bytes(), "{locale}");
        }
    }
}

/// Needs no headers of ns-3: the compiler reads the literals, and compares them byte by byte.
#[test]
fn cpp_reads_the_texts_and_nothing_else() {
    let mut program = String::from(
        "constexpr bool same(const char* a, const unsigned char* b, unsigned n) {\n    \
         return n == 0 || (static_cast<unsigned char>(*a) == *b && same(a + 1, b + 1, n - 1)); }\n",
    );
    for (number, title) in texts().iter().enumerate() {
        // Constant expressions have a greatest depth.
        let title: String = title.chars().take(100).collect();
        let bytes: Vec<String> = title.bytes().map(|byte| byte.to_string()).collect();
        let count = bytes.len();
        program += &format!(
            "constexpr unsigned char b{number}[] = {{{}}};\nconstexpr const char t{number}[] = {};\n\
             static_assert(sizeof t{number} == {count} + 1 && same(t{number}, b{number}, {count}), \"\");\n",
            bytes.join(", "),
            cpp(&title)
        );
    }
    // C++14 still has trigraphs.
    for standard in ["-std=c++14", "-std=c++17"] {
        let arguments = [standard, "-Werror", "-fsyntax-only", "-x", "c++", "-"];
        answer("g++", &arguments, program.as_bytes());
    }
}

/// Returns a program without comments and literals, as C++14 reads it: trigraphs first, then continued lines.
fn code(program: &str) -> String {
    let text = program.replace("??/", "\\").replace("\\\n", "");
    let mut code = String::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if c == '"' || c == '\'' {
            let mut is_escaped = false;
            let end = rest.char_indices().skip(1).find(|&(_, other)| {
                let ends = other == c && !is_escaped;
                is_escaped = other == '\\' && !is_escaped;
                ends
            });
            code.push(c);
            end.map_or(rest.len(), |(at, _)| at + 1)
        } else {
            code.push(c);
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    code
}

#[test]
fn cpp_has_the_same_code_under_every_title() {
    assert_eq!(code("a /* b */ \"c\\\"d\" // e ??/\nf\ng"), "a  \" \ng");
    let harmless = code(&script(HARMLESS, Target::Ns3));
    assert!(harmless.contains("Lane1()") && harmless.contains("const std::string TITLE = \";"));
    for title in texts() {
        assert!(code(&script(&title, Target::Ns3)) == harmless, "{title:.100}");
    }
}

/// The two inputs with which this was found.
#[test]
fn a_title_cannot_choose_the_encoding_of_a_script() {
    for title in &texts()[..2] {
        for target in [Target::Nest, Target::Mininet] {
            let text = script(title, target);
            let mut lines = text.lines();
            assert_eq!(lines.next(), Some("#!/usr/bin/env python3"));
            assert_eq!(lines.next(), Some("# -*- coding: utf-8 -*-"));
            assert!(
                lines.filter(|line| line.starts_with('#')).all(|line| !line.contains("coding"))
            );
        }
    }
}

#[test]
fn file_names_are_words_of_the_title() {
    for title in texts() {
        let mut one = scenario(r#"{ "kind": "codel" }"#, r#"{ "kind": "bulk" }"#, "", "");
        one.title = title;
        for &target in Target::ALL {
            let name = exported(&one, target).file_name;
            let is_plain =
                |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
            assert!(name.chars().all(is_plain) && name.len() < 80, "{name}");
            assert!(name.starts_with(|c: char| c.is_ascii_alphanumeric()), "{name}");
        }
    }
}
