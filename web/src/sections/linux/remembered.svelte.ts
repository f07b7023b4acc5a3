/** What the section keeps while another one is shown. */
class Remembered {
  /** Index of the shown measure. */
  measure = $state(0);
  /** Name of the row that was opened live; it gets the focus back. */
  row: string | undefined;
}

export const remembered = new Remembered();
