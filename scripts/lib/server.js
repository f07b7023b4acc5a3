import { parseArgs } from 'node:util';
import { endChildren } from './run.js';
import { Stop } from './steps.js';

/**
 * Reads port and host from the command line. If the port is taken, the server uses the next free one.
 *
 * @param {string} name of the npm script, for the usage line
 * @returns {{ port?: number, host?: true }}
 */
export function serverOptions(name) {
  const usage = `Usage: npm ${name} -- [--port 1024..65535] [--host]. --host serves other machines too. The environment variable PORT also sets the port.`;
  let values;
  try {
    ({ values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'boolean' } } }));
  } catch {
    throw new Stop(usage);
  }
  const named = values.port ?? (process.env['PORT'] || undefined);
  const port = Number(named);
  if (named !== undefined && !(Number.isInteger(port) && port >= 1024 && port <= 65535)) {
    const where = values.port === undefined ? 'the environment variable PORT' : '--port';
    throw new Stop(`${where} is "${named}"; expected a port from 1024 to 65535.\n${usage}`);
  }
  return {
    ...(named === undefined ? {} : { port }),
    ...(values.host === true ? { host: true } : {}),
  };
}

/** @param {{ resolvedUrls: { local: string[], network: string[] } | null }} server */
export function addresses(server) {
  const { local, network } = server.resolvedUrls ?? { local: [], network: [] };
  return [...local, ...network].join('  ');
}

/** Ends the server on Ctrl-C with exit code 0. @param {{ close(): Promise<void> }} server */
export function closeOnInterrupt(server) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.removeAllListeners(signal);
    process.once(signal, () => {
      console.log();
      endChildren(signal);
      // A browser may keep its connection open, so this does not wait for close().
      setTimeout(() => process.exit(0), 1000);
      server.close().finally(() => process.exit(0));
    });
  }
}
