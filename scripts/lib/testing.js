// A separate checkout for a test: these scripts, stubs of all programs, and nothing else of the machine.

import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { root } from './paths.js';

/** A test that needs `sh` and signals. */
export const posixTest = test.skipIf(process.platform === 'win32');

export class Checkout {
  constructor() {
    this.root = mkdtempSync(join(tmpdir(), 'aqm-scripts-'));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    cpSync(join(root, 'scripts'), join(this.root, 'scripts'), { recursive: true });
    this.write('package.json', '{ "type": "module" }');
    /** @type {Record<string, string>} */
    this.env = {
      PATH: join(this.root, 'programs'),
      HOME: this.root,
      CARGO_HOME: join(this.root, 'cargo'),
      RUSTUP_HOME: join(this.root, 'rustup'),
    };
  }

  /** @param {string} path @param {string} text */
  write(path, text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** Writes a stub program on PATH, or in another folder. @param {string} name @param {string} script for `sh` */
  program(name, script, folder = 'programs') {
    const path = join(folder, name);
    this.write(path, `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.root, path), 0o755);
  }

  /**
   * Runs code as a command and returns its output.
   *
   * @param {string} code
   * @param {string[]} args of its command line
   * @returns {Promise<string>}
   */
  run(code, ...args) {
    this.write(
      'main.js',
      `import { command } from './scripts/lib/steps.js'; await command(async () => { ${code} });`,
    );
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ['main.js', ...args],
        { cwd: this.root, env: this.env },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
  }
}
