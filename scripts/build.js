// npm run build: the static folder web/dist.

import './lib/check-node.js';
import { buildAll } from './build/prepare.js';
import { command } from './lib/steps.js';

await command(async () => {
  await buildAll();
  console.log(
    '\nweb/dist is ready for any web host, under any path. To try it here, run: npm start',
  );
});
