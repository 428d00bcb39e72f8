import { MarkIcon } from '../components/MarkIcon.tsx';
import type { Bearing, Row } from '../engine/engine.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useView } from '../session/use-session.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { formatDistanceAndBearing, hasDirection, type Units } from '../vocabulary/distances.ts';
import { featureTypeName } from '../vocabulary/value-names.ts';
import { TitleText } from './TitleText.tsx';
import { longTitle, recordTitle } from './titles.ts';

function wayTo(bearing: Bearing, units: Units): string {
  return hasDirection(bearing.distanceInMetres) ? formatDistanceAndBearing(bearing, units) : 'at this point';
}

/** A line that leads to the details of a record or a place. */
export function RowLink({ row, showDistance }: { readonly row: Row; readonly showDistance: boolean }) {
  const units = useView((view) => view.units);
  const linkTo = useSelectionLink();
  const title = row.kind === 'record' ? recordTitle(row) : { published: row.name, rest: '' };
  const rest = row.kind === 'record' ? formatAsRecorded(row.dateTime) : featureTypeName(row.featureType);
  return (
    <a className="details-row" {...linkTo({ kind: row.kind, id: row.id })}>
      <span className="details-row-mark">
        {row.kind === 'record' ? <MarkIcon mark={row.mark} size={16} /> : <span className="details-place-dot" />}
      </span>
      <span className="details-row-title" title={longTitle(title)}>
        <TitleText title={title} />
      </span>
      <span className="details-row-rest small muted figure">
        <bdi>{rest}</bdi>
        {showDistance ? ` · ${wayTo(row, units)}` : ''}
      </span>
    </a>
  );
}
