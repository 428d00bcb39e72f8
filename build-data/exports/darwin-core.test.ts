import { strFromU8, unzipSync } from 'fflate';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { fromRoot } from '../../tests/support/repository.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { sizeOf } from '../../tests/support/test-size.ts';
import { readMapping } from '../mapping/mapping.ts';
import { readContent } from '../read/testing/read-content.ts';
import { sampleRecord } from '../read/testing/sample-content.ts';
import { sampleRawData } from '../sample/sample-inputs.ts';
import { tableOf } from '../write/testing/stored-dataset.ts';
import { openDarwinCore } from './darwin-core.ts';
import { publication } from '../site/testing/default-site.ts';
import { type ExportMetadata, FileOutput } from './exported-file.ts';
import { hasProgram, readWithPython } from './testing/outside-programs.ts';

const folder = temporaryFolder();

/** Writes an archive, and returns its path and the records in list order. */
function writeArchive(
  records: readonly RawDataRecord[],
  metadata: Omit<ExportMetadata, 'rules'> = { sample: false, publication },
) {
  const table = tableOf(rawData, records);
  const path = join(folder, 'archive.zip');
  const output = new FileOutput(path);
  const writer = openDarwinCore(table, output, { ...metadata, rules: defaultRules });
  const inOrder = Array.from({ length: table.size }, (_, index) => table.record(index));
  for (const [index, record] of inOrder.entries()) writer.visit(record, index);
  writer.finish?.();
  output.finish();
  output.close();
  return { path, inOrder };
}

const filesIn = (path: string): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [name, strFromU8(bytes)]));

function rowsIn(path: string): Record<string, string>[] {
  const [header = '', ...lines] = (filesIn(path)['occurrence.txt'] ?? '').trimEnd().split('\n');
  const names = header.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [names[index], cell])));
}

const mapping = readMapping('darwin-core', rawData);
const record = (changes: Partial<RawDataRecord>): RawDataRecord => sampleRecord(rawData, changes) as RawDataRecord;

