import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from '../lib/run.js';
import { Stop } from '../lib/steps.js';

const TOOLS = ['bash', 'ip', 'tc', 'iperf3', 'sysctl', 'unshare', 'mount'];
const DURATION_S = 4;
const RATE_MBPS = 20;
/** Two flows and a CBR source. */
const SOURCES = 3;
const SCENARIO = {
  version: 1,
  title: 'Exported',
  durationS: DURATION_S,
  link: { rateMbps: RATE_MBPS, rttMs: 20, buffer: { packets: 100 } },
  queues: [{ kind: 'droptail' }, { kind: 'codel' }],
  traffic: [
    { kind: 'bulk', flows: 2 },
    { kind: 'cbr', rateMbps: 1 },
  ],
  changes: [{ atS: 2, set: 'link.rateMbps', to: 10 }],
};

/**
 * Passes commands on to the real tc. A qdisc that the kernel lacks is noted and left out, so that namespaces, addresses, routes, flows,
 * timed changes and the cleanup run all the same.
 */
const TC = `#!/bin/sh
PATH=\${PATH#*:}
said=$(tc "$@" 2>&1)
code=$?
case $said in
*'qdisc kind is unknown'*)
  printf '%s\\n' "$*" >>"$AQM_LACKS"
  exit 0
  ;;
esac
printf '%s\\n' "$said"
exit $code
`;

/** Namespaces of a folder of its own, so that other runs on the machine do not matter, and nothing stays if the script fails. */
const RUN =
  'cd "$AQM_FOLDER" && mkdir -p /run/netns && mount -t tmpfs none /run/netns && bash script.sh; code=$?; ls /run/netns >left.txt; exit $code';

/**
 * Runs the script of `aqm export --to tc` in network namespaces, with the qdiscs that this kernel has.
 *
 * @param {string} aqm path of the command
 * @returns {Promise<string>} what came of it
 */
export async function testTc(aqm) {
  const lacking = [];
  for (const tool of TOOLS) if ((await capture('which', [tool])).code !== 0) lacking.push(tool);
  if (lacking.length > 0) return `skipped: needs ${lacking.join(', ')}`;
  const allowed = await capture('unshare', ['--mount', '--net', 'true']);
  if (process.getuid?.() !== 0 || allowed.code !== 0)
    return 'skipped: needs root, and the right to make network namespaces';

  const folder = mkdtempSync(join(tmpdir(), 'aqm-tc-'));
  const at = (/** @type {string[]} */ ...names) => join(folder, ...names);
  try {
    mkdirSync(at('bin'));
    writeFileSync(at('bin', 'tc'), TC, { mode: 0o755 });
    writeFileSync(at('lacks.txt'), '');
    writeFileSync(at('scenario.json'), JSON.stringify(SCENARIO));
    const args = ['export', at('scenario.json'), '--to', 'tc', '-o', at('script.sh')];
    const exported = await capture(aqm, args);
    if (exported.code !== 0) throw new Stop('aqm export failed.', exported.output);
    const { code, output } = await capture('unshare', ['--mount', '--net', 'sh', '-c', RUN], {
      env: {
        AQM_FOLDER: folder,
        AQM_LACKS: at('lacks.txt'),
        PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
      },
    });
    const results = [1, 2].map((lane) => {
      const own = at('aqm-results', `lane${lane}`);
      const files = code === 0 ? readdirSync(own) : [];
      return files
        .filter((name) => name.startsWith('group'))
        .map((name) => readFileSync(join(own, name), 'utf8'));
    });
    const text = (/** @type {string} */ name) => readFileSync(at(name), 'utf8');
    return judge({ code, output, results, lacks: text('lacks.txt'), left: text('left.txt') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @typedef {object} Ran
 * @property {number} code
 * @property {string} output of the script
 * @property {readonly (readonly string[])[]} results for each lane, what each iperf3 has printed
 * @property {string} lacks the commands of tc with qdiscs that the kernel lacks
 * @property {string} left the namespaces that the script has left
 */

/** Fails if a part of the script did not do its work. @param {Ran} ran */
export function judge({ code, output, results, lacks, left }) {
  if (code !== 0) throw new Stop(`The script for tc ended with exit code ${code}.`, output);
  if (left.trim() !== '')
    throw new Stop(`The script for tc left namespaces: ${left.trim()}`, output);
  const changes = [...output.matchAll(/^2 s: r0: tc class change .* rate 10000000bit/gm)];
  if (changes.length !== results.length)
    throw new Stop('The script for tc did not change the rate in each lane.', output);
  const unknown = new Set(
    [...lacks.matchAll(/\b(netem|htb|pfifo|codel)\b/g)].map(([name]) => name),
  );
  const rates = results.map((lane) => {
    const received = lane.map((text) => /([\d.]+) ([KM])bits\/sec.*receiver/.exec(text));
    const mbps = received.map((found) => {
      if (!found || Number(found[1]) === 0)
        throw new Stop('A flow of the script for tc has received nothing.', lane.join('\n'));
      return Number(found[1]) / (found[2] === 'K' ? 1000 : 1);
    });
    if (mbps.length !== SOURCES)
      throw new Stop('The script for tc did not start each flow.', output);
    return mbps.reduce((sum, one) => sum + one, 0);
  });
  // Flows that htb does not limit are much faster than this.
  const most = 1.2 * RATE_MBPS;
  if (!unknown.has('htb') && rates.some((rate) => rate > most))
    throw new Stop(`The flows are faster than the link: ${rates.join(' and ')} Mbit/s.`, output);
  const without =
    unknown.size > 0 ? `, without ${[...unknown].join(', ')}, which this kernel lacks` : '';
  return `${results.length} lanes of ${SOURCES} flows, ${rates.map((rate) => rate.toFixed(1)).join(' and ')} Mbit/s${without}`;
}
