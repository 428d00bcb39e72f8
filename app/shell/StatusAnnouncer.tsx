import { countLine } from '../session/count-line.ts';
import { useQueryState, useResult, useView } from '../session/use-session.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { distanceAndBearingInWords } from '../vocabulary/distances.ts';

/**
 * The live region of the page for screen readers: announces the result count once the view has settled, and nothing
 * during a drag.
 */
export function StatusAnnouncer() {
  // Read in this render: the text must be removed before the same text can be announced again.
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
