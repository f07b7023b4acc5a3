import { bitRates, flows, type KindFile, times } from '../kind';

export default {
  icon: { path: 'M2.5 4h11v8h-11zM7 6.3v3.4L9.8 8z' },
  summary: (g, { rate }) => times(flows(g), `up to ${rate(Math.max(0, ...bitRates(g)))}`),
  loadMbps: (g) => flows(g) * Math.max(0, ...bitRates(g)),
} satisfies KindFile;
