/** A parameter, for its control. */
export interface Parameter {
  /** Label of the control. */
  readonly label: string;
  /** Number of the sentence in `HELP`. */
  readonly help: number;
  readonly type: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'one' | 'list' | 'any';
  /** Takes effect at the start of the run only. */
  readonly atStart?: boolean;
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest and largest value accepted; of a list: fewest and most items. */
  readonly min?: number;
  readonly max?: number;
  /** Range of the slider. */
  readonly slider?: {
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly scale: 'linear' | 'log';
  };
  /** Names to choose from. */
  readonly options?: readonly {
    readonly value: string;
    readonly label: string;
    readonly help: number;
  }[];
  /** Most characters of a text. */
  readonly chars?: number;
  /** Of type `one`: the name of its objects in `UNIONS`. */
  readonly of?: string;
  /** Of type `list`: what each item accepts. */
  readonly item?: Omit<Parameter, 'label' | 'help'>;
  /** Missing if the parameter is required, or one of several ways to give a value. */
  readonly default?: unknown;
  /** Defaults of variants that differ. */
  readonly variantDefaults?: Readonly<Record<string, number | boolean | string | null>>;
  /** Variants in which it cannot be set. */
  readonly fixedIn?: readonly string[];
  /** Null is a value too. */
  readonly nullable?: boolean;
  /** One of several ways to give a value: those of one discipline with the same label. */
  readonly isWay?: boolean;
  /** The parameter that must be larger. */
  readonly lessThan?: string;
}

/** Objects of several kinds; their parameters are in `INNER`, those of queues in `PARAMETERS`. */
export interface Union {
  /** The member that names the kind; empty if each kind has a member that the others do not have. */
  readonly tag: string;
  /** The kind's name alone stands for the kind with its defaults. */
  readonly word: boolean;
  readonly kinds: Readonly<Record<string, Kind>>;
}

export interface Kind {
  readonly label: string;
  /** Number of the sentence in `HELP`. */
  readonly help: number;
}
