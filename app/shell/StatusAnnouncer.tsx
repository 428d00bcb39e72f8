import { countLine } from '../session/count-line.ts';
import { useResult, useQueryState, useView } from '../session/use-session.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { distanceAndBearingInWords } from '../vocabulary/distances.ts';

/**
 * The one status of the page for those who hear it: says what was found once the view stands still, and nothing while
 * something is being dragged.
 */
export function StatusAnnouncer() {
  // Not a render later: what is said must be gone before it is said again, however late its answer comes.
  const isSettled = useQueryState((queryState) => queryState.isSettled);
  const result = useResult((whole) => whole);
  const units = useView((view) => view.units);
  const nearest = result?.query.search?.mode === 'nearest' ? result.nearestRecord : null;
  return (
    <p className="visually-hidden" role="status">
      {isSettled && result ? `${countLine(result, units)}.` : ''}
      {isSettled && nearest
        ? ` Nearest record: ${distanceAndBearingInWords(nearest, units)}, ${formatDate(nearest.dateTime)}.`
        : ''}
    </p>
  );
}
