/** Paths on a grid of 16 by 16, with a round stroke of 1.6 px; `fill` icons are solid. */
interface Drawing {
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
  restart: { path: 'M3 8a5 5 0 1 0 1.6-3.7L3 6M3 2.5V6h3.5' },
  undo: { path: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7' },
  redo: { path: 'm10 3 3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H9' },
  close: { path: 'm4 4 8 8M12 4l-8 8' },
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
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof icons;
