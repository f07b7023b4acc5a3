import { flows, type KindFile, meanBytes, number, ofUsers } from '../kind';

export default {
  icon: { path: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6 6.5v6' },
  name: 'Web pages',
  summary: (g) => `${flows(g)} users, ${number(g, 'objects') + 1} objects a page`,
  loadMbps: (g) => ofUsers(g, number(g, 'pageBytes') + number(g, 'objects') * meanBytes(g['size'])),
} satisfies KindFile;
