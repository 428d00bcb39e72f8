import { describe, expect, it } from 'vitest';

import type { MapMark, SharkJourney } from '../../engine/engine.ts';
import { cameraAt, positionAt, type ScreenPoint } from '../camera.ts';
import { arrangeJourney, shortNumbers } from './journey.ts';
import { sceneOf } from './scene.ts';
import { measureInTests } from './testing/measure-in-tests.ts';

const camera = cameraAt({ centre: { longitude: 115.7, latitude: -32 }, zoom: 12 }, { x: 600, y: 400 });

function markAt(point: ScreenPoint, locations: readonly ScreenPoint[] = [point]): MapMark {
  const box = {
    west: positionAt(camera, { x: Math.min(...locations.map(({ x }) => x)), y: 0 }).longitude,
    east: positionAt(camera, { x: Math.max(...locations.map(({ x }) => x)), y: 0 }).longitude,
    north: positionAt(camera, { x: 0, y: Math.min(...locations.map(({ y }) => y)) }).latitude,
    south: positionAt(camera, { x: 0, y: Math.max(...locations.map(({ y }) => y)) }).latitude,
  };
  return {
    ...{ position: positionAt(camera, point), locations: locations.length, observations: 30, mark: 'detection' },
    ...{ byMark: { sighting: 0, detection: 30, handled: 0, other: 0 }, onlyRecord: null, box, busiestBox: box },
  };
}

/** The stops of one shark after another, numbered from 1. */
function journeyOf(...sharks: readonly (readonly ScreenPoint[])[]): readonly SharkJourney[] {
  let stop = 0;
  return sharks.map((points) => {
    const firstStop = stop + 1;
    stop += points.length;
    const stops = points.map((point) => positionAt(camera, point));
    const visits = { species: 'white', visits: points.length, locations: 2, first: '', last: '' };
    return { ...visits, firstStop, lastStop: stop, stops };
  });
}

const sceneWith = (marks: readonly MapMark[], journey: readonly SharkJourney[]) =>
  sceneOf(
    { camera, marks, places: [], selected: null, circles: [], journey, covered: [], namesWrecks: false },
    measureInTests,
    {
      arrangeJourney,
    },
  );
const textsOf = ({ labels }: ReturnType<typeof sceneWith>): string[] => labels.map(({ text }) => text);
const linesOf = ({ path }: ReturnType<typeof sceneWith>): number[][] =>
  path.map(({ from, to }) => [from.x, from.y, to.x, to.y].map(Math.round));

const [a, b] = [
  { x: 100, y: 100 },
  { x: 300, y: 100 },
  { x: 300, y: 300 },
];

describe('the path of a journey', () => {
  it('joins the stops in their order, each pair once in each direction, with their numbers instead of counts', () => {
    const scene = sceneWith([markAt(a), markAt(b)], journeyOf([a, b, a, b, a]));
    expect(linesOf(scene)).toEqual([
      [100, 100, 300, 100],
      [300, 100, 100, 100],
    ]);
    expect(textsOf(scene)).toEqual(['1, 3, 5', '2, 4']);
  });

  it('does not join two sharks, and numbers their stops one after the other', () => {
    const scene = sceneWith([markAt(a), markAt(b)], journeyOf([a, b], [b, a]));
    expect(linesOf(scene)).toEqual([
      [100, 100, 300, 100],
      [300, 100, 100, 100],
    ]);
    expect(textsOf(scene)).toEqual(['1, 4', '2–3']);
  });

  it('passes through the mark of a cluster, but not if a single location in its box has its own', () => {
    const near = { x: 120, y: 110 };
    const cluster = markAt(a, [a, { x: 140, y: 120 }]);
    const scene = sceneWith([cluster, markAt(near), markAt(b)], journeyOf([{ x: 140, y: 120 }, a, near, b]));
    expect(linesOf(scene)).toEqual([
      [100, 100, 120, 110],
      [120, 110, 300, 100],
    ]);
    expect(textsOf(scene)).toEqual(['1–2', '3', '4']);
  });
});

it.each([
  [[4], '4'],
  [[1, 2, 3, 7], '1–3, 7'],
  [[1, 3, 5, 7, 9], '1, 3, 5 …'],
  [[1234, 1235], '1,234–1,235'],
])('the numbers %o of stops are "%s"', (numbers, text) => {
  expect(shortNumbers(numbers)).toBe(text);
});
