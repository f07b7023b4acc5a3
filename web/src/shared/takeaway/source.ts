import type { LinkOffer } from '../../core/state/link-offer';
import type { Facts } from './facts';
import type { TextTable } from './markdown';
import type { Palette, Picture } from './svg/document';

/** A file that can be saved. */
export type FileOffer = Offered &
  (
    | {
        /** Yields its text in parts, which may have to be computed first. */
        readonly parts: (facts: Facts) => Iterable<string> | Promise<Iterable<string>>;
      }
    | {
        /** Returns its content. */
        readonly content: (facts: Facts) => Promise<Blob>;
      }
  );

interface Offered {
  readonly id: string;
  readonly label: string;
  /** What it holds, in a few words. */
  readonly note: string;
  readonly ending: string;
  readonly type: string;
}

/** A picture that can be saved. */
export interface PictureOffer {
  readonly id: string;
  readonly label: string;
  readonly draw: (facts: Facts, palette: Palette) => Picture;
}

/** What can be taken away of a part of the page. The members are read when the sheet shows or saves something. */
export interface Source {
  readonly title: string;
  /** The run or table that the link leads to: "this run". */
  readonly linked: string;
  /** Changes when the link may have changed. */
  readonly stamp: unknown;
  readonly facts: () => Promise<Facts>;
  /** Returns what can be copied at this moment, if it is not the link of the facts. */
  readonly offer?: () => Promise<LinkOffer>;
  /** What to know about the link now. */
  readonly caution?: string | undefined;
  readonly data: readonly FileOffer[];
  readonly pictures: readonly PictureOffer[];
  /** The scenario with its changes, as JSON, if there is one that a script can run. */
  readonly scenario?: () => string;
  /** Draws measured runs from files over the plots, if it has plots over time. */
  readonly measure?: (files: readonly File[]) => void;
  /** Undefined while there are no numbers. */
  readonly table: TextTable | undefined;
}
