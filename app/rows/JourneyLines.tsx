import type { GroupRow, JourneyStep, RecordRow } from '../engine/engine.ts';
import { formatLocalPeriod, formatLocalTime } from '../vocabulary/dates.ts';
import type { Units } from '../vocabulary/distances.ts';
import { stepInWords } from '../vocabulary/journey-texts.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle } from '../vocabulary/titles.ts';

interface JourneyLinesProps {
  readonly row: RecordRow | GroupRow;
  readonly step: JourneyStep;
  readonly units: Units;
}

/**
 * A visit in the list of a tag, whose heading names the shark: "Stop 3 · Cottesloe Beach"; "12 km from the previous
 * visit, 3 days later"; "20 Apr 2021, 10:35 to 11:02 WA time · 6 detections".
 */
export function JourneyLines({ row, step, units }: JourneyLinesProps) {
  const place = placeTitle(row.place);
  const time =
    row.kind === 'group'
      ? formatLocalPeriod(row.first, row.last, row.timeBasis)
      : formatLocalTime(row.dateTime, row.timeBasis);
  return (
    <>
      <span className="results-row-title truncated figure strong" title={plainText(place)}>
        {`Stop ${formatCount(step.stop)} · `}
        <bdi>{place}</bdi>
      </span>
      <span className="results-row-place truncated figure label">{stepInWords(step.sinceLast, units)}</span>
      <span className="results-row-detail truncated figure small muted">
        {row.kind === 'group' ? `${time} · ${formatCount(row.records)} detections` : time}
      </span>
    </>
  );
}
