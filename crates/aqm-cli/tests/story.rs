//! `aqm story`, and `aqm check` of stories.

use crate::common::{aqm, failure, output};

const STORY: &str = "---
title: A story
audience: Everybody
point: A point.
---

## A step

```json
{ \"durationS\": 6, \"link\": { \"rateMbps\": 5, \"rttMs\": 20, \"buffer\": { \"packets\": 40 } },
  \"queues\": [{ \"kind\": \"droptail\" }], \"traffic\": [{ \"kind\": \"bulk\" }] }
```

One download.

### Guess: Is the link busy?

- [ ] No
- [x] Yes

### Answer

The link is busy for {utilization from 2 to 6 s; 50 to 100}. A packet waits {queueDelayMs.mean}.
";

#[test]
fn story_prints_each_number_with_its_verdict() {
    let text = output(&["story", "-", "--seeds", "2"], STORY);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "standard input: A story");
    assert!(lines[1].starts_with("  step 1, line 23: ") && lines[1].contains("  ok  {utilization"));
    assert!(lines[2].contains("  no bounds  {queueDelayMs.mean}"), "{text}");
    assert_eq!(output(&["story", "-", "--failed"], STORY), "");
}

#[test]
fn story_fails_if_a_number_is_out_of_its_bounds() {
    let wrong = STORY.replace("50 to 100", "1 to 2");
    let result = aqm(&["story", "-", "--failed"], &wrong);
    let text = String::from_utf8(result.stdout).unwrap();
    assert_eq!(result.status.code(), Some(1));
    assert!(text.contains("OUT OF BOUNDS") && !text.contains("no bounds"), "{text}");
}

#[test]
fn check_names_the_lines_of_a_story() {
    assert_eq!(
        output(&["check", "-"], STORY),
        "standard input: ok; 1 steps, 2 numbers, 1 without bounds\n"
    );
    let (code, errors) = failure(&["check", "-"], &STORY.replace("- [x]", "- [ ]"));
    assert_eq!(code, 1);
    assert_eq!(
        errors,
        "standard input: line 16 begins a guess without exactly one right option, '- [x]'.\n"
    );
    let (code, errors) = failure(&["run", "-"], STORY);
    assert_eq!(code, 1, "{errors}");
}
