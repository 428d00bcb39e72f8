// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Box, boxAround, isWithin, LabelPlacement, overlap } from './label-placement.ts';
import { cameraAt, pointIn } from '../camera.ts';
import { type CircleInput, circleSceneOf, type LabelledLine, placeLineLabels } from './circles.ts';
import { measureInTests } from './testing/measure-in-tests.ts';

const view = { left: 20, top: 20, right: 780, bottom: 580 };
const centre = { x: 400, y: 300 };
const crosshair = boxAround(centre, 22, 22);
const size = { width: 90, height: 20 };

const placementWith = (taken: readonly Box[]): LabelPlacement => {
  const placement = new LabelPlacement();
  for (const box of taken) placement.reserve(box);
  return placement;
};

const lineTo = (x: number, y: number, directionInDegrees = 0): LabelledLine => ({
  path: [centre, { x: (centre.x + x) / 2, y: (centre.y + y) / 2 }, { x, y }],
  ...size,
  text: `1.2 km ${directionInDegrees}`,
  directionInDegrees,
});

describe('the label of a line', () => {
  it('moves back along the line if the edge is covered', () => {
    const buttons = { left: 730, top: 200, right: 780, bottom: 400 };
    const [middle] = placeLineLabels([lineTo(3000, 300)], view, placementWith([crosshair, buttons]));
    expect(middle?.y).toBe(300);
    expect((middle?.x ?? 0) + size.width / 2).toBeLessThanOrEqual(730);
    expect(middle?.x).toBeGreaterThan(600);
  });

  it('is not shown if the line is outside the view', () => {
    const away: LabelledLine = {
      path: [
        { x: -900, y: 0 },
        { x: -500, y: 10 },
      ],
      ...size,
      text: '90 km W',
      directionInDegrees: 0,
    };
    expect(placeLineLabels([away], view, placementWith([]))).toEqual([null]);
  });

  it('overlaps neither the other label nor the crosshair, and is within the view', () => {
    const ends = fc.tuple(fc.integer({ min: -900, max: 1800 }), fc.integer({ min: -900, max: 1800 }));
    fc.assert(
      fc.property(ends, ends, ([ax, ay], [bx, by]) => {
        const boxes = placeLineLabels([lineTo(ax, ay), lineTo(bx, by, 180)], view, placementWith([crosshair])).map(
          (middle) => boxAround(middle ?? centre, size.width / 2, size.height / 2),
        );
        const [a = crosshair, b = crosshair] = boxes;
        expect(overlap(a, b)).toBe(false);
        expect(overlap(a, crosshair)).toBe(false);
        expect(overlap(b, crosshair)).toBe(false);
        expect(isWithin(a, { left: 19.99, top: 19.99, right: 780.01, bottom: 580.01 })).toBe(true);
        expect(isWithin(b, { left: 19.99, top: 19.99, right: 780.01, bottom: 580.01 })).toBe(true);
      }),
    );
  });
});

describe('the label of a radius', () => {
  const cottesloe = { longitude: 115.75, latitude: -31.99 };
  const camera = cameraAt({ centre: cottesloe, zoom: 12 }, { x: 800, y: 600 });
  const sceneWith = (change: Partial<CircleInput>, marks: readonly Box[] = []) => {
    const input: CircleInput = {
      kind: 'search',
      search: { mode: 'radius', centre: cottesloe, radiusInMetres: 6000 },
      found: null,
      units: 'metric',
      bearingInDegrees: 90,
      labelSide: 'below',
      dragged: null,
      ...change,
    };
    const { handle, labels } = circleSceneOf(camera, input, marks, new LabelPlacement(), measureInTests);
    const [label] = labels;
    if (!handle || !label) throw new Error('the circle has no handle or no label');
    const box = boxAround(pointIn(camera, label.position), label.widthInPixels / 2, 10);
    return { side: handle.labelSide, box, at: pointIn(camera, handle.position) };
  };

  it('is on the first side of the handle where it covers no mark', () => {
    const { at } = sceneWith({});
    const marks: Box[] = [];
    for (const side of ['below', 'above', 'right', 'left']) {
      const scene = sceneWith({}, marks);
      expect(scene.side).toBe(side);
      expect(marks.some((mark) => overlap(mark, scene.box))).toBe(false);
      expect(overlap(scene.box, boxAround(at, 9, 9))).toBe(false);
      marks.push(scene.box);
    }
    expect(sceneWith({}, marks).side).toBe('below');
  });
});
