const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Returns a time of the past in words: "today, 14:02", "yesterday, 9:30" or "24 Nov 2026". Both are ms since 1970. */
export function whenText(ms: number, nowMs: number): string {
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  const day = DAY.format(ms);
  if (day === DAY.format(nowMs)) return `today, ${CLOCK.format(ms)}`;
  return day === DAY.format(yesterday) ? `yesterday, ${CLOCK.format(ms)}` : day;
}
