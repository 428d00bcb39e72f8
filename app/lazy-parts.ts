import { lazy, type ComponentType } from 'react';

// Asked for at once, not when first rendered: it comes beside the page's own script, without a pause.
const panel = import('./panel.ts');

const fromPanel = <Properties extends object>(
  pick: (parts: Awaited<typeof panel>) => ComponentType<Properties>,
): ComponentType<Properties> => lazy(async () => ({ default: pick(await panel) }));

export const FilterBar = fromPanel((parts) => parts.FilterBar);
export const LocationSearch = fromPanel((parts) => parts.LocationSearch);
export const PrintList = fromPanel((parts) => parts.PrintList);
export const ResultsPanel = fromPanel((parts) => parts.ResultsPanel);

export const DetailsPanel = lazy(async () => ({ default: (await import('./details/DetailsPanel.tsx')).DetailsPanel }));
/** On wide screens, and in a sheet at its full height. */
export const Timeline = lazy(async () => ({ default: (await import('./timeline/Timeline.tsx')).Timeline }));
export const HelpDialog = lazy(() => import('./help/HelpDialog.tsx'));
