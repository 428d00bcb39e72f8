import { MarkIcon } from '../components/MarkIcon.tsx';
import { markPlurals, marks } from '../vocabulary/kinds.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { totalOf, type CountByMark } from './month-counts.ts';

/** Legend and figures in one: "Jan 2021: 426 records", and of them the sightings, the detections … */
export function TimelineReadout({ period, byMark }: { readonly period: string; readonly byMark: CountByMark }) {
  return (
    <>
      <strong className="timeline-period figure">
        {period}: {countOf(totalOf(byMark), 'record')}
      </strong>
      <ul className="timeline-legend figure">
        {marks.map((mark) => (
          <li key={mark} data-mark={mark}>
            <MarkIcon mark={mark} size={14} /> {markPlurals[mark]} <span>{formatCount(byMark[mark])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
