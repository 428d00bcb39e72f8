import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { noFilters } from '../../view/view-state.ts';
import { clusterRadiusInPixels } from '../../vocabulary/cluster-size.ts';
import { marks as markNames } from '../../../core/datasets/kinds.ts';
import type { MapBox } from '../engine.ts';
import { oracleFor } from '../testing/oracle.ts';
import { dataIndexOfScene } from '../testing/data-index-of-scene.ts';
import { MapMarks } from './map-marks.ts';

const oracle = oracleFor(defaultRules);
const globe: MapBox = { west: -180, south: -90, east: 180, north: 90 };
const day = 86_400;

const marksOf = (records: readonly RawDataRecord[], filters = noFilters): MapMarks => {
  const dataIndex = dataIndexOfScene({ records, features: [] }, columnChunkOfRecords);
  return new MapMarks(dataIndex.records, dataIndex.matching(filters).records);
};
let identifier = 0;
/** This many records of one kind at a point, with distinct identifiers. */
const recordsAt = (
  count: number,
  longitude: number,
  latitude: number,
  interaction = 'sighted',
  secondsApart = day,
): RawDataRecord[] =>
  Array.from({ length: count }, () =>
    rawDataRecord(++identifier, identifier * secondsApart, longitude, latitude, {
      InteractionValue: interaction,
      ObjectId: '1160',
    }),
  );
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('the marks of a map', () => {
  const coast = fc
    .array(
      fc.record({
        longitude: fc.oneof(
          fc.double({ min: 115, max: 115.2, noNaN: true }),
          fc.double({ min: -179, max: 179, noNaN: true }),
        ),
        latitude: fc.oneof(
          fc.double({ min: -32.1, max: -31.9, noNaN: true }),
          fc.double({ min: -80, max: 80, noNaN: true }),
        ),
        count: fc.integer({ min: 1, max: 30 }),
        interaction: fc.constantFrom('sighted', 'Detected', 'tagged & released', 'seen'),
      }),
      { maxLength: 40 },
    )
    .map((locations) => {
      identifier = 0;
      return locations.flatMap((location) =>
        recordsAt(location.count, location.longitude, location.latitude, location.interaction, day / 5),
      );
    });

  it('represent every visit and every other record that matches the filters exactly once at every zoom', () => {
    fc.assert(
      fc.property(coast, fc.double({ min: 0, max: 19, noNaN: true }), fc.boolean(), (records, zoom, isFiltered) => {
        const filters = isFiltered ? { ...noFilters, kinds: ['Sighted' as const] } : noFilters;
        const matching = records.filter((record) => oracle.passes(record, filters, records));
        const marks = marksOf(records, filters).within(globe, zoom);
        const pointOf = ({ LocationX, LocationY }: RawDataRecord): string => `${LocationX} ${LocationY}`;
        const locations = [...new Set(matching.map(pointOf))].map((point) =>
          oracle.countMarks(
            matching.filter((record) => pointOf(record) === point),
            records,
          ),
        );
        expect(sum(marks.map((mark) => mark.observations))).toBe(sum(locations.flatMap(Object.values)));
        expect(sum(marks.map((mark) => mark.locations))).toBe(locations.length);
        for (const mark of markNames) {
          const expected = sum(locations.map((counts) => counts[mark]));
          expect(sum(marks.map(({ byMark }) => byMark[mark]))).toBe(expected);
        }
      }),
    );
  });

  it('are at points with records: a single location at its own, a cluster at that of one of its locations', () => {
    fc.assert(
      fc.property(coast, fc.double({ min: 3, max: 18, noNaN: true }), (records, zoom) => {
        for (const { position, box, locations, byMark, mark, onlyRecord, ...counted } of marksOf(records).within(
          globe,
          zoom,
        )) {
          expect(byMark[mark]).toBe(Math.max(...Object.values(byMark)));
          expect(position.longitude).toBeGreaterThanOrEqual(box.west);
          expect(position.longitude).toBeLessThanOrEqual(box.east);
          expect(position.latitude).toBeGreaterThanOrEqual(box.south);
          expect(position.latitude).toBeLessThanOrEqual(box.north);
          const here = records.filter(
            ({ LocationX, LocationY }) => LocationX === position.longitude && LocationY === position.latitude,
          );
          expect(here.length).toBeGreaterThan(0);
          if (locations > 1) {
            expect(onlyRecord).toBeNull();
            continue;
          }
          expect(counted.observations).toBe(sum(Object.values(oracle.countMarks(here, records))));
          expect(byMark).toEqual(oracle.countMarks(here, records));
          expect(onlyRecord).toBe(here.length === 1 ? here[0]?.RawDataId : null);
        }
      }),
    );
  });

  it('never overlap', () => {
    fc.assert(
      fc.property(coast, fc.double({ min: 3, max: 18, noNaN: true }), (records, zoom) => {
        const worldInPixels = 256 * 2 ** zoom;
        const drawn = marksOf(records)
          .within(globe, zoom)
          .map(({ position, observations: count, locations }) => ({
            x: mercatorX(position.longitude) * worldInPixels,
            y: mercatorY(position.latitude) * worldInPixels,
            radius: locations > 1 ? clusterRadiusInPixels(count) : 8,
          }));
        for (const [index, mark] of drawn.entries()) {
          for (const other of drawn.slice(index + 1)) {
            const distance = Math.hypot(mark.x - other.x, mark.y - other.y);
            expect(distance).toBeGreaterThanOrEqual(mark.radius + other.radius - 1e-6);
          }
        }
      }),
    );
  });

  it('are merged for a receiver that is published at two points, until there is space for two', () => {
    // 36 m apart: more than 20 pixels at zoom 17.25, and fewer at zoom 16.
    const marks = marksOf([
      ...recordsAt(300, 115.73338, -32.34915, 'Detected'),
      ...recordsAt(40, 115.733, -32.3492, 'Detected'),
    ]);
    for (const zoom of [13, 14, 15, 16]) {
      const [one, ...others] = marks.within(globe, zoom);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ locations: 2, observations: 340, mark: 'detection', onlyRecord: null });
    }
    expect(marks.within(globe, 17.25).map(({ observations }) => observations)).toEqual([300, 40]);
  });

  it('have a box of the busiest locations, even for a merged cluster', () => {
    identifier = 0;
    const pixel = 360 / (256 * 2 ** 5.5);
    const marks = marksOf([
      ...recordsAt(150, 115, 0),
      ...recordsAt(2, 115 - 5 * pixel, 0),
      ...recordsAt(100, 115 + 18 * pixel, 0),
      ...recordsAt(60, 115 + 21 * pixel, 0),
    ]);
    const [mark, ...others] = marks.within(globe, 5.5);
    expect(others).toEqual([]);
    expect(mark?.busiestBox.west).toBeCloseTo(115, 6);
    expect(mark?.busiestBox.east).toBeCloseTo(115 + 18 * pixel, 6);
  });

  it('are limited to the area, even if it crosses the antimeridian', () => {
    const marks = marksOf([...recordsAt(1, 179, 0), ...recordsAt(2, -179, 0), ...recordsAt(3, 0, 0)]);
    const within = (west: number, east: number): number[] =>
      marks
        .within({ west, east, south: -10, north: 10 }, 18)
        .map(({ observations }) => observations)
        .sort((a, b) => a - b);
    expect(within(170, -170)).toEqual([1, 2]);
    expect(within(170, 190)).toEqual([1, 2]);
    expect(within(-10, 10)).toEqual([3]);
    expect(within(-200, 200)).toEqual([1, 2, 3]);
  });

  it('are never more than 2,000', () => {
    identifier = 0;
    const [columns, rows, step] = [60, 50, 0.01];
    const records = Array.from({ length: columns * rows }).flatMap((_, cell) =>
      recordsAt(1, 100 + (cell % columns) * step, -40 + Math.floor(cell / columns) * step),
    );
    const marks = marksOf(records);
    for (let zoom = 0; zoom <= 18; zoom++) {
      const drawn = marks.within(globe, zoom);
      expect(drawn.length).toBeLessThanOrEqual(2000);
      expect(sum(drawn.map((mark) => mark.observations))).toBe(records.length);
    }
  });
});
