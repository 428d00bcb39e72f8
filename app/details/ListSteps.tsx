import { Icon } from '../components/Icon.tsx';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useAnswer } from '../session/use-session.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { useNeighbours } from './use-neighbours.ts';

/** "3 of 118", and links to the one before and the one after in the list; nothing for what the list does not hold. */
export function ListSteps({ kind, id }: { readonly kind: 'record' | 'place'; readonly id: number }) {
  const linkTo = useSelectionLink();
  const found = useAnswer((answer) => answer.found) ?? 0;
  const neighbours = useNeighbours(kind, id);
  if (neighbours?.index === null || neighbours?.index === undefined) return null;
  const { index, previous, next } = neighbours;

  // One element whether there is a way or none: the focus stays at the end of the list too.
  const step = (to: number | null, position: number, label: string, icon: 'up' | 'down') => (
    <a
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
