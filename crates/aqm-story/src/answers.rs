//! The story as the page gets it.

use crate::text::{Piece, Text};
use crate::{Asked, Claim, Quantity, Step, Story};
use aqm_json::Value;
use aqm_json::answer;
use aqm_json::answer::{Answer as _, Types};
use aqm_report::golden::Golden;
use aqm_scenario::Scenario;

answer! {
    /// A story.
    pub struct StoryDocument {
        /// Title.
        "title" title: String,
        /// For whom it is.
        "audience" audience: String,
        /// Its point in one sentence.
        "point" point: String,
        /// Where the experiment or the idea comes from; may be empty.
        "source" source: String,
        /// Language of the texts (BCP 47).
        "language" language: String,
        /// The challenge that follows it.
        "challenge" challenge: Option<StoryChallenge>,
        /// The steps in order.
        "steps" steps: Vec<StoryStep>,
    }

    /// A challenge that follows a story.
    pub struct StoryChallenge {
        /// Title.
        "title" title: String,
        /// JSON of the scenario.
        "scenario" scenario: String,
    }

    /// A step of a story.
    pub struct StoryStep {
        /// Title.
        "title" title: String,
        /// JSON of the scenario.
        "scenario" scenario: String,
        /// Ids of the plots, the large one first.
        "views" views: Vec<String>,
        /// Visible time, s.
        "window" window: [f64; 2],
        /// Time from which the plots are hidden until there is a guess, s.
        "guessAtS" guess_at_s: f64,
        /// The time that the numbers of the lanes describe, s: with the answer.
        "numbers" numbers: [f64; 2],
        /// The lanes have their names and colours before the guess.
        "isNamed" is_named: bool,
        /// The axis of the large plot is linear.
        "isLinear" is_linear: bool,
        /// Index of the lane whose inside is open when the state is opened.
        "inspect" inspect: Option<usize>,
        /// The queue view is open when the state is opened.
        "queue" queue: bool,
        /// One or two sentences.
        "lead" lead: Vec<Vec<StoryPiece>>,
        /// The question.
        "question" question: String,
        /// The options; none if a line is drawn.
        "options" options: Vec<StoryOption>,
        /// Title of the answer.
        "answerTitle" answer_title: String,
        /// The answer.
        "answer" answer: Vec<Vec<StoryPiece>>,
        /// What to try afterwards.
        "attempt" attempt: Option<StoryAttempt>,
        /// What only the lecturer sees, in the window of notes.
        "notes" notes: Vec<Vec<StoryPiece>>,
        /// The numbers of all texts.
        "claims" claims: Vec<StoryClaim>,
        /// The number that is asked for; null if nothing is measured.
        "asked" asked: Option<StoryAsked>,
    }

    /// The number that a step asks for, of every lane.
    pub struct StoryAsked {
        /// The measure in words: "mean delay".
        "what" what: String,
        /// Name of the measure within its scope: "queueDelayMs.mean".
        "measure" measure: String,
        /// Section of docs/metrics.md that defines it.
        "section" section: String,
        /// Index of the traffic group that is measured.
        "group" group: Option<usize>,
        /// The measured time, s.
        "span" span: [f64; 2],
        /// Index of the lane that the question is about.
        "lane" lane: usize,
        /// Unit behind the number; may be empty.
        "unit" unit: String,
        /// It is a count.
        "isWhole" is_whole: bool,
        /// The same number in other runs.
        "others" others: Vec<StoryOther>,
    }

    /// Another run that a step compares with its state.
    pub struct StoryOther {
        /// Index of its number among the claims.
        "claim" claim: usize,
        /// Index of the lane.
        "lane" lane: usize,
        /// JSON of the scenario.
        "scenario" scenario: String,
        /// What differs from the state.
        "changes" changes: Vec<StoryChange>,
    }

    /// A field of a scenario with another value.
    pub struct StoryChange {
        /// Path of the field: `link.buffer.packets`.
        "path" path: String,
        /// JSON of the value.
        "value" value: String,
    }

    /// An option of a guess.
    pub struct StoryOption {
        /// The option.
        "text" text: Vec<StoryPiece>,
        /// Why it tempts, or why it is right.
        "why" why: Vec<StoryPiece>,
        /// It is the right one.
        "isRight" is_right: bool,
        /// Index of the number that is shown beside it with the answer.
        "claim" claim: Option<usize>,
    }

    /// Something to try.
    pub struct StoryAttempt {
        /// Title; may be empty.
        "title" title: String,
        /// What to do, and what happens then.
        "text" text: Vec<Vec<StoryPiece>>,
        /// Path of the field to change: `link.buffer.packets`; empty without one.
        "path" path: String,
        /// JSON of the value to try.
        "value" value: String,
        /// JSON of the state with this value: the numbers of the text are about it. Empty without a control.
        "scenario" scenario: String,
    }

    /// A part of a paragraph.
    pub struct StoryPiece {
        /// What it is.
        "kind" kind: &'static str = "text" | "strong" | "emphasis" | "code" | "link" | "claim",
        /// The text; empty for a claim.
        "text" text: String,
        /// Address of a link.
        "href" href: String,
        /// Index of the claim.
        "claim" claim: usize,
    }

    /// A number that is computed from the run.
    pub struct StoryClaim {
        /// What stands between the braces.
        "source" source: String,
        /// Unit behind the number; may be empty.
        "unit" unit: String,
        /// It is a count.
        "isWhole" is_whole: bool,
    }

    /// A story in the list of the page.
    pub struct StoryEntry {
        /// Name of the file without `.md`.
        "name" name: String,
        /// Title.
        "title" title: String,
        /// Its point in one sentence.
        "point" point: String,
        /// For whom it is.
        "audience" audience: String,
        /// Where the experiment or the idea comes from; may be empty.
        "source" source: String,
        /// What it shows.
        "tags" tags: Vec<String>,
        /// Number of steps.
        "steps" steps: usize,
        /// The run of its first step: the picture of each lane.
        "picture" picture: Vec<String>,
        /// Kinds of the lanes in the picture.
        "lanes" lanes: Vec<String>,
        /// Kinds of the lanes of all steps, each once.
        "kinds" kinds: Vec<String>,
    }
}

