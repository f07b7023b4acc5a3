import { atRate, type KindFile, steady } from '../kind';

export default {
  icon: { path: 'M2.5 4.5h11M4 11.5V8M7 11.5V8M10 11.5V8M13 11.5V8' },
  summary: atRate,
  loadMbps: steady,
} satisfies KindFile;
