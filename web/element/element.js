/**
 * `<aqm-playground>`: a run of AQM Playground in a web page. It is an iframe of the built page with `?embed`; docs/embed.md describes the
 * attributes and the events.
 */

/** The built page beside this file. A bundler that moves this file needs the attribute `src`. */
const BESIDE = 'page/index.html';
/** The name in each message of the page. */
const SOURCE = 'aqm-playground';
const EVENTS = ['ready', 'time', 'changed'];
/** Attributes that are parameters of the embedded page. */
const PASSED = ['panels', 'controls', 'theme', 'autoplay'];

const STYLE = `
  :host { display: block; height: 420px; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 100%; border: 0; }
`;

class AqmPlayground extends HTMLElement {
  static observedAttributes = ['src', 'link', 'title', ...PASSED];

  #frame = document.createElement('iframe');
  #link = '';
  #isWaiting = false;

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent = STYLE;
    this.attachShadow({ mode: 'open' }).append(style, this.#frame);
  }

  /** The link to the present state of the run, as the page told it last; '' before that. */
  get currentLink() {
    return this.#link;
  }

  connectedCallback() {
    addEventListener('message', this.#hear);
    this.#show();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
  }

  /** Several attributes that change together load the page once. */
  attributeChangedCallback() {
    if (!this.isConnected || this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.isConnected) this.#show();
    });
  }

  #show() {
    this.#frame.title = this.getAttribute('title') ?? 'AQM Playground';
    const address = this.#address();
    if (this.#frame.src !== address) this.#frame.src = address;
  }

  #address() {
    const src = this.getAttribute('src');
    const address =
      src === null ? new URL(BESIDE, import.meta.url) : new URL(src, document.baseURI);
    const asked = new URLSearchParams({ embed: '' });
    for (const name of PASSED) {
      const value = this.getAttribute(name);
      if (value !== null) asked.set(name, value);
    }
    // A page from a file has no origin that the run could name.
    asked.set('origin', location.origin === 'null' ? '*' : location.origin);
    address.search = asked.toString();
    // Of a link only the run counts: it may come from a page at another address.
    address.hash = /#v\d+\..*$/.exec(this.getAttribute('link') ?? '')?.[0] ?? '';
    return address.href;
  }

  /** @param {MessageEvent} event */
  #hear = ({ source, origin, data }) => {
    if (source === null || source !== this.#frame.contentWindow) return;
    // A page from a file has the origin "null".
    if (origin !== 'null' && origin !== new URL(this.#frame.src).origin) return;
    if (typeof data !== 'object' || data === null || data.source !== SOURCE) return;
    const { event, ...detail } = data;
    if (!EVENTS.includes(event)) return;
    delete detail.source;
    if (typeof detail.link === 'string') this.#link = detail.link;
    this.dispatchEvent(new CustomEvent(event, { detail }));
  };
}

if (!customElements.get('aqm-playground')) customElements.define('aqm-playground', AqmPlayground);

export { AqmPlayground };
