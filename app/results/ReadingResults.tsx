import { formatCount } from '../vocabulary/numbers.ts';
import { SkeletonRow } from './SkeletonRow.tsx';

const rows = Array.from({ length: 12 }, (_, index) => index);

/** The list while its data is read. `of` is 0 until it is known how many records there are. */
export function ReadingResults({ loaded, of }: { readonly loaded: number; readonly of: number }) {
  return (
    <div
      className="results-scroller results-reading"
      id="results"
      tabIndex={-1}
      role="group"
      aria-label="List"
      aria-busy="true"
    >
      <p className="results-progress small muted figure">
        {of > 0 ? `Reading ${formatCount(loaded)} of ${formatCount(of)} records` : 'Reading the records'}
      </p>
      {of > 0 ? (
        <progress className="results-progress-bar" aria-label="Records read" value={loaded} max={of} />
      ) : (
        // Room for it: the rows below stay where they are when it comes.
        <div className="results-progress-bar" />
      )}
      {rows.map((row) => (
        <SkeletonRow key={row} />
      ))}
    </div>
  );
}
