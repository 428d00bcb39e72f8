import { expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { rawDataRecord } from '../../build-data/write/testing/stored-dataset.ts';
import { RecordedTimes } from '../datasets/recorded-time.ts';
import { readRecordTimes } from './newest-records.ts';

it('the basis of a report depends on its own time, however old the sighting is', () => {
  const late = { SightingDateTime: '2016-06-14T03:16:26', ReportDateTime: '2021-08-02T09:00:00' };
  expect(
    readRecordTimes({ ...rawDataRecord(1, 0, 115, -32, late) }, new RecordedTimes(defaultRules.times, true)),
  ).toMatchObject({
    basis: 'UTC',
    reportedBasis: 'local',
    knownAt: Date.UTC(2021, 7, 2, 1) / 1000,
  });
});
