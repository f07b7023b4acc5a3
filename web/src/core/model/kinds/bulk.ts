import { flows, type KindFile, times } from '../kind';

export default {
  icon: { path: 'M2.5 8h8M8 4.5 11.5 8 8 11.5M13.8 3v10' },
  name: 'Bulk TCP',
  summary: (g, { control }) => times(flows(g), control),
} satisfies KindFile;
