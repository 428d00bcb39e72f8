import { countLine } from '../session/count-line.ts';
import { useAnswer, useFindings, useView } from '../session/use-session.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { wayInWords } from '../vocabulary/ways.ts';

/**
 * The one status of the page for those who hear it: says what was found once the view stands still, and nothing while
 * something is being dragged.
 */
export function StatusAnnouncer() {
  // Not a render later: what is said must be gone before it is said again, however late its answer comes.
  const isSettled = useFindings((findings) => findings.isSettled);
  const answer = useAnswer((whole) => whole);
  const units = useView((view) => view.units);
  const nearest = answer?.question.search?.mode === 'nearest' ? answer.nearestRecord : null;
  return (
    <p className="visually-hidden" role="status">
      {isSettled && answer ? `${countLine(answer, units)}.` : ''}
      {isSettled && nearest ? ` Nearest record: ${wayInWords(nearest, units)}, ${formatDate(nearest.dateTime)}.` : ''}
    </p>
  );
}
