import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOf } from '../../../build-data/write/write-column-snapshot.ts';
import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { noFilters } from '../../view/view-state.ts';
import type { MapBox, MapMark } from '../engine.ts';
import * as oracle from '../testing/oracle.ts';
import { dataIndexOfScene } from '../testing/data-index-of-scene.ts';
import { MapMarks } from './map-marks.ts';

const globe: MapBox = { west: -180, south: -90, east: 180, north: 90 };
const day = 86_400;

const marksOf = (records: readonly RawDataRecord[], filters = noFilters): MapMarks => {
  const dataIndex = dataIndexOfScene({ records, features: [] }, columnChunkOf);
  return new MapMarks(dataIndex.records, dataIndex.matching(filters).records);
};
/** So many records of one kind at a point, with identifiers of their own. */
let identifier = 0;
const recordsAt = (count: number, longitude: number, latitude: number, interaction = 'sighted'): RawDataRecord[] =>
  Array.from({ length: count }, () =>
    rawDataRecord(++identifier, identifier * day, longitude, latitude, {
      InteractionValue: interaction,
      ObjectId: '1160',
    }),
  );
const groupsOf = (marks: readonly MapMark[]): readonly MapMark[] => marks.filter(({ locations }) => locations > 1);
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
        recordsAt(location.count, location.longitude, location.latitude, location.interaction),
      );
    });

  it('represent every record that matches the filters, once, at every zoom', () => {
    fc.assert(
      fc.property(coast, fc.double({ min: 0, max: 19, noNaN: true }), fc.boolean(), (records, zoom, isFiltered) => {
        const filters = isFiltered ? { ...noFilters, kinds: ['Sighted' as const] } : noFilters;
        const matching = records.filter((record) => oracle.passes(record, filters));
        const marks = marksOf(records, filters).within(globe, zoom);
        const locations = new Set(matching.map(({ LocationX, LocationY }) => `${LocationX} ${LocationY}`));
        expect(sum(marks.map((mark) => mark.records))).toBe(matching.length);
        expect(sum(marks.map((mark) => mark.locations))).toBe(locations.size);
        for (const [mark, count] of Object.entries(oracle.countMarks(matching))) {
          expect(sum(marks.map(({ byMark }) => byMark[mark as MapMark['mark']]))).toBe(count);
        }
      }),
    );
  });

  it('are at the right position: a location exactly at its point, a group at the average of its records', () => {
    fc.assert(
      fc.property(coast, fc.integer({ min: 0, max: 18 }), (records, zoom) => {
        for (const mark of marksOf(records).within(globe, zoom)) {
          const { position, splitsAtZoom } = mark;
          const most = Math.max(...Object.values(mark.byMark));
          expect(mark.byMark[mark.mark]).toBe(most);
          if (mark.locations > 1) {
            expect(splitsAtZoom).toBeGreaterThan(zoom);
            expect(mark.onlyRecord).toBeNull();
            continue;
          }
          expect(splitsAtZoom).toBeNull();
          const here = records.filter(
            ({ LocationX, LocationY }) => LocationX === position.longitude && LocationY === position.latitude,
          );
          expect(mark.records).toBe(here.length);
          expect(mark.byMark).toEqual(oracle.countMarks(here));
          expect(mark.onlyRecord).toBe(here.length === 1 ? here[0]?.RawDataId : null);
        }
      }),
    );
  });

  it('put a group where most of its records are, and show their most frequent kind', () => {
    const records = [...recordsAt(9, 115, -32, 'Detected'), ...recordsAt(1, 115.1, -32, 'sighted')];
    const [group, ...others] = marksOf(records).within(globe, 5);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ locations: 2, records: 10, mark: 'detection' });
    expect(group?.position.longitude).toBeCloseTo(115.01, 9);
    expect(group?.position.latitude).toBeCloseTo(-32, 9);
  });

  it('show the kind that comes first of those with equally many records', () => {
    const records = [...recordsAt(2, 115, -32, 'tagged & released'), ...recordsAt(2, 115, -32, 'sighted')];
    expect(marksOf(records).within(globe, 5)[0]?.mark).toBe('sighting');
  });

  it('split at the zoom that a group names, and not before', () => {
    const marks = marksOf([...recordsAt(2, 115, -32), ...recordsAt(3, 115.01, -32)]);
    const [group] = marks.within(globe, 3);
    const splitsAtZoom = group?.splitsAtZoom ?? 0;
    expect(splitsAtZoom).toBeGreaterThan(3);
    expect(marks.within(globe, splitsAtZoom - 1)).toHaveLength(1);
    expect(marks.within(globe, splitsAtZoom)).toHaveLength(2);
  });

  it('keep a receiver with twenty detections out of groups from zoom 13 on, and one with fewer in them', () => {
    const others = recordsAt(5, 115.0001, -32);
    const station = marksOf([...recordsAt(20, 115, -32, 'Detected'), ...others]);
    expect(station.within(globe, 12).map(({ locations }) => locations)).toEqual([2]);
    expect(
      station
        .within(globe, 13)
        .map(({ records }) => records)
        .sort((a, b) => a - b),
    ).toEqual([5, 20]);
    identifier = 0;
    const small = marksOf([...recordsAt(19, 115, -32, 'Detected'), ...recordsAt(5, 115.0001, -32)]);
    expect(small.within(globe, 13).map(({ locations }) => locations)).toEqual([2]);
  });

  it('are one for a receiver that is published at two points, until there is room for two', () => {
    // 38 m apart: 20 pixels at zoom 17, and less than 20 at zoom 16.
    const marks = marksOf([
      ...recordsAt(300, 115.73338, -32.34915, 'Detected'),
      ...recordsAt(40, 115.733, -32.3492, 'Detected'),
    ]);
    for (const zoom of [13, 14, 15, 16]) {
      const [one, ...others] = marks.within(globe, zoom);
      expect(others).toEqual([]);
      expect(one).toMatchObject({ locations: 2, records: 340, mark: 'detection', onlyRecord: null, splitsAtZoom: 17 });
    }
    expect(marks.within(globe, 17).map(({ records }) => records)).toEqual([40, 300]);
  });

  it('never overlap at the largest zooms, except for a receiver next to others', () => {
    const metre = 1 / 111_000;
    const marks = marksOf([...recordsAt(2, 115, 0), ...recordsAt(3, 115 + 3 * metre, 0), ...recordsAt(4, 115.01, 0)]);
    for (const zoom of [17, 18]) {
      expect(marks.within(globe, zoom).map(({ locations, records }) => [locations, records])).toEqual([
        [1, 4],
        [2, 5],
      ]);
    }
    const group = groupsOf(marks.within(globe, 18))[0];
    expect(group?.splitsAtZoom).toBeGreaterThan(18);
    expect(marks.within(globe, group?.splitsAtZoom ?? 0)).toHaveLength(3);
  });

  it('are only those of the area, also where it crosses the antimeridian', () => {
    const marks = marksOf([...recordsAt(1, 179, 0), ...recordsAt(2, -179, 0), ...recordsAt(3, 0, 0)]);
    const within = (west: number, east: number): number[] =>
      marks
        .within({ west, east, south: -10, north: 10 }, 18)
        .map(({ records }) => records)
        .sort((a, b) => a - b);
    expect(within(170, -170)).toEqual([1, 2]);
    expect(within(170, 190)).toEqual([1, 2]);
    expect(within(-10, 10)).toEqual([3]);
    expect(within(-200, 200)).toEqual([1, 2, 3]);
  });

  it('are never more than 60 groups and 2,000 locations', () => {
    // Pairs close together far from other pairs, and then so many locations that they cannot be drawn one by one.
    const grid = (step: number, columns: number, rows: number, inPairs: boolean): RawDataRecord[] => {
      identifier = 0;
      return Array.from({ length: columns * rows }).flatMap((_, cell) => {
        const [longitude, latitude] = [100 + (cell % columns) * step, -40 + Math.floor(cell / columns) * step];
        return [
          ...recordsAt(1, longitude, latitude),
          ...(inPairs ? recordsAt(1, longitude + step / 50, latitude) : []),
        ];
      });
    };
    for (const records of [grid(1, 20, 12, true), grid(0.01, 60, 50, false)]) {
      const marks = marksOf(records);
      for (let zoom = 0; zoom <= 18; zoom++) {
        const drawn = marks.within(globe, zoom);
        expect(groupsOf(drawn).length).toBeLessThanOrEqual(60);
        expect(drawn.length - groupsOf(drawn).length).toBeLessThanOrEqual(2000);
        for (const group of groupsOf(drawn)) expect(group.splitsAtZoom).toBeGreaterThan(zoom);
        expect(sum(drawn.map((mark) => mark.records))).toBe(records.length);
      }
    }
  });

  it('are empty where there are no records', () => {
    expect(marksOf([]).within(globe, 12)).toEqual([]);
  });
});
