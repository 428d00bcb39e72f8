import { Button } from '../components/buttons.tsx';
import { focusCount } from '../components/focus-count.ts';
import type { EmptyResultReason } from '../engine/engine.ts';
import { withoutFilter } from '../view/view-state.ts';
import { filterNamesInSentence } from '../vocabulary/filter-texts.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { useExplorer } from '../explorer/use-explorer.ts';

interface FilterRemovalsProps {
  readonly reason: Pick<EmptyResultReason, 'inArea' | 'without'>;
  readonly noun: 'record' | 'place';
}

/** Where the filters leave nothing: a button for each filter that alone removes everything, and one for all filters. */
export function FilterRemovals({ reason: { inArea, without }, noun }: FilterRemovalsProps) {
  const { view } = useExplorer();
  return (
    <>
      {without.map(({ filter, count }) => (
        <Button
          key={filter}
          onClick={() => {
            view.getState().changeFilters(withoutFilter(filter));
            focusCount();
          }}
        >
          Without the {filterNamesInSentence[filter]} filter: {countOf(count, noun)}
        </Button>
      ))}
      {inArea > 0 && without.every(({ count }) => count < inArea) ? (
        <Button
          onClick={() => {
            view.getState().clearFilters();
            focusCount();
          }}
        >
          Clear all filters: {countOf(inArea, noun)}
        </Button>
      ) : null}
    </>
  );
}
