// The example notebook in a real JupyterLab: the page appears in a cell, a control is moved by hand, and the kernel reads it back.
// AQM_CHROMIUM is a browser, AQM_PYTHON a Python with JupyterLab, anywidget and the package.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../lib/paths.js';

/** JupyterLab starts, and a cell ends, within this time. */
const MOST_MS = 120_000;
/** A rate that the scenario does not have, Mbit/s. */
const RATE = 6.5;

/** What the test itself reads: it is appended to its copy of the notebook. */
const READ = `
import json
digests = [lane["digest"] for lane in aqm.run(page.scenario).report["lanes"]]
same = page.shown.lanes.equals(page.results.lanes[page.shown.lanes.columns])
print("READ", json.dumps({
    "changes": page.scenario["changes"], "timeS": page.shown.time_s, "durationS": page.scenario["durationS"],
    "digests": page.shown.digests, "expected": digests, "same": bool(same),
}))`;
const READ_POINT = `print("POINT", point.scenario["link"]["rateMbps"], [queue["kind"] for queue in point.scenario["queues"]])`;

/** @returns {Promise<number>} an unused port */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Puts the notebook and its scenario into a folder. @param {string} folder */
function prepare(folder) {
  for (const name of ['docs', 'scenarios']) mkdirSync(join(folder, name));
  cpSync(join(root, 'scenarios/bufferbloat.json'), join(folder, 'scenarios/bufferbloat.json'));
  /** @type {{ cells: { cell_type: string, source: string[] }[] }} */
  const notebook = JSON.parse(readFileSync(join(root, 'docs/notebook.ipynb'), 'utf8'));
  for (const [index, source] of [READ, READ_POINT].entries())
    notebook.cells.push({
      ...{
        cell_type: 'code',
        execution_count: null,
        id: `read-${index}`,
        metadata: {},
        outputs: [],
      },
      source: [source.trim()],
    });
  writeFileSync(join(folder, 'docs/notebook.ipynb'), JSON.stringify(notebook));
  return notebook.cells.filter((cell) => cell.cell_type === 'code').length;
}

/** Starts JupyterLab, without the settings of its user. @param {string} folder @param {number} port */
function startLab(folder, port) {
  const own = (/** @type {string} */ name) => join(folder, '.own', name);
  const server = spawn(
    process.env['AQM_PYTHON'] ?? 'python3',
    [
      ...['-m', 'jupyterlab', '--no-browser', '--allow-root', `--ServerApp.root_dir=${folder}`],
      ...['--ServerApp.ip=127.0.0.1', `--ServerApp.port=${port}`, '--ServerApp.port_retries=0'],
      ...['--IdentityProvider.token=', '--ServerApp.password=', '--LabApp.news_url=None'],
      '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate',
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        JUPYTER_PREFER_ENV_PATH: '1',
        JUPYTER_CONFIG_DIR: own('config'),
        JUPYTER_DATA_DIR: own('data'),
        JUPYTER_RUNTIME_DIR: own('runtime'),
        JUPYTERLAB_SETTINGS_DIR: own('settings'),
        JUPYTERLAB_WORKSPACES_DIR: own('workspaces'),
        IPYTHONDIR: own('ipython'),
      },
    },
  );
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  return { server, output: () => output };
}

/** @param {boolean} holds @param {string} what @param {unknown} found */
function must(holds, what, found) {
  if (!holds) throw new Error(`${what}; found ${JSON.stringify(found)}`);
}

/**
 * The journey.
 *
 * @param {import('@playwright/test').Page} tab
 * @param {number} count number of code cells
 * @param {() => string} saved returns the text of the notebook's file
 */
