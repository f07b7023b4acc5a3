// WebKitGTK's MiniBrowser, driven through WebDriver (w3.org/TR/webdriver2) on a display without a screen.

import { spawn, spawnSync } from 'node:child_process';
import { freePort } from '../lib/port.js';

/** The driver answers within this time. */
const START_MS = 60_000;

/** Debian's packages: the driver, which brings MiniBrowser, and a display without a screen. */
export const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];

const DRIVER = 'WebKitWebDriver';
const DISPLAY = 'Xvfb';

/** @param {string} program */
const starts = (program) => spawnSync(program, ['-help'], { timeout: 30_000 }).error === undefined;

/** Returns whether the driver and the display are installed. */
export const hasWebkit = () => starts(DRIVER) && starts(DISPLAY);

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((settle) => child.once('exit', settle));
  child.kill();
  await ended;
}

/** One window of MiniBrowser; in automation it keeps nothing on the disk. */
export class Webkit {
  version = '';
  /** @type {import('node:child_process').ChildProcess[]} the display, then the driver */
  #children = [];
  #address = '';
  #session = '';

  /** Starts the display, the driver and the browser. */
  static async start() {
    const webkit = new Webkit();
    try {
      await webkit.#start();
      return webkit;
    } catch (error) {
      await webkit.close();
      throw error;
    }
  }

  async #start() {
    const screen = ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-displayfd', '3'];
    const x = spawn(DISPLAY, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    this.#children.push(x);
    const display = await firstLine(x, /** @type {import('node:stream').Readable} */ (x.stdio[3]));
    const port = await freePort();
    this.#address = `http://127.0.0.1:${port}`;
    const driver = spawn(DRIVER, ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
    });
    this.#children.push(driver);
    await this.#answers(driver);
    const { sessionId, capabilities } = await this.#send('POST', '/session', { capabilities: {} });
    this.#session = `/session/${sessionId}`;
    this.version = capabilities.browserVersion;
    await this.#send('POST', `${this.#session}/timeouts`, { script: 300_000 });
  }

  /** @param {import('node:child_process').ChildProcess} driver */
  async #answers(driver) {
    const last = performance.now() + START_MS;
    for (;;) {
      try {
        return await this.#send('GET', '/status');
      } catch (error) {
        if (driver.exitCode !== null || performance.now() > last)
          throw new Error(`${DRIVER} did not start`, { cause: error });
        await new Promise((settle) => setTimeout(settle, 50));
      }
    }
  }

  /** @param {string} url */
  async open(url) {
    await this.#send('POST', `${this.#session}/url`, { url });
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
    const script = `const [json, done] = arguments;
      (async () => JSON.stringify(await (${code})(JSON.parse(json))))()
        .then((text) => done({ text }), (error) => done({ failed: String(error) }));`;
    const { text, failed } = await this.#send('POST', `${this.#session}/execute/async`, {
      script,
      args: [JSON.stringify(argument)],
    });
    if (failed !== undefined) throw new Error(failed);
    return JSON.parse(text);
  }

  /** Ends the browser, the driver and the display. */
  async close() {
    if (this.#session !== '') await this.#send('DELETE', this.#session).catch(() => {});
    for (const child of this.#children.toReversed()) await end(child);
  }

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  async #send(method, path, body) {
    const answer = await fetch(this.#address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = /** @type {{ value: any }} */ (await answer.json());
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
}

/** @param {import('node:child_process').ChildProcess} child @param {import('node:stream').Readable} output */
function firstLine(child, output) {
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`${DISPLAY} ended with exit code ${code}`)));
    output.once('data', (data) => settle(String(data).trim()));
  });
}
