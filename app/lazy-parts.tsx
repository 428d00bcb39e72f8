import type { ComponentType } from 'react';

import { inDialog, lazyPart, toldElsewhere } from './components/lazy-part.tsx';
import { Script } from './components/script.ts';
import { WithoutDetails } from './shell/WithoutDetails.tsx';

const panel = new Script(() => import('./panel.ts'));

/** Asks for what stands beside the map before it is first rendered: it comes without a pause. */
export function askForPanel(): void {
  panel.load().catch(() => {
    // The parts ask again when they are rendered, and tell of it.
  });
}

/** What comes with the list: if it does not come, the list's place says so for all of them. */
const besideTheList = <Properties extends object>(
  pick: (parts: Awaited<ReturnType<typeof panel.load>>) => ComponentType<Properties>,
) => lazyPart(panel, pick, toldElsewhere);

export const FilterBar = besideTheList((parts) => parts.FilterBar);
export const LocationSearch = besideTheList((parts) => parts.LocationSearch);
export const PrintList = besideTheList((parts) => parts.PrintList);
export const ResultsPanel = lazyPart(panel, (parts) => parts.ResultsPanel);

export const DetailsPanel = lazyPart(
  new Script(() => import('./details/DetailsPanel.tsx')),
  (script) => script.DetailsPanel,
  (words) => <WithoutDetails>{words}</WithoutDetails>,
);
/** On wide screens alone. */
export const Timeline = lazyPart(new Script(() => import('./timeline/Timeline.tsx')), (script) => script.Timeline);
export const HelpDialog = lazyPart(
  new Script(() => import('./help/HelpDialog.tsx')),
  (script) => script.default,
  inDialog('About these records'),
);
