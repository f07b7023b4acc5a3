// npm start [-- --port N --host]: builds the page if it is stale, and serves it.

import './lib/check-node.js';
import { buildAll } from './build/prepare.js';
import { addresses, closeOnInterrupt, serverOptions } from './lib/server.js';
import { command } from './lib/steps.js';

await command(async () => {
  const options = serverOptions('start');
  await buildAll();
  const { preview } = await import('vite');
  // With --host, other machines may use any host name. The served files are public.
  const named = options.host === true ? { allowedHosts: /** @type {const} */ (true) } : {};
  const server = await preview({ logLevel: 'warn', preview: { ...options, ...named } });
  closeOnInterrupt(server);
  console.log(`\nAQM Playground: ${addresses(server)} (Ctrl-C ends it)`);
});