/// Returns the story as JSON of [`StoryDocument`].
pub fn document(story: &Story) -> String {
    let document = StoryDocument {
        title: story.title.clone(),
        audience: story.audience.clone(),
        point: story.point.clone(),
        source: story.source.clone(),
        language: story.language.clone(),
        challenge: story.challenge.as_ref().map(|challenge| StoryChallenge {
            title: challenge.title.clone(),
            scenario: challenge.to_json(),
        }),
        steps: story.steps.iter().map(step).collect(),
    };
    document.to_json().to_compact()
}

fn step(step: &Step) -> StoryStep {
    let display = &step.display;
    let scenario = step.scenario.as_ref();
    let end = scenario.map_or(1.0, |scenario| scenario.duration_s);
    let window = display.window.unwrap_or((0.0, end));
    let warmup = scenario.map_or(0.0, |scenario| scenario.warmup_s);
    let numbers =
        display.numbers.unwrap_or((display.guess_at_s.max(warmup).min(window.1), window.1));
    let views = if display.views.is_empty() {
        vec!["queue-delay".to_owned(), "utilization".to_owned()]
    } else {
        display.views.clone()
    };
    let title = if step.answer_title.is_empty() { &step.title } else { &step.answer_title };
    let options = step.guess.options.iter().map(|option| StoryOption {
        text: option.text.0.first().map(|text| pieces(text)).unwrap_or_default(),
        why: option.why.0.first().map(|text| pieces(text)).unwrap_or_default(),
        is_right: option.is_right,
        claim: option.claim,
    });
    StoryStep {
        title: step.title.clone(),
        scenario: scenario.map(|scenario| scenario.to_json()).unwrap_or_default(),
        views,
        window: [window.0, window.1],
        guess_at_s: display.guess_at_s,
        numbers: [numbers.0, numbers.1],
        is_named: display.is_named,
        is_linear: display.is_linear,
        inspect: display.inspect,
        queue: display.queue,
        lead: paragraphs(&step.lead),
        question: step.guess.question.clone(),
        options: options.collect(),
        answer_title: title.clone(),
        answer: paragraphs(&step.answer),
        attempt: step.attempt.as_ref().map(|(title, text, control)| StoryAttempt {
            title: title.clone(),
            text: paragraphs(text),
            path: control.as_ref().map(|control| control.path.clone()).unwrap_or_default(),
            value: control.as_ref().map(|control| control.value.to_compact()).unwrap_or_default(),
            scenario: control
                .as_ref()
                .and_then(|control| control.scenario.as_ref())
                .map(|scenario| scenario.to_json())
                .unwrap_or_default(),
        }),
        notes: paragraphs(&step.notes),
        claims: step.claims.iter().map(claim).collect(),
        asked: step.asked.as_ref().and_then(|asked| self::asked(asked, &step.claims)),
    }
}

