/**
 * The cell of a notebook: a frame with the page, and what passes between the page and the kernel (notebook.py). web/src/live/notebook is the
 * other end of the messages. The page is in no output of the notebook: the kernel sends it once, and all cells of a tab share it.
 */

/**
 * What anywidget gives to a view.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get
 * @property {(name: string, value: unknown) => void} set
 * @property {() => void} save_changes
 * @property {(message: object) => void} send
 * @property {(event: string, listener: (...values: any[]) => void) => void} on
 * @property {(event: string, listener: (...values: any[]) => void) => void} off
 *
 * @typedef {object} Tab what all cells of a browser's tab share
 * @property {Map<string, string>} pages addresses of the pages that the tab has, by the hash of their content
 * @property {(() => void)[]} waiting cells that wait for one
 */

const SOURCE = 'aqm-playground';
/** The page asks for a scenario within this time, or something forbids it, ms. */
const SILENT_MS = 20_000;
/** Another cell may bring the page within this time, ms. */
const WAIT_MS = 3_000;

/** Each cell has its own copy of this module. */
const shared = /** @type {typeof globalThis & { aqmPlayground?: Tab }} */ (globalThis);
/** @type {Tab} */
const tab = (shared.aqmPlayground ??= { pages: new Map(), waiting: [] });

/** Keeps a page that the kernel has sent: gzipped HTML. @param {string} name @param {DataView<ArrayBuffer>} packed */
async function keep(name, packed) {
  if (tab.pages.has(name)) return;
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const html = await new Response(unpacked).arrayBuffer();
  tab.pages.set(name, URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' })));
  for (const look of tab.waiting.splice(0)) look();
}

/**
 * Returns the address of the page: the one that the tab has, the one in the model, or one that the kernel is asked for.
 *
 * @param {Model} model
 * @returns {Promise<string>}
 */
async function addressOf(model) {
  /** @type {string} */
  const name = model.get('_page_name');
  /** @type {DataView<ArrayBuffer> | null} */
  const packed = model.get('_page');
  if (packed && packed.byteLength > 0) await keep(name, packed);
  model.on('msg:custom', (/** @type {{ page?: string }} */ message, buffers) => {
    const [buffer] = /** @type {DataView<ArrayBuffer>[]} */ (buffers ?? []);
    if (message.page === name && buffer) void keep(name, buffer);
  });
  const timer = setTimeout(() => {
    if (!tab.pages.has(name)) model.send({ ask: 'page' });
  }, WAIT_MS);
  for (;;) {
    const address = tab.pages.get(name);
    if (address !== undefined) {
      clearTimeout(timer);
      return address;
    }
    await new Promise((resolve) => tab.waiting.push(() => resolve(undefined)));
  }
}

/** Returns the theme of the notebook; undefined if it is not known. @param {HTMLElement} body */
function themeOf({ dataset, classList }) {
  if (dataset.jpThemeLight !== undefined) return dataset.jpThemeLight === 'true' ? 'light' : 'dark';
  if (classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light'))
    return 'light';
  if (classList.contains('vscode-dark') || classList.contains('vscode-high-contrast'))
    return 'dark';
  return undefined;
}

/** Returns the menu of the rows of a sweep; undefined without a sweep. @param {Model} model */
function menuOf(model) {
  /** @type {string[]} */
  const rows = model.get('_rows');
  if (rows.length === 0) return undefined;
  const menu = document.createElement('select');
  menu.append(...rows.map((row, index) => new Option(row, String(index))));
  const show = () => (menu.value = String(model.get('_row')));
  show();
  model.on('change:_row', show);
  menu.addEventListener('change', () => {
    model.set('_row', Number(menu.value));
    model.save_changes();
  });
  const label = document.createElement('label');
  label.append('Row of the sweep ', menu);
  return label;
}

/** Draws a cell. Returns what removes it. @param {{ model: Model, el: HTMLElement }} view */
function render({ model, el }) {
  const frame = document.createElement('iframe');
  frame.name = 'aqm-notebook';
  frame.title = 'AQM Playground';
  frame.style.height = `${model.get('_height')}px`;
  const note = document.createElement('p');
  note.textContent = 'Loading the page…';
  el.classList.add('aqm-playground');
  const menu = menuOf(model);
  if (menu) el.append(menu);
  el.append(note, frame);

  let isThere = false;
  /** @param {object} order */
  const post = (order) => frame.contentWindow?.postMessage({ to: SOURCE, ...order }, '*');
  const dress = () => {
    const theme = themeOf(document.body);
    if (theme) post({ do: 'theme', theme });
  };
  const open = () => {
    if (isThere) post({ do: 'open', ...model.get('_order'), state: '' });
  };
  /** The page has started, or has started again because the notebook has moved the frame. */
  const begin = () => {
    isThere = true;
    note.remove();
    dress();
    const [order, told] = [model.get('_order'), model.get('_told')];
    const state = told.number === order.number ? told.state : '';
    post({ do: 'open', ...order, state });
  };
  /** @param {MessageEvent} event */
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.source !== SOURCE) return;
    if (data.event === 'hello') return begin();
    if (data.event !== 'told') return;
    const { number, scenario, shown, state } = data;
    model.set('_told', { number, scenario, shown, state });
    model.save_changes();
  };
  window.addEventListener('message', hear);
  model.on('change:_order', open);
  const themes = new MutationObserver(dress);
  themes.observe(document.body, { attributes: true });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  void addressOf(model).then((address) => {
    frame.src = address;
    timer = setTimeout(() => {
      if (!isThere)
        note.textContent =
          'The page does not start. This notebook may forbid frames or scripts (its content security policy).';
    }, SILENT_MS);
  });
  return () => {
    clearTimeout(timer);
    themes.disconnect();
    window.removeEventListener('message', hear);
    model.off('change:_order', open);
  };
}

export default { render };
