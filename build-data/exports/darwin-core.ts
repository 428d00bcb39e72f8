import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { type RawDataRecord, rawData } from '../../core/datasets/datasets.ts';
import type { RecordedTimes } from '../../core/datasets/recorded-time.ts';
import { detectedTag } from '../../core/datasets/tagged-sharks.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { escapeMarkup } from '../../core/feeds/escape-markup.ts';
import { termName } from '../mapping/darwin-core.ts';
import type { RecordTable } from '../write/record-table.ts';
import { descriptionOf, type ExportMetadata, type ExportWriter, type FileOutput, titleOf } from './exported-file.ts';

/*
 * A Darwin Core Archive: a ZIP file with the records as occurrences, one per line, a description of the columns and one
 * of the dataset, as OBIS, GBIF and the Atlas of Living Australia harvest it.
 */

const dwc = 'http://rs.tdwg.org/dwc/terms/';
const dublinCore = 'http://purl.org/dc/terms/';

interface Column {
  readonly term: string;
  readonly valueOf: (record: RawDataRecord, metadata: OccurrenceMetadata) => string | number | null | undefined;
}

interface OccurrenceMetadata extends ExportMetadata {
  readonly times: RecordedTimes;
  /** By key of a published species. */
  readonly scientificNames: ReadonlyMap<string, string>;
}

/** Of species without a scientific name. */
const notIdentified = 'incertae sedis';

const isDetection = ({ InteractionValue, ObjectId }: RawDataRecord): boolean =>
  detectedTag(InteractionValue, ObjectId) !== null;

const columns: readonly Column[] = [
  { term: `${dwc}occurrenceID`, valueOf: ({ RawDataId }) => `${rawData.name}:${RawDataId}` },
  {
    term: `${dwc}basisOfRecord`,
    valueOf: (record) => (isDetection(record) ? 'MachineObservation' : 'HumanObservation'),
  },
  { term: `${dwc}occurrenceStatus`, valueOf: () => 'present' },
  {
    term: `${dwc}eventDate`,
    valueOf: (record, { times }) => eventDateOf(record, times),
  },
  { term: `${dwc}decimalLatitude`, valueOf: ({ LocationY }) => LocationY },
  { term: `${dwc}decimalLongitude`, valueOf: ({ LocationX }) => LocationX },
  { term: `${dwc}geodeticDatum`, valueOf: () => 'EPSG:4326' },
  {
    term: `${dwc}coordinateUncertaintyInMeters`,
    valueOf: (record, { publication }) =>
      publication.site.positions?.uncertaintyInMetres?.[isDetection(record) ? 'detection' : 'report'],
  },
  { term: `${dwc}georeferenceRemarks`, valueOf: (_, { publication }) => publication.site.positions?.notice },
  {
    term: `${dwc}scientificName`,
    valueOf: ({ SightingSpeciesValue }, { scientificNames }) =>
      scientificNames.get(keyOfText(SightingSpeciesValue)) ?? notIdentified,
  },
  { term: `${dwc}vernacularName`, valueOf: ({ SightingSpeciesValue }) => SightingSpeciesValue },
  {
    term: `${dwc}organismID`,
    valueOf: (record) =>
      isDetection(record) ? `${String(record.ObjectId)} ${keyOfText(record.SightingSpeciesValue)}`.trim() : null,
  },
  {
    term: `${dwc}individualCount`,
    valueOf: ({ SightingNumbervalue }) => /^(\d+)\s*x?$/i.exec(SightingNumbervalue ?? '')?.[1],
  },
  { term: `${dwc}locality`, valueOf: ({ LocationValue }) => LocationValue },
  { term: `${dwc}recordedBy`, valueOf: ({ OwnerValue }) => OwnerValue },
  {
    term: `${dwc}occurrenceRemarks`,
    valueOf: ({ LocationDetail }) => (LocationDetail === 'NULL' ? null : LocationDetail),
  },
  { term: `${dublinCore}license`, valueOf: (_, { publication }) => publication.licenceUrl },
  // The published record, which has facts that no term expresses.
  { term: `${dwc}dynamicProperties`, valueOf: (record) => JSON.stringify({ [rawData.name]: record }) },
];