fn asked(asked: &Asked, claims: &[Claim]) -> Option<StoryAsked> {
    let Asked { lane, group, claims: of_lanes, others } = asked;
    let first = of_lanes.first()?;
    let Quantity::Measured(measured) = &first.quantity else { return None };
    let change = |(path, value): &(String, Value)| StoryChange {
        path: path.clone(),
        value: value.to_compact(),
    };
    let other = |index: &usize| {
        let Claim { lane, scenario, set, .. } = &claims[*index];
        Some(StoryOther {
            claim: *index,
            lane: *lane,
            scenario: scenario.as_ref()?.to_json(),
            changes: set.iter().map(change).collect(),
        })
    };
    Some(StoryAsked {
        what: measured.title().to_owned(),
        measure: measured.name().to_owned(),
        section: measured.about().section.to_owned(),
        group: *group,
        span: [first.from_s, first.to_s],
        lane: *lane,
        unit: first.unit.to_owned(),
        is_whole: first.is_whole,
        others: others.iter().filter_map(other).collect(),
    })
}

fn claim(claim: &Claim) -> StoryClaim {
    StoryClaim {
        source: claim.source.clone(),
        unit: claim.unit.to_owned(),
        is_whole: claim.is_whole,
    }
}

fn paragraphs(text: &Text) -> Vec<Vec<StoryPiece>> {
    text.0.iter().map(|paragraph| pieces(paragraph)).collect()
}

fn pieces(paragraph: &[Piece]) -> Vec<StoryPiece> {
    let piece = |kind, text: &str| StoryPiece {
        kind,
        text: text.to_owned(),
        href: String::new(),
        claim: 0,
    };
    let one = |one: &Piece| match one {
        Piece::Plain(text) => piece("text", text),
        Piece::Strong(text) => piece("strong", text),
        Piece::Emphasis(text) => piece("emphasis", text),
        Piece::Code(text) => piece("code", text),
        Piece::Link(text, href) => StoryPiece { href: href.clone(), ..piece("link", text) },
        Piece::Claim(index) => StoryPiece { claim: *index, ..piece("claim", "") },
    };
    paragraph.iter().map(one).collect()
}

/// Returns the entry of a story in the list of the page. Runs the state of its first step for the picture.
pub fn entry(name: &str, story: &Story) -> StoryEntry {
    let mut states = story.steps.iter().filter_map(|step| step.scenario.as_ref());
    let kinds_of = |state: &Scenario| -> Vec<String> {
        state.queues.iter().map(|lane| lane.kind().to_owned()).collect()
    };
    let first = states.next();
    let lanes = first.map(kinds_of).unwrap_or_default();
    let mut kinds: Vec<String> = Vec::new();
    for kind in lanes.iter().cloned().chain(states.flat_map(kinds_of)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    StoryEntry {
        name: name.to_owned(),
        title: story.title.clone(),
        point: story.point.clone(),
        audience: story.audience.clone(),
        source: story.source.clone(),
        tags: story.tags.iter().map(|&tag| tag.name().to_owned()).collect(),
        steps: story.steps.len(),
        picture: first.map(|state| Golden::of(state).pictures).unwrap_or_default(),
        lanes,
        kinds,
    }
}

/// Returns the generated files of the page: the types, and the list of stories in their order.
pub fn files(entries: &[StoryEntry]) -> [(&'static str, String); 2] {
    let types = Types::of::<StoryDocument>();
    let list = entries.to_vec();
    [
        ("web/src/sections/story/story.generated.ts", aqm_json::typescript::types(&types)),
        ("web/src/core/content/stories.generated.json", list.to_json().to_pretty()),
    ]
}
