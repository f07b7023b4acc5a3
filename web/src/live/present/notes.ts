import { mount } from 'svelte';
import NotesWindow from './NotesWindow.svelte';

/** Shows the notes window of the screen with this name. */
export function showNotes(target: HTMLElement, id: string): void {
  document.title = 'Notes · AQM Playground';
  mount(NotesWindow, { target, props: { id } });
}
