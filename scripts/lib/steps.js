// The output of a command: one line per step, with its result and its duration.

const terminal = process.stdout.isTTY === true && process.env['CI'] === undefined;
const colour = terminal && process.env['NO_COLOR'] === undefined;
/** A step that lasts longer than this prints its start if the terminal cannot rewrite lines, ms. */
const quietFor = 1500;

/** @param {number} code @param {string} text */
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

/** A failure without a stack trace: one message that says how to fix it. */
export class Stop extends Error {
  /**
   * @param {string} sentence the problem and how to fix it
   * @param {string} [output] what the failed program printed
   */
  constructor(sentence, output = '') {
    super(sentence);
    this.name = 'Stop';
    this.output = output;
  }
}

/** The steps that are running; the terminal shows the latest. @type {{ title: string, started: number }[]} */
const running = [];

/** @param {string} text */
function rewrite(text) {
  const width = (process.stdout.columns || 80) - 1;
  process.stdout.write(`\r\u001b[2K${text.slice(0, width)}`);
}

/** Shows the progress of the running step, if the terminal can rewrite its line. @param {string} text */
export function progress(text) {
  const current = running.at(-1);
  if (!terminal || current === undefined) return;
  rewrite(`… ${current.title}  ${seconds(Date.now() - current.started)}  ${text.trim()}`);
}

/** Prints a separate line while a step is running. @param {string} text */
export function say(text) {
  if (terminal) rewrite('');
  console.log(text);
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * @param {string} mark
 * @param {string} title
 * @param {string} note
 * @param {number} ms
 */
function finish(mark, title, note, ms) {
  if (terminal) rewrite('');
  console.log(`${mark} ${title.padEnd(16)} ${note.padEnd(46)} ${seconds(ms).padStart(8)}`);
}

/**
 * Runs one step and prints its line. A failure is printed in full and rethrown.
 *
 * @param {string} title
 * @param {() => Promise<string | void>} work returns the result in a few words
 */
export async function step(title, work) {
  const started = Date.now();
  const own = { title, started };
  running.push(own);
  progress('');
  const notice = setTimeout(() => {
    if (!terminal) console.log(`… ${title}`);
  }, quietFor);
  try {
    const note = (await work()) ?? '';
    finish(paint(32, '✓'), title, note, Date.now() - started);
  } catch (error) {
    finish(paint(31, '✗'), title, 'failed', Date.now() - started);
    if (error instanceof Stop && error.output !== '') console.log(indent(error.output));
    throw error;
  } finally {
    clearTimeout(notice);
    running.splice(running.indexOf(own), 1);
  }
}

/** @param {string} text */
const indent = (text) => text.trimEnd().replaceAll(/^/gm, '  | ');

/**
 * Runs a command. A `Stop` prints its message and ends with exit code 1.
 *
 * @param {() => Promise<void>} main
 */
export async function command(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exit(1);
  }
}
