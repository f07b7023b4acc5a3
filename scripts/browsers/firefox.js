// A stock Firefox, driven through WebDriver BiDi (w3c.github.io/webdriver-bidi).

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Firefox prints the address of its BiDi server within this time. */
const START_MS = 60_000;

/** @returns {Generator<string>} paths where a Firefox may be, the first choice first */
function* candidates() {
  const chosen = process.env['AQM_FIREFOX'];
  if (chosen !== undefined) {
    yield chosen;
    return;
  }
  for (const folder of (process.env['PATH'] ?? '').split(delimiter))
    for (const name of ['firefox', 'firefox-esr', 'firefox.exe']) yield join(folder, name);
  yield '/Applications/Firefox.app/Contents/MacOS/firefox';
}

/** @returns {{ path: string, version: string } | null} a Firefox that starts */
export function findFirefox() {
  for (const path of candidates()) {
    if (!existsSync(path)) continue;
    try {
      const said = execFileSync(path, ['--version'], { stdio: 'pipe', timeout: 30_000 }).toString();
      const version = said.match(/Firefox ([\d.]+)/)?.[1];
      if (version !== undefined) return { path, version };
    } catch {
      // The next candidate may start.
    }
  }
  return null;
}

/** One tab of a headless Firefox with an empty profile. */
export class Firefox {
  /** @type {import('node:child_process').ChildProcess} */
  #process;
  #profile;
  /** @type {import('ws').WebSocket} */
  #socket;
  #lastId = 0;
  /** @type {Map<number, { settle: (result: any) => void, fail: (error: Error) => void }>} */
  #pending = new Map();
  #tab = '';
  version = '';

  /** @param {import('node:child_process').ChildProcess} process @param {string} profile @param {import('ws').WebSocket} socket */
  constructor(process, profile, socket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on('message', (data) => {
      const { id, result, error, message } = JSON.parse(String(data));
      const call = this.#pending.get(id);
      if (call === undefined) return; // An event.
      this.#pending.delete(id);
      if (error === undefined) call.settle(result);
      else call.fail(new Error(`${error}: ${message}`));
    });
    socket.on('close', () => {
      for (const { fail } of this.#pending.values()) fail(new Error('Firefox ended'));
    });
  }

  /** @param {{ path: string, version: string }} found */
  static async start({ path, version }) {
    const profile = mkdtempSync(join(tmpdir(), 'aqm-firefox-'));
    const child = spawn(
      path,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    try {
      const { WebSocket } = await import('ws'); // Not before the packages are installed.
      const socket = new WebSocket(`${await bidiAddress(child)}/session`);
      await new Promise((settle, fail) => socket.once('open', settle).once('error', fail));
      const firefox = new Firefox(child, profile, socket);
      firefox.version = version;
      await firefox.#send('session.new', { capabilities: {} });
      const { contexts } = await firefox.#send('browsingContext.getTree', {});
      firefox.#tab = contexts[0].context;
      return firefox;
    } catch (error) {
      child.kill();
      rmSync(profile, { recursive: true, force: true });
      throw error;
    }
  }

  /** @param {string} url */
  async open(url) {
    await this.#send('browsingContext.navigate', { context: this.#tab, url, wait: 'complete' });
  }

  /**
   * Calls a function in the page with one argument; both that and the result go as JSON.
   *
   * @template A, R
   * @param {(argument: A) => Promise<R>} code
   * @param {A} argument
   * @returns {Promise<R>}
   */
  async call(code, argument) {
    const { result, exceptionDetails } = await this.#send('script.callFunction', {
      functionDeclaration: `async (json) => JSON.stringify(await (${code})(JSON.parse(json)))`,
      arguments: [{ type: 'string', value: JSON.stringify(argument) }],
      target: { context: this.#tab },
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }

  /** Ends the browser and removes its profile. */
  async close() {
    const ended = new Promise((settle) => this.#process.once('exit', settle));
    this.#process.kill();
    await ended;
    rmSync(this.#profile, { recursive: true, force: true });
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  #send(method, params) {
    const id = ++this.#lastId;
    return new Promise((settle, fail) => {
      this.#pending.set(id, { settle, fail });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
function bidiAddress(child) {
  return new Promise((settle, fail) => {
    let said = '';
    const timer = setTimeout(
      () => fail(new Error(`Firefox opened no BiDi server within ${START_MS / 1000} s: ${said}`)),
      START_MS,
    );
    child.once('exit', () => fail(new Error(`Firefox did not start: ${said}`)));
    child.stderr?.on('data', (data) => {
      said += String(data);
      const address = said.match(/WebDriver BiDi listening on (ws:\S+)/)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      settle(address);
    });
  });
}
