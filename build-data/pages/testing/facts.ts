import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../sample/sample-inputs.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { tableOf } from '../../write/testing/stored-dataset.ts';
import type { SiteFacts } from '../page-frame.ts';
import { publication } from '../../site/testing/default-site.ts';

/** Text that is harmful wherever it is not escaped. */
export const hostileText = `</script><script>alert(1)</script><img src=x onerror='a'>"&\u0007]]>\u{1f988}\ud800`;

const sample = { seed: 5, rawDataRecords: 400 };

/** The facts of a small site. Every text of its first record and of its first coastal feature is hostile. */
export function hostileFacts(): SiteFacts {
  const withHostileTexts = (dataset: DatasetDescription, records: readonly DatasetRecord[]): DatasetRecord[] => {
    const [first = {}, ...others] = records;
    const texts = dataset.fields.filter(({ type }) => type === 'text').map(({ name }) => [name, hostileText]);
    return [{ ...first, ...Object.fromEntries(texts) }, ...others];
  };
  const newestFirst = [...sampleRawData(sample)].sort((one, other) =>
    one.SightingDateTime < other.SightingDateTime ? 1 : -1,
  );
  return facts([
    tableOf(coastalFeatures, withHostileTexts(coastalFeatures, sampleCoastalFeatures(sample))),
    tableOf(rawData, withHostileTexts(rawData, newestFirst)),
  ]);
}

export function facts(tables: readonly RecordTable[]): SiteFacts {
  return {
    siteUrl: 'https://data.example.org/coast/',
    sample: true,
    rules: defaultRules,
    target: 'static',
    builtAt: '2026-01-01T00:00:00.000Z',
    modifiedAt: '2025-12-01T00:00:00.000Z',
    publication,
    dataVersion: '0123456789abcdef',
    tables,
  };
}
