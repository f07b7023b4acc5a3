import { unpacked } from './in-page';

/** The address of all definitions as one document, which is in the file. */
let address: Promise<string> | undefined;

async function documents(): Promise<string> {
  address ??= unpacked('aqm-docs').then((bytes) => {
    const { theme } = document.documentElement.dataset;
    const html = new TextDecoder().decode(bytes);
    const themed = theme === undefined ? html : html.replace('<html', `$& data-theme="${theme}"`);
    return URL.createObjectURL(new Blob([themed], { type: 'text/html;charset=utf-8' }));
  });
  return address;
}

/** Opens links to definitions in a window of their own: the single file has no other files beside it. */
addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="docs/"]') : null;
  const target = link?.getAttribute('href');
  if (target === undefined || target === null || event.button !== 0) return;
  event.preventDefault();
  const [, page = '', anchor] = /^docs\/([^#]*)\.html(?:#(.*))?$/.exec(target) ?? [];
  const place = anchor === undefined ? page : `${page}--${anchor}`;
  // Opened at once: a browser allows a new window only during the click.
  const opened = window.open();
  void documents().then((document) => {
    if (opened) opened.location.href = `${document}#${place}`;
    else location.href = `${document}#${place}`;
  });
});
