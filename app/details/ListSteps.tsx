import { type MouseEvent, useEffect, useRef, useState } from 'react';

import { Icon } from '../components/Icon.tsx';
import type { Engine } from '../engine/engine.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useResult, useExplorer, useView } from '../explorer/use-explorer.ts';
import { formatCount } from '../vocabulary/numbers.ts';

/** "3 of 118", and links to the previous and next item of the list. Renders nothing if the item is not in the list. */
export function ListSteps({ kind, id }: { readonly kind: 'record' | 'place'; readonly id: number }) {
  const linkTo = useSelectionLink();
  const loaded = useNeighbours(kind, id);
  const queueStep = useQueuedSteps(kind, id, loaded);
  if (loaded === undefined || loaded.neighbours.index === null) return null;
  const { found } = loaded;
  const { index, previous, next } = loaded.neighbours;
  const isCurrent = loaded.id === id;

  // The same element with and without a target, so that it keeps the focus at the end of the list.
  // `position` counts from 1.
  const renderStep = (to: number | null, position: number, label: string, icon: 'up' | 'down') => (
    <a
      onClickCapture={(event: MouseEvent) => {
        if (isCurrent) return;
        // The neighbours of this item are not loaded yet: the link is still that of the item shown before.
        event.preventDefault();
        queueStep(icon === 'up' ? -1 : 1);
      }}
      className="button details-step"
      data-kind="plain"
      data-size="icon"
      {...(to === null
        ? { role: 'link', tabIndex: 0, 'aria-disabled': true, 'aria-label': `${label}: none` }
        : {
            ...linkTo({ kind, id: to }, 'same'),
            'aria-label': `${label}: ${formatCount(position)} of ${formatCount(found)}`,
          })}
    >
      <Icon name={icon} />
    </a>
  );
  return (
    <nav className="row gap-0" aria-label="List navigation">
      {renderStep(previous, index, 'Previous in the list', 'up')}
      <span className="small muted figure">
        {formatCount(index + 1)} of {formatCount(found)}
      </span>
      {renderStep(next, index + 2, 'Next in the list', 'down')}
    </nav>
  );
}

type Neighbours = Awaited<ReturnType<Engine['neighbours']>>;

/** The neighbours of an item in the list. */
interface LoadedNeighbours {
  /** Identifier of the item. */
  readonly id: number;
  readonly neighbours: Neighbours;
  /** The number of items in the list. */
  readonly found: number;
}

/**
 * The index of an item in the list and its neighbours, updated with the list. While they load, returns the last result,
 * even if it belongs to the item shown before. Undefined before the first result, after a failure, and while the list
 * contains items of the other kind.
 */
function useNeighbours(kind: 'record' | 'place', id: number): LoadedNeighbours | undefined {
  const explorer = useExplorer();
  const result = useResult((latest) => latest);
  // Records and places have separate identifiers, so only a list of the same kind has neighbours.
  const isListed = useView(({ tab }) => tab === `${kind}s`);
  const [loaded, setLoaded] = useState<LoadedNeighbours>();

  useEffect(() => {
    if (!result || !isListed) return;
    let isActive = true;
    const query = explorer.listQuery();
    Promise.all([explorer.engine.neighbours(query, id), explorer.engine.counts(query)]).then(
      ([neighbours, { found }]) => {
        if (isActive) setLoaded({ id, neighbours, found });
      },
      () => {
        // The details are still shown, without links to neighbours.
        if (isActive) setLoaded(undefined);
      },
    );
    return () => {
      isActive = false;
    };
  }, [explorer, result, isListed, id]);

  return isListed ? loaded : undefined;
}

/**
 * Queues steps through the list that the user requests before their targets are loaded. Takes each step as soon as its
 * target is loaded. Returns a function that adds a step: 1 forward, -1 back.
 */
function useQueuedSteps(
  kind: 'record' | 'place',
  id: number,
  loaded: LoadedNeighbours | undefined,
): (step: 1 | -1) => void {
  const { view } = useExplorer();
  const queued = useRef(0);

  useEffect(() => {
    if (queued.current === 0 || (loaded && loaded.id !== id)) return;
    const { next = null, previous = null } = loaded?.neighbours ?? {};
    const to = queued.current > 0 ? next : previous;
    // At the end of the list, or for an item outside it, drop the remaining steps.
    queued.current = to === null ? 0 : queued.current - Math.sign(queued.current);
    if (to !== null) view.getState().select({ kind, id: to }, 'same');
  }, [view, kind, id, loaded]);

  return (step) => {
    queued.current += step;
  };
}
