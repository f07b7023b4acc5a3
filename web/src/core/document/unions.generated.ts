// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** Objects of several kinds; their parameters are in `INNER`, those of queues in `PARAMETERS`. */
export interface Union {
  /** The member that names the kind; empty if each kind has a member that the others do not have. */
  readonly tag: string;
  /** The name of the kind alone stands for the kind with its defaults. */
  readonly word: boolean;
  /** The kinds, by their names. */
  readonly kinds: Readonly<Record<string, Kind>>;
}

/** One of several kinds of objects. */
export interface Kind {
  /** Its name on the page. */
  readonly label: string;
  /** Number of its sentence in the help. */
  readonly help: number;
}

/** The objects that a parameter of type `one` accepts, by the name of the type. */
export const UNIONS: Readonly<Record<string, Union>> = {
  "RateStep": {
    "tag": "",
    "word": false,
    "kinds": {
      "RateStep": {"label":"","help":20},
    },
  },
  "Schedule": {
    "tag": "kind",
    "word": false,
    "kinds": {
      "steps": {"label":"Steps","help":32},
      "square": {"label":"Square wave","help":33},
      "trace": {"label":"Trace","help":34},
    },
  },
  "Queue": {
    "tag": "kind",
    "word": false,
    "kinds": {
      "droptail": {"label":"Drop-tail","help":41},
      "red": {"label":"RED","help":42},
      "ared": {"label":"Adaptive RED","help":43},
      "codel": {"label":"CoDel","help":44},
      "pie": {"label":"PIE","help":45},
      "duk": {"label":"DUK","help":46},
      "pi2": {"label":"PI2","help":47},
      "pi": {"label":"PI","help":48},
      "choke": {"label":"CHOKe","help":49},
      "blue": {"label":"BLUE","help":50},
      "avq": {"label":"AVQ","help":51},
      "cobalt": {"label":"COBALT","help":52},
      "sfq": {"label":"SFQ","help":53},
      "fqCodel": {"label":"FQ-CoDel","help":54},
      "fqPie": {"label":"FQ-PIE","help":55},
      "dualpi2": {"label":"DualPI2","help":56},
      "manual": {"label":"You","help":57},
    },
  },
  "ReverseLink": {
    "tag": "",
    "word": false,
    "kinds": {
      "ReverseLink": {"label":"","help":59},
    },
  },
  "Buffer": {
    "tag": "",
    "word": false,
    "kinds": {
      "packets": {"label":"","help":61},
      "bytes": {"label":"","help":63},
      "ms": {"label":"","help":65},
      "bdp": {"label":"","help":67},
    },
  },
  "Hop": {
    "tag": "",
    "word": false,
    "kinds": {
      "Hop": {"label":"Hop","help":70},
    },
  },
  "CongestionControl": {
    "tag": "kind",
    "word": true,
    "kinds": {
      "cubic": {"label":"CUBIC","help":191},
      "newreno": {"label":"NewReno","help":197},
      "hstcp": {"label":"HighSpeed TCP","help":198},
      "scalable": {"label":"Scalable TCP","help":199},
      "htcp": {"label":"H-TCP","help":202},
      "bic": {"label":"BIC","help":205},
      "vegas": {"label":"Vegas","help":210},
      "dctcp": {"label":"DCTCP","help":214},
      "bbr": {"label":"BBR","help":217},
      "aimd": {"label":"AIMD","help":218},
      "ledbat": {"label":"LEDBAT","help":221},
      "reno": {"label":"Reno","help":226},
      "sack": {"label":"SACK TCP","help":227},
      "prague": {"label":"Prague","help":228},
      "westwood": {"label":"Westwood+","help":230},
      "illinois": {"label":"Illinois","help":232},
      "yeah": {"label":"YeAH","help":239},
      "veno": {"label":"Veno","help":243},
      "bbr3": {"label":"BBRv3","help":245},
    },
  },
  "FlowSize": {
    "tag": "kind",
    "word": false,
    "kinds": {
      "fixed": {"label":"Fixed","help":295},
      "list": {"label":"List","help":297},
      "pareto": {"label":"Pareto","help":299},
      "lognormal": {"label":"Lognormal","help":303},
    },
  },
};
