import { atRate, type KindFile, number, steady } from '../kind';

export default {
  icon: { path: 'M2.5 8H4M6 5v6M8.5 3v10M11 6v4M13.5 8h.01' },
  summary: atRate,
  loadMbps: (g) => {
    const [talk, silence] = [number(g, 'talkS'), number(g, 'silenceS')];
    return steady(g) * (g['talkSpurts'] === true ? talk / (talk + silence) : 1);
  },
} satisfies KindFile;
