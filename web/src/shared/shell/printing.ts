/** Whether the page is being printed. */
export const printing = { now: false };

/** Room for what is higher on paper than on the screen, px: style sheets see the size of the paper, and not that of its sheets. */
const SPARE_PX = 64;

/**
 * On paper the page is light, and its sheets are as wide as the window, for which the plots are painted; the browser scales the sheets
 * to the paper. Plots keep their heights, and columns that scroll on the screen are printed whole.
 */
export function followPrinting(): void {
  const { dataset } = document.documentElement;
  const sheets = new CSSStyleSheet();
  let plots: readonly HTMLElement[] = [];
  let former: string | undefined;
  addEventListener('beforeprint', () => {
    printing.now = true;
    former = dataset['theme'];
    dataset['theme'] = 'light';
    const columns = [...document.querySelectorAll('.bench > *')];
    const tallPx = Math.max(innerHeight, ...columns.map(({ scrollHeight }) => scrollHeight));
    sheets.replaceSync(`@page { size: ${innerWidth}px ${tallPx + SPARE_PX}px; margin: 0 }`);
    document.adoptedStyleSheets.push(sheets);
    plots = [...document.querySelectorAll<HTMLElement>('.bench figure')];
    const heights = plots.map(({ offsetHeight }) => offsetHeight);
    plots.forEach(({ style }, i) => (style.minHeight = `${heights[i]}px`));
  });
  addEventListener('afterprint', () => {
    printing.now = false;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheets);
    for (const { style } of plots) style.minHeight = '';
    if (former === undefined) delete dataset['theme'];
    else dataset['theme'] = former;
  });
}
