import type { ComponentType, ReactNode } from 'react';

import { BackToListButton } from './components/buttons.tsx';
import { failureDialog, lazyComponent, LazyModule, noFailureView } from './components/lazy-component.tsx';
import { useSession } from './session/use-session.ts';
import { returnToList } from './view/view-history.ts';

const panel = new LazyModule(() => import('./panel.ts'));

/** Starts loading the panel before it is first rendered. */
export function preloadPanel(): void {
  panel.load().catch(() => {
    // The components load it again when they are rendered, and report a failure.
  });
}

/** For all components of the panel's module except the list: the list reports a load failure for all of them. */
const panelComponent = <Properties extends object>(
  pick: (parts: Awaited<ReturnType<typeof panel.load>>) => ComponentType<Properties>,
) => lazyComponent(panel, pick, noFailureView);

export const FilterBar = panelComponent((parts) => parts.FilterBar);
export const LocationSearch = panelComponent((parts) => parts.LocationSearch);
export const PrintList = panelComponent((parts) => parts.PrintList);
export const ResultsPanel = lazyComponent(panel, (parts) => parts.ResultsPanel);

export const DetailsPanel = lazyComponent(
  new LazyModule(() => import('./details/DetailsPanel.tsx')),
  (module) => module.DetailsPanel,
  (message) => <DetailsUnavailable>{message}</DetailsUnavailable>,
);
/** Loaded on wide screens, and on narrow ones when the sheet is at full height. */
export const Timeline = lazyComponent(
  new LazyModule(() => import('./timeline/Timeline.tsx')),
  (module) => module.Timeline,
);
export const HelpDialog = lazyComponent(
  new LazyModule(() => import('./help/HelpDialog.tsx')),
  (module) => module.default,
  failureDialog('About these records'),
);

/** Shown instead of details that cannot be loaded: the reason, and a button back to the list. */
function DetailsUnavailable({ children }: { readonly children: ReactNode }) {
  const { view } = useSession();
  return (
    <section aria-label="Details">
      <BackToListButton
        onPress={() => {
          returnToList(view);
        }}
      />
      {children}
    </section>
  );
}