describe('the Darwin Core Archive', () => {
  it('says of each occurrence what was recorded, by whom, when with its offset, and how certainly where', () => {
    const { path } = writeArchive([
      record({
        ...{ RawDataId: 1, InteractionValue: 'Detected', ObjectId: '1351', SightingSpeciesValue: 'white ' },
        ...{ SightingDateTime: '2018-05-01T10:00:00', LocationDetail: 'NULL', SightingNumbervalue: null },
      }),
      record({
        ...{ RawDataId: 2, InteractionValue: 'sighted', ObjectId: 'S1', SightingSpeciesValue: 'tiger' },
        ...{ SightingDateTime: '2020-05-01T10:00:00', LocationDetail: 'near\tthe\nreef', SightingNumbervalue: '3 x' },
      }),
    ]);
    expect(rowsIn(path)).toMatchObject([
      {
        ...{ occurrenceID: 'RawData:2', basisOfRecord: 'HumanObservation', eventDate: '2020-05-01T10:00:00+08:00' },
        ...{ scientificName: 'Galeocerdo cuvier', individualCount: '3', organismID: '', license: '' },
        ...{ occurrenceRemarks: 'near the reef', coordinateUncertaintyInMeters: '5000' },
      },
      {
        ...{ occurrenceID: 'RawData:1', basisOfRecord: 'MachineObservation', eventDate: '2018-05-01T10:00:00Z' },
        ...{ scientificName: 'Carcharodon carcharias', individualCount: '', organismID: '1351 white' },
        ...{ occurrenceRemarks: '', coordinateUncertaintyInMeters: '1000' },
      },
    ]);
  });

  it('says nothing of positions where the site does not', () => {
    const { positions, ...site } = publication.site;
    expect(positions).toBeDefined();
    const { path } = writeArchive([record({ RawDataId: 1 })], { sample: false, publication: { site } });
    expect(rowsIn(path)).toMatchObject([{ coordinateUncertaintyInMeters: '', georeferenceRemarks: '' }]);
  });

  it('gives the same records when a build reads it again', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é', '\\', ',') });
    const time = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 19));
    const changes = fc.record(
      {
        ...{ ObjectId: fc.option(text), InteractionValue: fc.constantFrom('Detected', 'sighted', null) },
        ...{ SightingSpeciesValue: fc.option(text), LocationDetail: fc.option(text), OwnerValue: fc.option(text) },
        ...{ SightingDateTime: time, ReportDateTime: fc.option(time), Distance: fc.option(text) },
        ...{ LocationX: fc.double({ min: -180, max: 180, noNaN: true }).map((degrees) => degrees + 0) },
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 20 }), async (all) => {
        const { path, inOrder } = writeArchive(all.map((each, RawDataId) => record({ ...each, RawDataId })));
        for (const content of [readFileSync(path), filesIn(path)['occurrence.txt'] ?? '']) {
          const { records, issues } = await readContent(rawData, content, { mapping });
          expect(issues.refused).toBe(false);
          expect(records).toEqual(inOrder);
        }
      }),
      { numRuns: sizeOf(300) },
    );
  });

  it('has the same bytes for the same records, and no licence unless the publisher states one', () => {
    const records = [...sampleRawData({ seed: 1, rawDataRecords: 50 })];
    const [first, second] = [1, 2].map(() => readFileSync(writeArchive(records).path));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    expect(filesIn(writeArchive(records).path)['eml.xml']).not.toContain('intellectualRights');
    const stated = { ...publication, licenceUrl: 'https://example.org/?a&b', publisher: { name: 'A & B' } };
    const eml = filesIn(writeArchive(records, { sample: true, publication: stated }).path)['eml.xml'];
    expect(eml).toContain('<intellectualRights><para>https://example.org/?a&amp;b</para></intellectualRights>');
    expect(eml).toContain('<organizationName>A &amp; B</organizationName>');
    expect(eml).toContain('(sample: invented records)');
  });

  it.skipIf(!hasProgram('python3'))('is read by Python with the columns that meta.xml names', () => {
    const records = [...sampleRawData({ seed: 2, rawDataRecords: 500 })];
    const { path, inOrder } = writeArchive(records);
    const script = `
import csv, io, json, sys, xml.etree.ElementTree as tree, zipfile
text = '{http://rs.tdwg.org/dwc/text/}'
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
core = tree.fromstring(archive.read('meta.xml')).find(text + 'core')
tree.fromstring(archive.read('eml.xml'))
fields = {field.get('term').split('/')[-1]: int(field.get('index')) for field in core.findall(text + 'field')}
lines = archive.read(core.find(text + 'files').find(text + 'location').text).decode().split('\\n')[int(core.get('ignoreHeaderLines')):-1]
rows = [line.split('\\t') for line in lines]
json.dump([[row[fields['occurrenceID']], float(row[fields['decimalLongitude']]), json.loads(row[fields['dynamicProperties']])['RawData']] for row in rows], sys.stdout)`;
    expect(readWithPython(script, path)).toEqual(
      inOrder.map((each) => [`RawData:${String(each['RawDataId'])}`, each['LocationX'], each]),
    );
  });

  const schema = fromRoot('../shared/schemas/tdwg_dwc_text.xsd');
  const hasSchema = existsSync(schema) && spawnSync('xmllint', ['--version']).error === undefined;
  if (!hasSchema) console.warn('SKIPPED: the validation of meta.xml, because its schema or xmllint is absent');
  it.skipIf(!hasSchema)('has a meta.xml that is valid by the schema of the Darwin Core text guide', () => {
    const { path } = writeArchive([record({})]);
    const [metaPath, schemaPath] = [join(folder, 'meta.xml'), join(folder, 'schema.xsd')];
    writeFileSync(metaPath, filesIn(path)['meta.xml'] ?? '');
    // The imports have addresses that tests cannot reach.
    writeFileSync(schemaPath, readFileSync(schema, 'utf8').replace(/<xs:import[^>]*\/>/g, ''));
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schemaPath, metaPath], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('validates');
    expect(status).toBe(0);
  });
});
