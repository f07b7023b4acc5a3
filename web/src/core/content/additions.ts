import { newGroup } from '../model/traffic';
import { PARAMETERS } from '../document/parameters.generated';
import type { Scenario, Traffic, TrafficKind } from '../document/scenario';
import { CONGESTION_CONTROLS, TRAFFIC } from '../document/scenario.generated';
import { kindIcon, type KindIcon, kindName } from './traffic';

/** Something that the menu "Add traffic" offers. */
export interface Addition {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly icon: KindIcon;
  readonly create: (scenario: Scenario) => Traffic;
}

/** All kinds of traffic, for the menu "Add traffic". */
export const ADDITIONS: readonly Addition[] = [
  ...(Object.keys(TRAFFIC) as TrafficKind[]).map((kind) => ({
    id: kind,
    label: kindName(kind),
    help: TRAFFIC[kind].help,
    icon: kindIcon(kind),
    create: ({ link }: Scenario) => newGroup(kind, link.rateMbps),
  })),
  ...('ledbat' in CONGESTION_CONTROLS
    ? [
        {
          id: 'background',
          label: 'Background',
          help: 'A bulk transfer with LEDBAT, which yields to other traffic.',
          icon: 'background' as const,
          create: (): Traffic =>
            ({ kind: 'bulk', name: 'Background', cc: 'ledbat' }) as unknown as Traffic,
        },
      ]
    : []),
];

/** Most characters of the name of a group. */
export const NAME_CHARS = PARAMETERS['traffic.bulk.name']?.chars ?? 40;
