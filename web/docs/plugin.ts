import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { addressOf, render, type RenderedPage } from './render.ts';

const docs = new URL('../../docs/', import.meta.url);
const styles = [
  new URL('../src/kit/styles/tokens.css', import.meta.url),
  new URL('docs.css', import.meta.url),
];

/** The documents that the page links to. The documents that these link to are published too. */
const ENTRIES = [
  'metrics.md',
  'parameters.md',
  // Skips files that Finder and editors create.
  ...readdirSync(new URL('models/', docs))
    .filter((file) => /^[^.].*\.md$/.test(file))
    .map((file) => `models/${file}`),
];

/** Applies the theme that the user selected in the page. */
const THEME = `try {
  const theme = localStorage.getItem('aqm-theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {}
`;

/** Returns all pages by their path in `docs/`. Throws if a link leads to a missing page or anchor. */
export function renderDocs(): ReadonlyMap<string, RenderedPage> {
  const pages = new Map<string, RenderedPage>();
  const waiting = [...ENTRIES];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (pages.has(page)) continue;
    const rendered = render(readFileSync(new URL(page, docs), 'utf8'), page);
    pages.set(page, rendered);
    waiting.push(...rendered.links.map((link) => link.page));
  }
  for (const [page, { links }] of pages) {
    for (const { page: target, anchor } of links) {
      if (anchor !== '' && pages.get(target)?.ids.has(anchor) !== true)
        throw new Error(`docs/${page} links to ${target}#${anchor}, which does not exist`);
    }
  }
  return pages;
}

/** Returns every file below `docs/` of the built page. */
function files(): Map<string, string> {
  const pages = renderDocs();
  const all = new Map<string, string>([
    ['docs.css', styles.map((url) => readFileSync(url, 'utf8')).join('\n')],
    ['theme.js', THEME],
  ]);
  for (const page of pages.keys()) all.set(addressOf(page), whole(page, pages));
  return all;
}

/** Returns a complete HTML page with a link back and the list of pages. */
function whole(page: string, pages: ReadonlyMap<string, RenderedPage>): string {
  const up = '../'.repeat(page.split('/').length - 1);
  const { title, html } = pages.get(page)!;
  const order = [...pages.keys()].toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const list = order.map((other) => {
    const current = other === page ? ' aria-current="page"' : '';
    return `<li><a href="${up}${addressOf(other)}"${current}>${pages.get(other)?.title}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; form-action 'none'">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · AQM Playground</title>
<link rel="icon" href="${up}../favicon.svg" type="image/svg+xml">
<script src="${up}theme.js"></script>
<link rel="stylesheet" href="${up}docs.css">
</head>
<body>
<header><a href="${up}../index.html">AQM Playground</a></header>
<nav aria-label="Pages"><ul>
${list.join('\n')}
</ul></nav>
<main>
${html}</main>
</body>
</html>
`;
}

/** Returns all pages as one document, and its style sheet. The anchor of a page is its path, that of its section `path--section`. */
export function oneDocument(): { readonly html: string; readonly style: string } {
  const pages = renderDocs();
  const style = styles.map((url) => readFileSync(url, 'utf8')).join('\n');
  const name = (page: string): string => page.replace(/\.md$/, '');
  const sorted = [...pages].toSorted(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const list = sorted.map(([page, { title }]) => `<li><a href="#${name(page)}">${title}</a></li>`);
  const articles = sorted.map(([page, { html }]) => {
    const inner = html
      .replace(/ id="([^"]+)"/g, ` id="${name(page)}--$1"`)
      .replace(/ href="([^":#]*)(?:#([^"]*))?"/g, (_, path: string, anchor?: string) => {
        const target = path === '' ? page : new URL(path, `file:///${page}`).pathname.slice(1);
        const place = target.replace(/\.(html|md)$/, '');
        return ` href="#${place}${anchor === undefined ? '' : `--${anchor}`}"`;
      });
    return `<article id="${name(page)}">\n${inner}</article>`;
  });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Definitions · AQM Playground</title>
<style>${style}</style>
</head>
<body>
<header>AQM Playground: definitions</header>
<nav aria-label="Pages"><ul>
${list.join('\n')}
</ul></nav>
<main>
${articles.join('\n')}
</main>
</body>
</html>
`;
  return { html, style };
}

const depth = (page: string): number => page.split('/').length;

/** Publishes the definitions with the page: `docs/*.md` as `docs/*.html`, without requests to other hosts. */
export function documentation(): Plugin {
  return {
    name: 'documentation',
    generateBundle() {
      for (const [name, source] of files())
        this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use('/docs/', (request, response, next) => {
        const name = (request.url ?? '').replace(/^\//, '').replace(/[?#].*$/, '');
        const source = files().get(name);
        if (source === undefined) return next();
        const type = { css: 'text/css', js: 'text/javascript' }[name.split('.').at(-1) ?? ''];
        response.setHeader('Content-Type', `${type ?? 'text/html'}; charset=utf-8`);
        response.end(source);
      });
    },
  };
}
