import { capture } from '../lib/run.js';
import { Stop } from '../lib/steps.js';

/** A row that takes 5 s. */
const row = 'scenarios/validation/disciplines/fq-codel-cubic-x4-10mbit-40ms.json';

/**
 * Runs a scenario with the TCP of this kernel for a few seconds, if the machine allows it. A loaded machine can make the run late, so only
 * what load cannot break must hold: packets arrive, all of them are accounted for, and the report says whether the run counts.
 *
 * @param {string} aqm path of the command
 * @returns {Promise<string>} what came of it
 */
export async function testTestbed(aqm) {
  const args = ['testbed', row, '--until', '5', '--compare', '--seeds', '2'];
  const { code, output } = await capture(aqm, args);
  return judge(code, output);
}

/** @param {number} code @param {string} output */
export function judge(code, output) {
  if (code === 3 && output.includes('cannot run here')) {
    return 'skipped: needs Linux, CAP_NET_ADMIN and /dev/net/tun';
  }
  if (code !== 0 && code !== 1) throw new Stop(`aqm testbed ended with exit code ${code}.`, output);
  const hop = /(\d+) packets arrived, (\d+) departed, (\d+) were dropped, (\d+) wait/.exec(output);
  const [arrived = 0, ...left] = (hop ?? []).slice(1).map(Number);
  if (arrived === 0 || arrived !== left.reduce((sum, count) => sum + count, 0)) {
    throw new Stop('aqm testbed: the packets do not add up.', output);
  }
  const isValid = /^ {2}valid: /m.test(output);
  if (isValid !== (code === 0) || isValid === output.includes('NOT VALID')) {
    throw new Stop('aqm testbed: verdict and exit code differ.', output);
  }
  return `${arrived} packets, ${isValid ? 'valid' : 'not valid, because the machine was late'}`;
}
