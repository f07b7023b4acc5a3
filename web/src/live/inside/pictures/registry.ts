import type { QueueKind } from '../../../core/document/scenario';
import { codel } from './codel';
import { pi, pi2, pie } from './controller';
import { dualpi2 } from './dualpi2';
import { fair } from './fair';
import { avq, blue, duk } from './feedback';
import type { Draw } from './picture';
import { red } from './red';

/** The pictures of the disciplines. One without a line here shows the numbers of its state, each with a small line. */
export const PICTURES: Partial<Record<QueueKind, Draw>> = {
  red,
  ared: red,
  choke: red,
  codel,
  cobalt: codel,
  pie,
  pi,
  pi2,
  dualpi2,
  fqCodel: fair,
  fqPie: fair,
  sfq: fair,
  blue,
  avq,
  duk,
};
