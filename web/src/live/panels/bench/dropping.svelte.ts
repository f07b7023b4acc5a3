import { Remembered } from '../../../shared/shell/remembered.svelte';

/** What a drag over the page carries; a part of `DragEvent`. */
type Drag = Pick<DragEvent, 'type' | 'preventDefault'> & {
  readonly dataTransfer: Pick<DataTransfer, 'types' | 'files'> | null;
};

/** Files of measured runs that are held over the page, or were dropped on it. */
export class Dropping {
  files = $state.raw<readonly File[]>();
  /** One is held over the page. */
  isOver = $state(false);
  /** This browser has kept measured runs. */
  readonly #kept = new Remembered('aqm-measured');

  /** Whether the readers of measured runs are needed. */
  get isWanted(): boolean {
    return this.isOver || this.files !== undefined || this.#kept.value !== null;
  }

  keep(): void {
    this.#kept.set('yes');
  }

  /** Takes an event of a drag over the live run. Other sections leave files to the browser. */
  drag(e: Drag, isLive: boolean): void {
    this.isOver = false;
    if (!isLive || !e.dataTransfer?.types.includes('Files')) return;
    e.preventDefault();
    if (e.type === 'drop') this.files = [...e.dataTransfer.files];
    else this.isOver = e.type !== 'dragleave';
  }
}
