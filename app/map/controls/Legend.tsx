import { Suspense } from 'react';

import { lazyComponent, LazyModule } from '../../components/lazy-component.tsx';
import { Popover } from '../../components/Popover.tsx';
import type { PanButtonsChoice } from './use-pan-buttons.ts';

// Loaded when the legend is first opened.
const LegendList = lazyComponent(new LazyModule(() => import('./LegendList.tsx')), (module) => module.LegendList);

/** A popover, because a map under a sheet or on a short screen has no space for the list. */
export function Legend(panButtons: PanButtonsChoice) {
  return (
    <div className="map-legend">
      <Popover button="Legend" buttonClassName="button" label="Legend" heightInPixels={720} isFocusable>
        <Suspense fallback={<p className="muted">Loading …</p>}>
          <LegendList {...panButtons} />
        </Suspense>
      </Popover>
    </div>
  );
}