async function walk(tab, count, saved) {
  const cells = tab.locator('.jp-CodeCell');
  await cells.nth(count - 1).waitFor();
  /** Runs a cell to its end. Before the kernel is connected, JupyterLab ignores the keys. @param {number} index */
  const run = async (index) => {
    const cell = cells.nth(index);
    const prompt = cell.locator('.jp-InputPrompt').first();
    const before = await prompt.innerText();
    const begun = performance.now();
    for (let now = before; now === before || !/\d/.test(now); now = await prompt.innerText()) {
      must(performance.now() - begun < MOST_MS, 'The cell must end', { index, now });
      if (now !== before) await tab.waitForTimeout(100);
      else {
        await cell.locator('.cm-content').click();
        await tab.keyboard.press('Control+Enter');
        await prompt
          .filter({ hasNotText: before })
          .waitFor({ timeout: 5000 })
          .catch(() => undefined);
      }
    }
    return cell.locator('.jp-OutputArea-output').allInnerTexts();
  };
  const [readAt, readPointAt] = [count - 2, count - 1];

  await run(0);
  const frame = cells.nth(0).frameLocator('iframe[name="aqm-notebook"]');
  const bandwidth = frame.getByRole('textbox', { name: 'Bandwidth', exact: true });
  await bandwidth.fill(String(RATE));
  await bandwidth.press('Enter');
  await frame.locator('select:has(option[value="Infinity"])').selectOption('Infinity');
  const finished = frame.locator(
    '.bench[data-state="finished"][data-settled="true"][data-reported="true"]',
  );
  await finished.waitFor();
  await tab.screenshot({ path: join(root, 'test-results/notebook.png') });

  const [changes = ''] = await run(1);
  must(changes.includes(`'to': ${RATE}`), 'The notebook must read the change', changes);
  const [lanes = ''] = await run(2);
  must(lanes.includes('codel'), 'The notebook must have results of the lanes', lanes);
  /** What the page tells may still be on its way. */
  const read = async () => {
    const text = (await run(readAt)).join('\n');
    return JSON.parse(/READ (.*)/.exec(text)?.[1] ?? 'null');
  };
  let found = await read();
  const begin = performance.now();
  while (found?.timeS !== found?.durationS && performance.now() - begin < MOST_MS)
    found = await read();
  must(found?.changes?.[0]?.set === 'link.rateMbps', 'The change must be of the rate', found);
  must(
    found.digests.length === 2 && found.digests.join() === found.expected.join(),
    'The page must have computed the run of the kernel',
    found,
  );
  must(found.same, 'The measures must be equal', found);

  await frame.getByRole('link', { name: 'Papers' }).click();
  await run(3);
  await frame.getByText('/ 60 s').first().waitFor();

  await run(4);
  const menu = cells.nth(4).getByRole('combobox', { name: 'Row of the sweep' });
  await menu.selectOption({ label: 'link.rateMbps 2, queue codel' });
  const [point = ''] = await run(readPointAt);
  must(point.startsWith("POINT 2 ['codel', 'pie']"), 'The menu must open the row', point);
  await tab.screenshot({ path: join(root, 'test-results/notebook-sweep.png') });

  // The file has the results, but no copy of the page. After a reload the kernel still has both pages.
  await tab.keyboard.press('Control+s');
  const begun = performance.now();
  while (!saved().includes('POINT 2') && performance.now() - begun < MOST_MS)
    await new Promise((settle) => setTimeout(settle, 100));
  must(saved().includes('POINT 2'), 'The notebook must be saved', saved().slice(0, 300));
  must(saved().length < 100_000, 'The notebook must have no page in it', saved().length);
  tab.on('dialog', (dialog) => void dialog.accept());
  await tab.reload();
  await frame.getByText('/ 60 s').first().waitFor();
  await frame.locator('.bench[data-state="finished"]').waitFor();
}

const folder = mkdtempSync(join(tmpdir(), 'aqm-notebook-'));
const port = await freePort();
const count = prepare(folder);
const lab = startLab(folder, port);
const executablePath = process.env['AQM_CHROMIUM'];
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
/** @type {string[]} */
const complaints = [];
try {
  const address = `http://127.0.0.1:${port}/lab/tree/docs/notebook.ipynb`;
  const begin = performance.now();
  while (!(await fetch(`http://127.0.0.1:${port}/api`).catch(() => null))) {
    if (lab.server.exitCode !== null || performance.now() - begin > MOST_MS)
      throw new Error('JupyterLab does not start.');
    await new Promise((settle) => setTimeout(settle, 100));
  }
  tab.setDefaultTimeout(MOST_MS);
  tab.on('pageerror', (error) => complaints.push(error.message));
  await tab.goto(address);
  await walk(tab, count, () => readFileSync(join(folder, 'docs/notebook.ipynb'), 'utf8'));
  console.log('1 journey in JupyterLab');
} catch (error) {
  await tab.screenshot({ path: join(root, 'test-results/notebook-failed.png') });
  console.error(lab.output().slice(-3000), complaints.join('\n'));
  throw error;
} finally {
  await browser.close();
  lab.server.kill();
  rmSync(folder, { recursive: true, force: true });
}
