import { describe, expect, it } from 'vitest';

import { overviewOf } from '../../build-data/write/overview-of.ts';
import { rawDataRecord } from '../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { secondsOfDateTime } from '../../core/datasets/date-time-key.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { noFilters } from '../view/view-state.ts';
import { findingOf, rowsOf } from './answering.ts';
import { Overview } from './overview.ts';
import { overviewOfScene } from './testing/overview-of-scene.ts';

describe('the dates that a filter gives', () => {
  const records = ['2020-01-01T23:59:59', '2020-01-02T00:00:00', '2020-01-02T23:59:59', '2020-01-03T00:00:00'].map(
    (text, index) => rawDataRecord(index + 1, secondsOfDateTime(text), 115, -32),
  );
  const overview = overviewOfScene({ records, features: [] }, overviewOf);
  const area = { west: 110, south: -40, east: 130, north: -10 };
  const idsWithin = (from: string | null, to: string | null): number[] => {
    const filters = { ...noFilters, from, to };
    const question = {
      filters,
      tab: 'records',
      sort: 'oldest',
      search: null,
      area,
      rows: { start: 0, end: 9 },
    } as const;
    return rowsOf(overview, question, findingOf(overview, question), 0, 9).map(({ id }) => id);
  };

  it.each([
    { from: '2020-01-02', to: '2020-01-02', ids: [2, 3] },
    { from: '2020-01-02', to: null, ids: [2, 3, 4] },
    { from: null, to: '2020-01-01', ids: [1] },
    { from: '2020-01-03', to: '2020-01-01', ids: [] },
    { from: '2030-01-01', to: null, ids: [] },
    { from: '2020-13-77', to: 'no day', ids: [1, 2, 3, 4] },
  ])('are days, both inclusive, and bound nothing when no calendar has them: $from to $to', ({ from, to, ids }) => {
    expect(idsWithin(from, to)).toEqual(ids);
  });
});

describe('an overview without records and places', () => {
  it.each(['records', 'places'] as const)('answers with nothing: %s', (tab) => {
    const overview = new Overview([], []);
    const area = { west: -180, south: -90, east: 180, north: 90 };
    const filters = { kinds: [], species: ['white'], sources: [], featureTypes: [], from: '2020-01-01', to: null };
    for (const mode of [null, 'radius', 'nearest'] as const) {
      const search = mode && { mode, centre: { longitude: 115, latitude: -32 }, radiusInMetres: 1e6 };
      const question = { filters, tab, sort: 'nearest' as const, search, area, rows: { start: 0, end: 20 } };
      const finding = findingOf(overview, question);
      expect(rowsOf(overview, question, finding, 0, 20)).toEqual([]);
      expect(finding.answer).toMatchObject({ all: 0, found: 0, nearestRecord: null, nearestPlace: null });
      expect(finding.answer.emptiness).toEqual({ inArea: 0, without: [], nearestRecord: null, nearestReceiver: null });
    }
  });

  it('is what pieces without records give, too', () => {
    const overview = new Overview([overviewOf(rawData, [])], [overviewOf(coastalFeatures, [])]);
    expect([overview.records.size, overview.places.places.length]).toEqual([0, 0]);
  });
});
