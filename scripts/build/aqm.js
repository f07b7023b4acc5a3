import { must } from '../lib/run.js';

/**
 * Builds the `aqm` command.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function buildCommand() {
  const text = await must(
    'cargo',
    [...['build', '--locked', '--release', '--quiet', '-p', 'aqm-cli'], '--message-format=json'],
    { cure: 'The command could not be built: see above.' },
  );
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    /** @type {{ executable?: string | null }} */
    const message = JSON.parse(line);
    if (message.executable) return message.executable;
  }
  throw new Error('cargo printed no path of the command');
}
