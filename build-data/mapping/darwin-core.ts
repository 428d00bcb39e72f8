import { rawData } from '../../core/datasets/datasets.ts';

const detections = { basisOfRecord: ['machineobservation', 'machine_observation', 'machine observation'] };
/** True of files that no build wrote: a build adds the published record as JSON. */
const hasNoPublishedRecord = { [`dynamicProperties.${rawData.name}.${rawData.identifierField}`]: [''] };
const localityColumns = ['locality', 'verbatimLocality', 'locationID', 'waterBody', 'stateProvince'];
const sources = ['recordedBy', 'institutionCode', 'datasetName', 'rightsHolder'];
type Rule = Readonly<Record<string, unknown>>;
const columns = (names: readonly string[]): readonly Rule[] => names.map((column) => ({ column }));

const externalRules: Readonly<Record<string, readonly Rule[]>> = {
  RawDataId: [{ key: ['gbifID'] }, { key: ['occurrenceID'] }],
  ObjectId: [{ when: detections, key: ['organismID'] }, { column: 'occurrenceID' }],
  InteractionValue: [{ when: detections, constant: 'Detected' }, { constant: 'Sighted' }],
  InteractionId: [{ when: detections, constant: '4' }, { constant: '1' }],
  LocationValue: columns(localityColumns),
  SightingNumbervalue: [{ column: 'individualCount' }],
  SightingDateTime: [{ column: 'eventDate', format: 'ISO 8601', unreadable: 'skipRow' }],
  SightingSpeciesValue: columns(['vernacularName', 'scientificName']),
  OwnerValue: columns(sources),
  LocationDetail: [
    { when: { coordinateUncertaintyInMeters: [''] }, column: 'occurrenceRemarks' },
    { template: '{occurrenceRemarks} (position within {coordinateUncertaintyInMeters} m)' },
  ],
  LocationX: [{ column: 'decimalLongitude', unreadable: 'skipRow' }],
  LocationY: [{ column: 'decimalLatitude', unreadable: 'skipRow' }],
};

/** The name of a term of Darwin Core or Dublin Core, by its URL. */
export const termName = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** The mapping of occurrences in Darwin Core to `RawData`: as GBIF and OBIS offer them for download, or as builds write them. */
export const darwinCoreOccurrences = {
  delimiter: '\t',
  quotes: false,
  jsonColumns: ['dynamicProperties'],
  // GBIF reads their values in any letter case.
  lowerCaseColumns: ['basisOfRecord', 'occurrenceStatus'],
  optionalColumns: [
    ...['gbifID', 'occurrenceID', 'basisOfRecord', 'organismID', 'individualCount', 'vernacularName'],
    ...[
      'coordinateUncertaintyInMeters',
      'occurrenceRemarks',
      'occurrenceStatus',
      'dynamicProperties',
      ...localityColumns,
      ...sources,
    ],
  ],
  skipRows: [
    { column: 'occurrenceStatus', values: ['absent'] },
    { when: { occurrenceStatus: [''] }, column: 'individualCount', values: ['0'] },
    ...['eventDate', 'decimalLongitude', 'decimalLatitude'].map((column) => ({ column, values: [''] })),
  ],
  fields: Object.fromEntries(
    rawData.fields.map(({ name, type }): [string, readonly Rule[]] => {
      const published = {
        column: `dynamicProperties.${rawData.name}.${name}`,
        ...(type === 'dateTime' ? { format: 'ISO 8601' } : {}),
      };
      const foreign = (externalRules[name] ?? []).map((rule) => ({
        ...rule,
        when: { ...(rule['when'] as Rule | undefined), ...hasNoPublishedRecord },
      }));
      return [name, [published, ...foreign]];
    }),
  ),
};
