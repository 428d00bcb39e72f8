import type { MouseEvent } from 'react';

import { Icon } from '../components/Icon.tsx';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useResult } from '../session/use-session.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useOwedSteps } from './use-owed-steps.ts';

/** "3 of 118", and links to the one before and the one after in the list; nothing for what the list does not hold. */
export function ListSteps({ kind, id }: { readonly kind: 'record' | 'place'; readonly id: number }) {
  const linkTo = useSelectionLink();
  const found = useResult((result) => result.found) ?? 0;
  const known = useNeighbours(kind, id);
  const owe = useOwedSteps(kind, id, known);
  if (known === undefined || known.neighbours.index === null) return null;
  const { index, previous, next } = known.neighbours;
  const isOfThis = known.id === id;

  // One element whether there is a way or none: the focus stays at the end of the list too.
  const step = (to: number | null, position: number, label: string, icon: 'up' | 'down') => (
    <a
      onClickCapture={(event: MouseEvent) => {
        if (isOfThis) return;
        // Pressed before the ways on from here are known: where it leads to is the way from the one before.
        event.preventDefault();
        owe(icon === 'up' ? -1 : 1);
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
    <nav className="details-steps" aria-label="Through the list">
      {step(previous, index, 'Previous in the list', 'up')}
      <span className="small muted figure">
        {formatCount(index + 1)} of {formatCount(found)}
      </span>
      {step(next, index + 2, 'Next in the list', 'down')}
    </nav>
  );
}
