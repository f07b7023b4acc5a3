import { flows, type KindFile, number, part, steady, times } from '../kind';

export default {
  icon: { path: 'M2 11.5h2.5v-7H8v7h2.5v-7H14' },
  name: 'On/off datagrams',
  summary: (g, { rate }) => times(flows(g), `${rate(number(g, 'rateMbps'))} at times`),
  loadMbps: (g) => {
    const [on, off] = [number(g, 'onS'), number(g, 'offS')];
    return (steady(g) * on) / (on + off);
  },
  start: (linkMbps) => ({ rateMbps: part(linkMbps, 5) }),
} satisfies KindFile;
