// npm start [-- --port N --host]: builds the page if it is stale, and serves it. At the first start the page plays before the
// package for many runs is built.

import './lib/check-node.js';
import { buildLive } from './build/prepare.js';
import { addresses, closeOnInterrupt, serverOptions } from './lib/server.js';
import { command, Stop } from './lib/steps.js';

await command(async () => {
  const options = serverOptions('start');
  const buildRest = await buildLive();
  const { preview } = await import('vite');
  // With --host, other machines may use any host name. The served files are public.
  const named = options.host === true ? { allowedHosts: /** @type {const} */ (true) } : {};
  const server = await preview({ logLevel: 'warn', preview: { ...options, ...named } });
  closeOnInterrupt(server);
  console.log(`\nAQM Playground: ${addresses(server)} (Ctrl-C ends it)`);
  // The page plays also if this fails.
  await buildRest().catch((error) => {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
  });
});
