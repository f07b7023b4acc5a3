/** The words of the player, in one place so that they can follow the language of a story. `{name}` is a value. */

export const ENGLISH = {
  /** The language of these words (BCP 47). */
  language: 'en',

  // The place in the story.
  story: 'Story:',
  step: 'step {step} of {steps}',
  steps: 'Steps',
  computing: 'Computing the run.',
  notComputed: 'This step could not be computed: {reason}',

  // The buttons.
  back: 'Back',
  next: 'Next',
  skip: 'Skip the guess',
  reveal: 'Show what happens',
  allStories: 'All stories',
  openLive: 'Open live',
  openLiveHelp: 'Leaves the story and opens this state, with a way back (Esc)',

  // The guess.
  noWrong: 'No wrong answers: a guess makes the next picture stick.',
  keys: 'Keys: 1 to {count}, then Enter.',
  namesLater: 'The lanes get their names afterwards.',
  drawWhere:
    'Draw your line into the hatched part of the plot: with the mouse, with a finger, or with the arrow keys.',
  yourGuess: 'your guess',
  right: 'right',
  hand: '{count} hand',
  hands: '{count} hands',

  // The drawn line.
  drawn: 'Your line is dotted in the plot.',
  error: 'Its mean absolute error is',
  errors: 'Its mean absolute errors are',
  and: 'and',
  from: 'from {lane}',

  // The end.
  end: 'The end',
  scoreAll: '{right} of {asked} guesses were right.',
  scoreSome: 'You answered {guessed} of {asked} questions; {right} of your guesses were right.',
  noGuesses: 'You guessed nothing this time.',
  learned: 'What the steps showed',
  guessedRight: 'guessed right',
  guessedWrong: 'guessed otherwise',
  nextStory: 'Next story: {title}',
  again: 'Begin again',

  // The thing to try.
  nowYou: 'Now you',
  nowYouTo: 'Now you:',

  // The plots and the cards of the lanes.
  lane: 'Lane {number}',
  soFar: 'Lanes {lanes} so far',
  hidden: 'hidden',
  hiddenUntil: 'hidden until you guess',
  hiddenFrom: ', hidden from {time} s until you guess',
  plotOf: '{title} of {lanes}',
  logScale: 'log scale',
  meanFrom: 'numbers: mean from {from} to {to} s',
  numbersFrom: 'numbers: {from} to {to} s',
  before: 'before',
  drawHere: 'draw here',
  yourLine: 'Your line: right draws along the time, up and down change its value',
  table: 'Numbers of this plot',
  time: 'Time, s',
  tableHidden: 'Hidden until you guess.',
  nameHidden: 'name hidden',
  meanDelay: 'mean delay',
  utilization: 'utilization',
  span: '{from} to {to} s',
} as const;

/** The words of a language. */
export type Words = Readonly<Record<keyof typeof ENGLISH, string>>;

/** Returns a text with values in the place of its names in braces. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
