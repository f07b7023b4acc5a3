/** What a control edits, as a small sign beside its value. */
export interface Sign {
  /** A bar with an arrow: the value at the start. A diamond: a change at the present time. A lock: the control is disabled. */
  readonly shape: 'start' | 'change' | 'lock';
  /** Filled: the value has changes. */
  readonly filled: boolean;
  /** The same in words, for the pointer and for screen readers. */
  readonly text: string;
}
