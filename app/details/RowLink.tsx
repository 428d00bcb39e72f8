import { MarkIcon } from '../components/MarkIcon.tsx';
import type { Bearing, Row } from '../engine/questions.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useView } from '../session/use-session.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { formatBearing, formatDistance, type Units } from '../vocabulary/distances.ts';
import { featureTypeName } from '../vocabulary/feature-types.ts';
import { recordTitle } from './titles.ts';

function wayTo({ distanceInMetres, bearingInDegrees }: Bearing, units: Units): string {
  // What stands at the same point lies in no direction from it.
  if (distanceInMetres < 0.5) return 'at this point';
  return `${formatDistance(distanceInMetres, units)} ${formatBearing(bearingInDegrees)}`;
}

/** A line that leads to the details of a record or a place. */
export function RowLink({ row, tellsDistance }: { readonly row: Row; readonly tellsDistance: boolean }) {
  const units = useView((view) => view.units);
  const linkTo = useSelectionLink();
  const title = row.kind === 'record' ? recordTitle(row) : row.name;
  const rest = row.kind === 'record' ? formatAsRecorded(row.dateTime) : featureTypeName(row.featureType);
  return (
    <a className="details-row" {...linkTo({ kind: row.kind, id: row.id })}>
      <span className="details-row-mark">
        {row.kind === 'record' ? <MarkIcon mark={row.mark} size={16} /> : <span className="details-place-dot" />}
      </span>
      <span className="details-row-title">{title}</span>
      <span className="details-row-rest small muted figure">
        {rest}
        {tellsDistance ? ` · ${wayTo(row, units)}` : ''}
      </span>
    </a>
  );
}
