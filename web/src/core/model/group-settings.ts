import type { Traffic } from '../document/scenario';
import type { Link } from '../document/scenario.generated';
import type { Setting } from './settings';
import { settingsOnPath } from './traffic';

/** The parameters of a group that have controls: those that work during the run, and the others. */
export function groupSettings(group: Traffic, link: Link): { live: Setting[]; atStart: Setting[] } {
  const all = settingsOnPath(group, link).filter(({ name }) => name !== 'name' && name !== 'muted');
  return {
    live: all.filter(({ parameter }) => !parameter.atStart),
    atStart: all.filter(({ parameter }) => parameter.atStart),
  };
}
