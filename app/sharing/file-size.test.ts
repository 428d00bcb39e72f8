import { describe, expect, it } from 'vitest';

import { sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { csvLine } from '../engine/write-csv.ts';
import { geoJsonFeature } from '../engine/write-geojson.ts';
import { roughSize } from './file-size.ts';

const options = { seed: 3, rawDataRecords: 3000 };
const records = [...sampleRawData(options)];
const places = [...sampleCoastalFeatures(options)];
const bytesOf = (texts: readonly string[]): number => new TextEncoder().encode(texts.join('')).length;

describe('the rough size of a file', () => {
  it.each([
    ['records', 'csv', records.length, bytesOf(records.map((record) => csvLine(rawData, record)))],
    ['records', 'geojson', records.length, bytesOf(records.map((record) => geoJsonFeature(rawData, record, false)))],
    ['places', 'csv', places.length, bytesOf(places.map((place) => csvLine(coastalFeatures, place)))],
    ['places', 'geojson', places.length, bytesOf(places.map((place) => geoJsonFeature(coastalFeatures, place, false)))],
  ] as const)('of %s as %s is right within a quarter', (tab, format, count, bytes) => {
    // Of a million, so that rounding makes no difference.
    const megabytes = Number(/^about ([\d,]+) MB$/.exec(roughSize(tab, format, 1_000_000))?.[1]?.replaceAll(',', ''));
    expect(Math.abs(megabytes / (bytes / count) - 1)).toBeLessThan(0.25);
  });

  it('is told in two figures', () => {
    expect(roughSize('records', 'csv', 0)).toBe('less than 0.1 MB');
    expect(roughSize('records', 'csv', 17_330)).toBe('about 2.8 MB');
    expect(roughSize('records', 'geojson', 17_330)).toBe('about 9.9 MB');
    expect(roughSize('records', 'geojson', 123_456)).toBe('about 70 MB');
    expect(roughSize('places', 'geojson', 1_234_567)).toBe('about 1,200 MB');
  });
});
