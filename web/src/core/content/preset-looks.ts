/** How the page shows a preset when it is opened. What is absent is as standard. */
export interface PresetLook {
  /** Ids of the views, in order. */
  readonly views?: readonly string[];
  /** The visible time: the last seconds, or the whole run. */
  readonly span?: 60 | 'all';
  /** The user is the sender of this group. */
  readonly sending?: { readonly group: number; readonly isCovered: boolean };
}

const QUEUE = 'queue-delay';
const DROPS = 'drops-and-marks';
const USE = 'utilization';
const GROUPS = 'group-delay';
const SHARES = 'flow-goodput';

/** The plots of traffic with a part that is sensitive to delay. */
const OF_GROUPS = [GROUPS, DROPS, USE];
/** The plots of flows that share the link unequally. */
const OF_SHARES = [SHARES, QUEUE, DROPS];

/** The user is the sender of the first group, and the queue is covered. */
const SENDING = { group: 0, isCovered: true };

/**
 * The presets whose point is not in the standard plots, or not in the last 30 s: the text of each preset says what to look at,
 * and these plots show it. Ids of `views/registry.ts`.
 */
export const LOOKS: Readonly<Record<string, PresetLook>> = {
  'bbr-or-cubic': { span: 'all' },
  'be-the-aqm': { views: [QUEUE, USE, DROPS] },
  'be-the-sender': { span: 'all', views: [QUEUE, USE, DROPS], sending: SENDING },
  'call-beside-downloads': { views: OF_GROUPS },
  'call-quality': { views: OF_GROUPS, span: 'all' },
  'call-without-ecn': { views: OF_GROUPS, span: 'all' },
  'cellular-link': { span: 60 },
  'dsl-uplink': { views: OF_GROUPS },
  'fast-fibre': { span: 'all' },
  'flood-beside-downloads': { views: OF_SHARES, span: 'all' },
  'hollot-pi-and-red': { views: ['queue-length', DROPS, USE], span: 'all' },
  'l4s-beside-cubic': { views: [GROUPS, SHARES, DROPS] },
  'ledbat-yields': { views: OF_SHARES, span: 'all' },
  'long-rtt-flow': { views: OF_SHARES },
  'lossy-radio': { views: [USE, QUEUE, DROPS], span: 'all' },
  'mice-and-elephants': { views: [QUEUE, USE, 'completion-cdf'] },
  'novak-vary-flows': { span: 'all' },
  'novak-vary-flows-ecn': { span: 'all' },
  'novak-vary-rtt': { span: 60 },
  'novak-vary-rtt-ecn': { span: 60 },
  'novak-voip': { span: 'all' },
  'pan-burst-tolerance': { span: 'all' },
  'pan-varying-capacity': { views: [QUEUE, 'state-drop-probability', USE], span: 'all' },
  'pan-varying-intensity': { views: [QUEUE, 'state-drop-probability', USE], span: 'all' },
  'parking-lot': { views: OF_SHARES },
  'pi2-cubic-beside-dctcp': { views: OF_SHARES },
  'queue-in-the-modem': { views: [QUEUE, 'second-hop-queue-delay', GROUPS], span: 'all' },
  'raghuvanshi-two-way': { views: [QUEUE, 'reverse-queue-delay', DROPS] },
  'schwardmann-cbr-burst': { span: 'all' },
  'share-with-l4s': { views: OF_SHARES, span: 'all' },
  'small-buffer': { views: [DROPS, 'queue-length', USE] },
  'unequal-senders': { views: [SHARES, QUEUE, 'fairness'] },
  'unresponsive-flow': { views: OF_SHARES, span: 'all' },
  'unresponsive-overload': { span: 'all' },
  'upload-beside-download': { views: [USE, 'reverse-queue-delay', QUEUE], span: 'all' },
  'utilization-target': { views: [USE, QUEUE, DROPS], span: 'all' },
  'video-beside-downloads': { views: OF_GROUPS, span: 'all' },
  'web-beside-downloads': { views: [QUEUE, USE, 'completion-cdf'] },
  'you-are-the-aqm': { views: [QUEUE, USE, DROPS] },
  'you-are-the-sender': { span: 'all', views: [QUEUE, USE, DROPS], sending: SENDING },
};
