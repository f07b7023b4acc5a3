import { atRate, type KindFile, part, steady } from '../kind';

export default {
  icon: { path: 'M3 5v6M4.8 5v6M9 5v6M13 5v6' },
  name: 'Poisson datagrams',
  summary: atRate,
  loadMbps: steady,
  start: (linkMbps) => ({ rateMbps: part(linkMbps, 10) }),
} satisfies KindFile;