/** With the offset of its zone. */
function eventDateOf(record: RawDataRecord, times: RecordedTimes): string {
  const { SightingDateTime } = record;
  const basis = times.basisOf(record);
  return basis === 'date' ? SightingDateTime.slice(0, 10) : times.timestampOf(SightingDateTime, basis);
}

/** The columns are separated by tabs, which cells cannot contain. */
const cellOf = (value: string | number | null | undefined): string => String(value ?? '').replace(/[\t\r\n]+/g, ' ');

/** The same records give the same bytes, so the files of the archive have no time of their own. */
const timeInArchive = { mtime: new Date(1980, 0, 1) };

export function openDarwinCore(table: RecordTable, output: FileOutput, metadata: ExportMetadata): ExportWriter {
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    output.bytes(bytes);
  });
  const addFile = (name: string, text: string): void => {
    const file = Object.assign(new ZipPassThrough(name), timeInArchive);
    archive.add(file);
    file.push(strToU8(text), true);
  };
  addFile('meta.xml', metaXml);
  addFile('eml.xml', emlOf(metadata));
  const occurrences = Object.assign(new ZipDeflate('occurrence.txt', { level: 6 }), timeInArchive);
  archive.add(occurrences);
  occurrences.push(strToU8(`${columns.map(({ term }) => termName(term)).join('\t')}\n`));
  const scientificNames = new Map(
    metadata.publication.site.species.flatMap(({ value, scientificName }) =>
      scientificName === undefined ? [] : [[value, scientificName] as const],
    ),
  );
  const settings = { ...metadata, times: table.timesBy(metadata.rules.times), scientificNames };
  return {
    visit: (record: DatasetRecord) => {
      const cells = columns.map(({ valueOf }) => cellOf(valueOf(record as RawDataRecord, settings)));
      occurrences.push(strToU8(`${cells.join('\t')}\n`));
    },
    finish: () => {
      occurrences.push(new Uint8Array(), true);
      archive.end();
    },
  };
}

/** Describes the columns (Darwin Core text guide). */
const metaXml = `<?xml version="1.0" encoding="UTF-8"?>
<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">
  <core encoding="UTF-8" fieldsTerminatedBy="\\t" linesTerminatedBy="\\n" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="${dwc}Occurrence">
    <files>
      <location>occurrence.txt</location>
    </files>
    <id index="0"/>
${columns.map(({ term }, index) => `    <field index="${index}" term="${term}"/>`).join('\n')}
  </core>
</archive>
`;

/** Describes the dataset in Ecological Metadata Language. */
function emlOf(metadata: ExportMetadata): string {
  const { publisher, attribution, licenceUrl, site } = metadata.publication;
  const party = [
    `<organizationName>${xml(publisher?.name ?? site.title)}</organizationName>`,
    ...(publisher?.url === undefined ? [] : [`<onlineUrl>${xml(publisher.url)}</onlineUrl>`]),
  ].join('');
  const rights = [
    ...(licenceUrl === undefined ? [] : [licenceUrl]),
    ...(attribution === undefined ? [] : [attribution]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<eml:eml xmlns:eml="eml://ecoinformatics.org/eml-2.1.1" packageId="${xml(site.title)}/${rawData.name}" system="${xml(site.title)}">
  <dataset>
    <title>${xml(titleOf(rawData, metadata))}</title>
    <creator>${party}</creator>
    <metadataProvider>${party}</metadataProvider>
    <language>en</language>
    <abstract><para>${xml(descriptionOf(rawData, metadata))}</para></abstract>
${rights.length === 0 ? '' : `    <intellectualRights><para>${xml(rights.join(' '))}</para></intellectualRights>\n`}    <contact>${party}</contact>
  </dataset>
</eml:eml>
`;
}

const xml = (text: string): string => escapeMarkup(text, 'xml');
