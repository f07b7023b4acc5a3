/** Paths on a grid of 16 by 16, with a round stroke of 1.6 px; `fill` icons are solid. */
export interface Drawing {
  readonly path: string;
  readonly fill?: boolean;
}

export const icons = {
  play: {
    path: 'M4.5 2.8v10.4a.6.6 0 0 0 .9.5l8.3-5.2a.6.6 0 0 0 0-1L5.4 2.3a.6.6 0 0 0-.9.5Z',
    fill: true,
  },
  pause: { path: 'M4 2.5h2.6v11H4zM9.4 2.5H12v11H9.4z', fill: true },
  step: {
    path: 'M3 2.9v10.2a.5.5 0 0 0 .8.4L10 8.4a.5.5 0 0 0 0-.8L3.8 2.5a.5.5 0 0 0-.8.4ZM11 2.5h2v11h-2z',
    fill: true,
  },
  present: { path: 'M2 3h12v7.5H2zM8 10.5v3M5 13.5h6' },
  lock: { path: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5' },
  restart: { path: 'M3 8a5 5 0 1 0 1.6-3.7L3 6M3 2.5V6h3.5' },
  undo: { path: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7' },
  reset: { path: 'M3 3v10M13.5 8H6.5M9.5 5l-3 3 3 3' },
  redo: { path: 'm10 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H9' },
  inspect: {
    path: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l3.5 3.5M5.2 7h1l.8-1.6.9 3 .7-1.4h.6',
  },
  queue: { path: 'M2 5h2v6H2zM5.5 5h2v6h-2zM9 5h2v6H9zM13 8h1.5' },
  close: { path: 'm4 4 8 8M12 4l-8 8' },
  fork: { path: 'M2 5h3.5c2.5 0 2.5 6 5 6H14M2 5h12' },
  plus: { path: 'M8 3v10M3 8h10' },
  check: { path: 'm3 8.5 3.2 3.2L13 4.8' },
  chevron: { path: 'm4 6 4 4 4-4' },
  link: {
    path: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  },
  download: { path: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10' },
  help: {
    path: 'M6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1v.4M8 11.7h.01M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  },
  warning: {
    path: 'M8 6.2v3M8 11.4h.01M7.1 2.9 1.9 12a1 1 0 0 0 .9 1.5h10.4a1 1 0 0 0 .9-1.5L8.9 2.9a1 1 0 0 0-1.8 0Z',
  },
  trash: { path: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5' },
  up: { path: 'M8 13V3M4 7l4-4 4 4' },
  sun: {
    path: 'M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  },
  moon: { path: 'M13.5 9.8A5.8 5.8 0 0 1 6.2 2.5a5.8 5.8 0 1 0 7.3 7.3Z' },
  sliders: {
    path: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM6 9.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  },
  left: { path: 'M10 3.5 5.5 8l4.5 4.5' },
  expand: { path: 'M9.5 2.5h4v4M13.2 2.8 9.5 6.5M6.5 13.5h-4v-4M2.8 13.2 6.5 9.5' },
  shrink: { path: 'M13.5 6.5h-4v-4M9.8 6.2l3.7-3.7M2.5 9.5h4v4M6.2 9.8l-3.7 3.7' },
  open: { path: 'M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5' },
  right: { path: 'm6 3.5 4.5 4.5L6 12.5' },
  more: { path: 'M3.5 8h.01M8 8h.01M12.5 8h.01' },
  grip: { path: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01' },
  copy: { path: 'M6 6h7v7H6zM10 6V3H3v7h3' },
  pencil: { path: 'm3 13 .6-2.8 7.2-7.2 2.2 2.2-7.2 7.2zM9.4 4.4l2.2 2.2' },
  sound: {
    path: 'M2.5 6v4H5l3.5 3V3L5 6zM11 6a2.8 2.8 0 0 1 0 4M12.8 4a5.5 5.5 0 0 1 0 8',
  },
  muted: { path: 'M2.5 6v4H5l3.5 3V3L5 6zM11 6l3.5 4M14.5 6 11 10' },
  arrowUp: { path: 'M8 13V3M4.5 6.5 8 3l3.5 3.5' },
  arrowDown: { path: 'M8 3v10M4.5 9.5 8 13l3.5-3.5' },
  // Groups of traffic; a kind has its icon in `model/kinds`
  reverse: { path: 'M13 8H4M7 4.5 3.5 8 7 11.5' },
  background: { path: 'M3 13c6 0 10-4 10-10M3 13h4M3 13V9' },
  traffic: { path: 'M2.5 5.5h9M9 3l2.5 2.5L9 8M2.5 11.5h6' },
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof icons;
