// Journeys through the built page that every browser runs: digests of scenarios, a cell of a paper, a story, a challenge, and
// the single file from disk.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, single } from '../lib/paths.js';

/**
 * A browser with one tab.
 *
 * @typedef {object} Browser
 * @property {string} version
 * @property {(url: string) => Promise<void>} open returns when the page has loaded
 * @property {<A, R>(code: (argument: A) => Promise<R>, argument: A) => Promise<R>} call runs a function in the page
 * @property {() => Promise<void>} close
 */

/** @param {string} path below scenarios */
const read = (path) => readFileSync(join(root, 'scenarios', path), 'utf8');

/**
 * Runs in the page: one step of a journey. `click`, `fill` and `choose` wait for the element; `text` narrows it to one with this text.
 * `read` returns an attribute of all elements.
 *
 * @typedef {{ do: 'click' | 'fill' | 'choose' | 'wait' | 'read', on: string, text?: string, value?: string }} Step
 * @param {Step[]} steps
 */
async function walk(steps) {
  const MOST_MS = 120_000;
  const begin = performance.now();
  /** @type {string[]} */
  let found = [];
  for (const step of steps) {
    /** @returns {HTMLElement[]} */
    const elements = () =>
      [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(step.on))].filter(
        (one) => step.text === undefined || one.textContent?.trim() === step.text,
      );
    while (elements().length === 0 || /** @type {any} */ (elements()[0]).disabled === true) {
      if (performance.now() - begin > MOST_MS)
        throw new Error(`The page never had ${step.on} ${step.text ?? ''}`);
      await new Promise((settle) => setTimeout(settle, 20));
    }
    const [element] = /** @type {any[]} */ (elements());
    if (step.do === 'click') element.click();
    if (step.do === 'read') found = elements().map((one) => one.dataset[step.value ?? ''] ?? '');
    if (step.do === 'fill' || step.do === 'choose') {
      element.value = step.value;
      element.dispatchEvent(new Event(step.do === 'fill' ? 'input' : 'change', { bubbles: true }));
    }
  }
  return found;
}

/**
 * Opens the scenario, runs it to its end, and reads a digest for each lane. A challenge opens paused, others play.
 *
 * @param {string} text
 * @param {'playing' | 'paused'} opens
 * @returns {Step[]}
 */
const runOf = (text, opens) => [
  { do: 'click', on: '[title$="Open another scenario"]' },
  { do: 'click', on: 'main.library button', text: 'Open a file' },
  { do: 'fill', on: 'dialog textarea', value: text },
  { do: 'click', on: 'dialog button', text: 'Open the pasted text' },
  { do: 'wait', on: `body:not(:has(main.library)) .bench[data-state="${opens}"]` },
  { do: 'choose', on: 'select:has(option[value="Infinity"])', value: 'Infinity' },
  ...(opens === 'paused'
    ? [{ do: /** @type {const} */ ('click'), on: 'button', text: 'Play' }]
    : []),
  {
    do: 'wait',
    on: 'body:not(:has(main.library)) .bench[data-state="finished"][data-settled="true"][data-reported="true"]',
  },
  { do: 'read', on: '[data-lane]', value: 'digest' },
];

/**
 * @param {Browser} browser
 * @param {string} address of the page
 * @param {number} each runs every n-th scenario of the first folder; the tests of the package in Node compare all digests
 */
export async function runJourneys(browser, address, each) {
  /** @type {Record<string, string[]>} */
  const golden = JSON.parse(read('golden/digests.json')).digests;
  const names = Object.keys(golden)
    .filter((name) => !name.includes('/'))
    .filter((_, index) => index % each === 1);
  /** @param {string} name */
  const compare = async (name) => {
    const opens = name.startsWith('challenges/') ? 'paused' : 'playing';
    const digests = await browser.call(walk, runOf(read(`${name}.json`), opens)).catch((error) => {
      throw new Error(`${name}: ${error.message}`);
    });
    if (JSON.stringify(digests) !== JSON.stringify(golden[name]))
      throw new Error(`${name}: got ${digests.join()} instead of ${golden[name]?.join()}`);
  };
  /** @type {Step[]} */
  const paper = [
    { do: 'click', on: 'header a', text: 'Papers' },
    { do: 'click', on: 'button', text: 'Run cell' },
    { do: 'wait', on: 'dd', text: '4 of 4' },
  ];
  /** @type {Step[]} The page opens a scenario by itself. */
  const first = [{ do: 'wait', on: '.bench[data-state="playing"]' }];
  await browser.open(address);
  await browser.call(walk, first);
  for (const name of [...names, 'challenges/save-the-call']) await compare(name);
  await browser.call(walk, paper);
  await browser.open(`${address}#story/bufferbloat`);
  await browser.call(walk, [{ do: 'wait', on: '[data-story-ready]' }]);
  await browser.open(pathToFileURL(single).href);
  await compare(names[0] ?? '');
  await browser.call(walk, paper);
  return `${names.length} scenarios, a challenge, a paper, a story and the single file`;
}
