import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { Checkout, posixTest } from './testing.js';

/** Starts a child that starts a grandchild, and waits for a signal. */
const programs = {
  'main.js': `
    const { capture } = await import('./scripts/lib/run.js');
    if (process.argv[2] === 'server') {
      const { closeOnInterrupt } = await import('./scripts/lib/server.js');
      closeOnInterrupt({ close: async () => {} });
    }
    await capture(process.execPath, ['child.js']);
  `,
  'child.js': `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    const grandchild = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    writeFileSync('pids', [process.pid, grandchild.pid].join(' '));
    setTimeout(() => {}, 60_000);
  `,
};

/** @param {number} pid */
function lives(pid) {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // An ended process that no parent has waited for is a zombie.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s*Z/m.test(readFileSync(status, 'utf8'));
}

for (const [kind, signal, code] of /** @type {const} */ ([
  ['command', 'SIGTERM', 143],
  ['command', 'SIGINT', 130],
  ['server', 'SIGTERM', 0],
  ['server', 'SIGINT', 0],
])) {
  posixTest(`a ${kind} that gets ${signal} ends with all processes it started`, async () => {
    const checkout = new Checkout();
    for (const [name, text] of Object.entries(programs)) checkout.write(name, text);
    const { root: cwd, env } = checkout;
    const main = spawn(process.execPath, ['main.js', kind], { cwd, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => main.on('exit', resolve));
    const pids = await vi.waitFor(() => {
      const found = readFileSync(join(cwd, 'pids'), 'utf8').split(' ').map(Number);
      expect(found).toHaveLength(2);
      return found;
    }, 60_000);
    onTestFinished(() => pids.filter(lives).forEach((pid) => process.kill(pid, 'SIGKILL')));
    expect(pids.map(lives)).toEqual([true, true]);
    main.kill(signal);
    expect(await ended).toBe(code);
    await vi.waitFor(() => expect(pids.map(lives)).toEqual([false, false]), 60_000);
  });
}

posixTest('work of lower priority starts programs of lower priority', async () => {
  const checkout = new Checkout();
  const said = await checkout.run(`
    const { capture, withNiceness } = await import('./scripts/lib/run.js');
    const { getPriority } = await import('node:os');
    // The child has its final priority after a moment.
    const child = ['-e', 'setTimeout(() => console.log(os.getPriority()), 100)'];
    const measure = async () => (await capture(process.execPath, child)).output.trim();
    const results = await Promise.all([withNiceness(5, measure), withNiceness(0, measure), measure()]);
    console.log(getPriority(), ...results);
  `);
  const [own, low, normal, outside] = said.trim().split(' ').map(Number);
  expect(low).toBe(Math.max(5, own ?? 0));
  expect([normal, outside]).toEqual([own, own]);
});
