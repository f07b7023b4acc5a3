/**
 * On paper the page is light, and its sheets have the size of the window, which the plots are painted for. The browser scales the sheets
 * to the paper.
 */
export function followPrinting(): void {
  const { dataset } = document.documentElement;
  const sheets = new CSSStyleSheet();
  let former: string | undefined;
  addEventListener('beforeprint', () => {
    former = dataset['theme'];
    dataset['theme'] = 'light';
    sheets.replaceSync(`@page { size: ${innerWidth}px ${innerHeight}px; margin: 0 }`);
    document.adoptedStyleSheets.push(sheets);
  });
  addEventListener('afterprint', () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheets);
    if (former === undefined) delete dataset['theme'];
    else dataset['theme'] = former;
  });
}
