// npm run build:single: the page as one file, which opens from disk without a server or a network.

import './lib/check-node.js';
import { buildOneFile } from './build/prepare.js';
import { command } from './lib/steps.js';

await command(async () => {
  await buildOneFile();
  console.log('\nweb/dist-single/aqm-playground.html is ready. A double click opens it.');
});
