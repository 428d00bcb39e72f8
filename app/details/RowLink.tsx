import { MarkIcon } from '../components/MarkIcon.tsx';
import type { Bearing, Row } from '../engine/questions.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useView } from '../session/use-session.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import type { Units } from '../vocabulary/distances.ts';
import { featureTypeName } from '../vocabulary/feature-types.ts';
import { formatWay, hasDirection } from '../vocabulary/ways.ts';
import { TitleText } from './TitleText.tsx';
import { longTitle, recordTitle } from './titles.ts';

function wayTo(bearing: Bearing, units: Units): string {
  return hasDirection(bearing.distanceInMetres) ? formatWay(bearing, units) : 'at this point';
}

/** A line that leads to the details of a record or a place. */
export function RowLink({ row, tellsDistance }: { readonly row: Row; readonly tellsDistance: boolean }) {
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
        {tellsDistance ? ` · ${wayTo(row, units)}` : ''}
      </span>
    </a>
  );
}
