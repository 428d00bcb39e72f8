import type { SharkJourney } from '../../engine/engine.ts';
import { boxTest } from '../../engine/map-box.ts';
import { formatCount } from '../../vocabulary/numbers.ts';
import { type Camera, pointIn, type ScreenPoint } from '../camera.ts';
import type { SceneMark } from './scene-marks.ts';

/** A straight line from a stop of a shark to its next one. */
export interface PathLine {
  readonly from: ScreenPoint;
  readonly to: ScreenPoint;
}

/** The path of a journey: its lines, each once for each direction, and the numbers of the stops at each mark. */
export interface JourneyPath {
  readonly lines: readonly PathLine[];
  readonly numbers: ReadonlyMap<SceneMark, string>;
}

/** The path through the marks of the stops. A stop without a mark, because it is out of view, is at its own position. */
export function arrangeJourney(
  camera: Camera,
  sharks: readonly Pick<SharkJourney, 'firstStop' | 'stops'>[],
  marks: readonly SceneMark[],
): JourneyPath {
  // A location may also be in the box of a cluster that it is not part of, so single locations are first.
  const boxes = [...marks]
    .sort((a, b) => a.mapMark.locations - b.mapMark.locations)
    .map((mark) => ({ mark, contains: boxTest(mark.mapMark.box) }));
  const stopsAt = new Map<SceneMark, number[]>();
  const lines = new Map<string, PathLine>();
  for (const { firstStop, stops } of sharks) {
    let from: ScreenPoint | undefined;
    for (const [index, position] of stops.entries()) {
      const mark = boxes.find(({ contains }) => contains(position.longitude, position.latitude))?.mark;
      if (mark) stopsAt.set(mark, [...(stopsAt.get(mark) ?? []), firstStop + index]);
      const to = mark ?? pointIn(camera, position);
      if (from && (from.x !== to.x || from.y !== to.y)) lines.set(`${from.x} ${from.y} ${to.x} ${to.y}`, { from, to });
      from = to;
    }
  }
  const numbers = new Map(Array.from(stopsAt, ([mark, stops]) => [mark, shortNumbers(stops)]));
  return { lines: [...lines.values()], numbers };
}

/** More numbers than these would hide what is next to a mark. */
const maxRuns = 3;

/** "1–3, 7, 9 …": some numbers in ascending order, with runs of consecutive ones joined, and no more than fit. */
export function shortNumbers(numbers: readonly number[]): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const shown = runs
    .slice(0, maxRuns)
    .map(({ first, last }) => (first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`));
  return shown.join(', ') + (runs.length > maxRuns ? ' …' : '');
}
