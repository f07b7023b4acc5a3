import { flows, type KindFile, MBIT, meanBytes, ofUsers } from '../kind';

export default {
  icon: { path: 'M2.5 4.5h4M2.5 8h8M2.5 11.5h5.5' },
  summary: (g, { quantity }) => {
    const perS = g['arrivalsPerS'];
    const size = `${quantity(meanBytes(g['size']) / 1000)} kB`;
    return typeof perS === 'number'
      ? `${quantity(perS)} flows/s of ${size}`
      : `${flows(g)} users, ${size}`;
  },
  loadMbps: (g) => {
    const [perS, bytes] = [g['arrivalsPerS'], meanBytes(g['size'])];
    return typeof perS === 'number' ? perS * bytes * MBIT : ofUsers(g, bytes);
  },
} satisfies KindFile;
