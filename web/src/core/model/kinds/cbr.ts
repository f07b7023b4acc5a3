import { atRate, type KindFile, part, steady } from '../kind';

export default {
  icon: { path: 'M3 5v6M6.3 5v6M9.6 5v6M13 5v6' },
  name: 'Constant bit rate',
  summary: atRate,
  loadMbps: steady,
  start: (linkMbps) => ({ rateMbps: part(linkMbps, 10) }),
} satisfies KindFile;
