// Made from the tables in crates/aqm-scenario/src by `cargo run -p aqm-cli -- generate`; do not edit.

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
      "cubic": {"label":"CUBIC","help":189},
      "newreno": {"label":"NewReno","help":195},
      "hstcp": {"label":"HighSpeed TCP","help":196},
      "scalable": {"label":"Scalable TCP","help":197},
      "htcp": {"label":"H-TCP","help":200},
      "bic": {"label":"BIC","help":203},
      "vegas": {"label":"Vegas","help":208},
      "dctcp": {"label":"DCTCP","help":212},
      "bbr": {"label":"BBR","help":215},
      "aimd": {"label":"AIMD","help":216},
      "ledbat": {"label":"LEDBAT","help":219},
      "reno": {"label":"Reno","help":224},
      "sack": {"label":"SACK TCP","help":225},
      "prague": {"label":"Prague","help":226},
      "westwood": {"label":"Westwood+","help":228},
      "illinois": {"label":"Illinois","help":230},
      "yeah": {"label":"YeAH","help":237},
      "veno": {"label":"Veno","help":241},
      "bbr3": {"label":"BBRv3","help":243},
    },
  },
  "FlowSize": {
    "tag": "kind",
    "word": false,
    "kinds": {
      "fixed": {"label":"Fixed","help":293},
      "list": {"label":"List","help":295},
      "pareto": {"label":"Pareto","help":297},
      "lognormal": {"label":"Lognormal","help":301},
    },
  },
};
