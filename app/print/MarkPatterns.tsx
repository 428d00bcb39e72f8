import { type Mark, markFill, marks } from '../vocabulary/kinds.ts';

/** The fill of a mark on paper: solid for sightings, otherwise a pattern of `MarkPatterns`. */
export const patternOf = (mark: Mark): string => (mark === 'sighting' ? markFill(mark) : `url(#print-${mark})`);

/** Strokes in a square of 6: lines for detections, dots for animals that were caught, a grid for the rest. */
const strokes: Readonly<Record<Mark, string>> = {
  sighting: '',
  detection: 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5',
  handled: 'M2 2h2v2h-2z',
  other: 'M0 3H6M3 0V6',
};

/** The definitions of the patterns, which every picture of the page can refer to. */
export function MarkPatterns() {
  return (
    <svg width="0" height="0" className="print-patterns" aria-hidden="true">
      <defs>
        {marks.map((mark) => (
          <pattern key={mark} id={`print-${mark}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" fill="#fff" />
            <path d={strokes[mark]} stroke={markFill(mark)} strokeWidth="1.5" fill="none" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
