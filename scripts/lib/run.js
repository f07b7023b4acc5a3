import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { childEnv, nodeModules, root } from './paths.js';
import { progress, Stop } from './steps.js';

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** On POSIX systems a child leads a group of processes, which ends with it. Windows has no such groups. */
const groups = process.platform !== 'win32';

/** Ends all processes that this command started, their descendants, and no others. @param {NodeJS.Signals} signal */
export function endChildren(signal) {
  for (const child of children) {
    if (!groups || child.pid === undefined) child.kill(signal);
    else {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The process has ended already.
      }
    }
  }
}

/** Waits for work that goes on side by side. After a failure the other programs end, too. @param {Promise<unknown>[]} work */
export async function together(work) {
  try {
    await Promise.all(work);
  } catch (error) {
    endChildren('SIGTERM');
    throw error;
  }
}

// Ctrl-C reaches only this command's own process group.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    endChildren(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

/** The nice value of the programs that the current work starts. @type {AsyncLocalStorage<number>} */
const niceness = new AsyncLocalStorage();

/**
 * Does work whose programs leave the processor to others, the more the higher their nice value.
 *
 * @template T
 * @param {number} value 0 (normal) to 19
 * @param {() => Promise<T>} work
 */
export const withNiceness = (value, work) => niceness.run(value, work);

/** Lowers the priority of a process that has just started; its children inherit it. @param {number} pid @param {number} value */
function lower(pid, value) {
  try {
    setPriority(pid, Math.max(value, getPriority()));
    // Linux shares time between groups first, and each child leads its own (sched(7), "The autogroup feature").
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(value));
  } catch {
    // The process has ended already, or this kernel has no such groups.
  }
}

/**
 * @typedef {object} Options
 * @property {Record<string, string>} [env] variables beside those of every child
 * @property {boolean} [shell]
 * @property {string} [cwd] folder to run in; the repository's root if it is missing
 *
 * @typedef {object} Result
 * @property {number} code exit code; 127 when the program does not exist
 * @property {string} output standard output and error, in the order of arrival
 */

/**
 * Runs a program and collects what it prints.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export function capture(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: { ...childEnv, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: options.shell ?? false,
      detached: groups,
    });
    children.add(child);
    const nice = niceness.getStore() ?? 0;
    if (nice > 0 && child.pid !== undefined) lower(child.pid, nice);
    let output = '';
    /** @param {string} text */
    const take = (text) => {
      output += text;
      const last = text
        .trimEnd()
        .split(/[\r\n]/)
        .at(-1);
      if (last !== undefined && last !== '') progress(last);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.on('error', (error) => {
      children.delete(child);
      resolve({ code: 127, output: String(error) });
    });
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Matches the messages of npm, cargo, rustup and apt about an unreachable registry. */
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|could not resolve host|couldn't connect|failed to (download|fetch)|could not download|download of config\.json failed|spurious network|network is unreachable/i;

/**
 * Runs a program and throws if it fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {Options & { cure: string }} options `cure`: the sentence for the user when it fails
 */
export async function must(program, args, { cure, ...options }) {
  const { code, output } = await capture(program, args, options);
  if (code === 0) return output;
  const offline = unreachable.test(output)
    ? ' The registry could not be reached. Check the network.'
    : '';
  throw new Stop(`${cure}${offline}`, output);
}

/**
 * Returns the command line of a program that an npm package contains, for use without a shell.
 *
 * @param {string} script path below node_modules
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export const nodeTool = (script, args) => [process.execPath, [join(nodeModules, script), ...args]];
