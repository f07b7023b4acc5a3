/** The queue view: every packet of every lane around the playhead, on one scale of time. Loaded when it is first opened. */
export { default as QueueView } from './QueueView.svelte';
export type { Film } from './film.svelte';
export { flowFaces, letterOf } from './flows';
export { Recorder, spawnPacketWorker } from './recorder';
