import { Marked, type Tokens } from 'marked';

/** One page of `docs/` as HTML, without the frame around it. */
export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  /** All anchors of the page. */
  readonly ids: ReadonlySet<string>;
  /** Other pages it links to, from the root of the docs: `models/red.md`. */
  readonly links: readonly { readonly page: string; readonly anchor: string }[];
}

/** Returns the id of a heading, as on GitHub: `queue-codel` for "Queue: `codel`". */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Returns the address of `page`, relative to the root of the docs. */
export const addressOf = (page: string): string => page.replace(/\.md$/, '.html');

/**
 * Renders a page. Headings get the same ids as on GitHub. If the first cell of a table's row contains only code, the row gets
 * the id of the heading above it, a dash, and that code: `queue-codel-targetMs`. Links to other pages are rewritten.
 */
export function render(markdown: string, page: string): RenderedPage {
  const ids = new Set<string>();
  const links: { page: string; anchor: string }[] = [];
  let title = page;
  let section = '';
  const add = (id: string): string => {
    if (ids.has(id)) throw new Error(`docs/${page}: the anchor ${id} exists twice`);
    ids.add(id);
    return id;
  };

  const marked = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        section = slug(text);
        if (depth === 1) title = text.replaceAll('`', '');
        const inner = this.parser.parseInline(tokens);
        const id = add(section);
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      table({ header, rows }) {
        const inline = ({ tokens }: Tokens.TableCell): string => this.parser.parseInline(tokens);
        const head = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
        const body = rows.map((row) => {
          const [, name] = /^`([\w.]+)`$/.exec(row[0]?.text ?? '') ?? [];
          const id = name === undefined ? '' : ` id="${add(`${section}-${name}`)}"`;
          // On a narrow screen a row becomes a block, and each cell shows its column's name.
          const cells = row.map((cell, i) => {
            const label = header[i]?.text ?? '';
            const empty = cell.text.trim() === '' ? ' class="empty"' : '';
            return `<td data-label="${label}"${empty}>${inline(cell)}</td>`;
          });
          return `<tr${id}>${cells.join('')}</tr>\n`;
        });
        return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('')}</tbody></table>\n`;
      },
      code({ text }) {
        // Code may be wider than a phone. It scrolls, so it must be reachable by keyboard.
        return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${href}" rel="external">${inner}</a>`;
        const [path = '', anchor = ''] = href.split('#');
        // Other files of the repository are not published.
        if (leaves(page, path)) return inner;
        const target = path === '' ? page : join(page, path);
        links.push({ page: target, anchor });
        return `<a href="${addressOf(path)}${anchor === '' ? '' : `#${anchor}`}">${inner}</a>`;
      },
    },
  });
  const html = marked.parse(markdown.replace(/<!--[^]*?-->\s*/g, ''), { async: false });
  return { title, html, ids, links };
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Resolves `path`, which is relative to `page`, against the root of the docs. */
function join(page: string, path: string): string {
  return new URL(path, `file:///${page}`).pathname.slice(1);
}

/** Returns whether a relative path leads out of the docs. */
function leaves(page: string, path: string): boolean {
  return !new URL(path, `file:///docs/${page}`).pathname.startsWith('/docs/');
}
