/** A packet in one lane. */
export interface PacketInLane {
  /** Number of its flow, from 0. */
  readonly flow: number;
  /** Number of the segment or datagram; for an ACK the segment that it expects next. */
  readonly sequence: number;
  readonly kind: 'segment' | 'retransmission' | 'datagram' | 'ACK';
  /** When it arrived at the queue, s. */
  readonly arrivedS: number;
  /** When it left the queue or was dropped, s; undefined if it still waits. */
  readonly leftS: number | undefined;
  readonly isDropped: boolean;
  readonly isMarked: boolean;
}

/** The first packet that two lanes treat differently. */
export interface First {
  /** The first time at which something happens to it in one lane only, s. */
  readonly atS: number;
  /** Number of the hop in the forward direction, from 1; 0 for the hop of the way back. */
  readonly hop: number;
  /** The packet at this hop in each lane; undefined if it does not reach the hop there. */
  readonly packets: readonly [PacketInLane | undefined, PacketInLane | undefined];
}

/** Numbers of a packet in the result of `firstDifference` (crates/aqm-batch). */
const NUMBERS = 8;
/** Numbers before those of the packets. */
const HEAD = 2;
const KINDS = ['segment', 'retransmission', 'datagram', 'ACK'] as const;

/** Reads the result of `firstDifference`; undefined if the lanes do not differ. */
export function readFirst(values: Float64Array): First | undefined {
  if (values.length === 0) return undefined;
  const of = (lane: 0 | 1): PacketInLane | undefined => {
    const from = HEAD + lane * NUMBERS;
    const [flow, sequence, kind, , arrivedS, leftS, fate, mark] = values.subarray(from);
    if (Number.isNaN(flow)) return undefined;
    return {
      ...{ flow, sequence, kind: KINDS[kind], arrivedS },
      leftS: Number.isNaN(leftS) ? undefined : leftS,
      isDropped: fate === 1,
      isMarked: mark === 1,
    };
  };
  return { atS: values[0], hop: values[1], packets: [of(0), of(1)] };
}

const ms = (s: number): string => `${Number((s * 1000).toPrecision(3))} ms`;

/** Returns when, exactly: with all digits that the simulator has, but no zeros at the end. */
export const exact = (s: number): string => `${Number(s.toFixed(9))} s`;

/** Names a packet: "Flow 2, segment 5221, arrives at 10.0012 s"; on a path with several hops also its hop. Flows are numbered as in the inspector. */
export function named({ packets, hop }: First, hops = 1): string {
  const packet = packets[0] ?? packets[1];
  if (!packet) return '';
  const { flow, kind, sequence, arrivedS } = packet;
  const place = hop === 0 ? ' at the reverse bottleneck' : hops > 1 ? ` at hop ${hop}` : '';
  return `Flow ${flow}, ${kind} ${sequence}, arrives${place} at ${exact(arrivedS)}`;
}

/** Says what a lane does with the packet: "drops it after 30.2 ms". */
export function fateOf(packet: PacketInLane | undefined): string {
  if (!packet) return 'does not get it';
  const { arrivedS, leftS, isDropped, isMarked } = packet;
  if (leftS === undefined) return 'still has it in the queue';
  const after = leftS > arrivedS ? `after ${ms(leftS - arrivedS)}` : 'on arrival';
  if (isDropped) return `drops it ${after}`;
  const sends = leftS > arrivedS ? `sends it ${after}` : 'sends it at once';
  return isMarked ? `marks it and ${sends}` : sends;
}
