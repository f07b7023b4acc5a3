import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnv, nodeModules, root } from './paths.js';
import { progress, Stop } from './steps.js';

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** There a child leads a group of processes, which ends with it; Windows has no such thing. */
const groups = process.platform !== 'win32';

/** Ends what this command started, with all that started in turn, and only that. @param {NodeJS.Signals} signal */
export function endChildren(signal) {
  for (const child of children) {
    if (!groups || child.pid === undefined) child.kill(signal);
    else {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It ended before.
      }
    }
  }
}

// Ctrl-C reaches no group but this command's own.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    endChildren(signal);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

/**
 * @typedef {object} Result
 * @property {number} code exit code; 127 when the program does not exist
 * @property {string} output standard output and error, as they came
 */

/**
 * Runs a program in the repository's root and collects what it prints.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, shell?: boolean }} [options]
 * @returns {Promise<Result>}
 */
export function capture(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...childEnv, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: options.shell ?? false,
      detached: groups,
    });
    children.add(child);
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

/** Looks like a registry that cannot be reached, in the words of npm, cargo, rustup and apt. */
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|could not resolve host|couldn't connect|failed to (download|fetch)|could not download|download of config\.json failed|spurious network|network is unreachable/i;

/**
 * Runs a program that has to succeed.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, shell?: boolean, cure: string }} options `cure`: the
 *   sentence for the user when it fails
 */
export async function must(program, args, { cure, ...options }) {
  const { code, output } = await capture(program, args, options);
  if (code === 0) return output;
  const offline = unreachable.test(output)
    ? ' The registry could not be reached: is the network up?'
    : '';
  throw new Stop(`${cure}${offline}`, output);
}

/**
 * The command line of a program that an npm package ships, without a shell's help.
 *
 * @param {string} script path below node_modules
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export const nodeTool = (script, args) => [process.execPath, [join(nodeModules, script), ...args]];
