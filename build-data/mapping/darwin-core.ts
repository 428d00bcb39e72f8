const remarksWithoutUncertainty = { coordinateUncertaintyInMeters: [''] };
const detections = { basisOfRecord: ['MachineObservation', 'MACHINE_OBSERVATION'] };

/** The mapping of occurrences in Darwin Core, as GBIF and OBIS offer them for download, to `RawData`. */
export const darwinCoreOccurrences = {
  delimiter: '\t',
  quotes: false,
  optionalColumns: [
    ...['basisOfRecord', 'organismID', 'individualCount', 'coordinateUncertaintyInMeters', 'occurrenceRemarks'],
    ...['vernacularName', 'locality', 'verbatimLocality', 'waterBody', 'stateProvince', 'locationID'],
    ...['institutionCode', 'datasetName', 'rightsHolder', 'occurrenceStatus'],
  ],
  skipRows: [{ column: 'occurrenceStatus', values: ['absent', 'ABSENT'] }],
  fields: {
    RawDataId: { key: ['occurrenceID'] },
    ObjectId: [{ when: detections, key: ['organismID'] }, { column: 'occurrenceID' }],
    InteractionValue: [{ when: detections, constant: 'Detected' }, { constant: 'Sighted' }],
    InteractionId: [{ when: detections, constant: '4' }, { constant: '1' }],
    LocationValue: { firstOf: ['locality', 'verbatimLocality', 'locationID', 'waterBody', 'stateProvince'] },
    SightingNumbervalue: { column: 'individualCount' },
    SightingDateTime: { column: 'eventDate', format: 'ISO 8601', unreadable: 'skipRow' },
    SightingSpeciesValue: { firstOf: ['vernacularName', 'scientificName'] },
    OwnerValue: { firstOf: ['institutionCode', 'datasetName', 'rightsHolder'] },
    LocationDetail: [
      { when: remarksWithoutUncertainty, column: 'occurrenceRemarks' },
      { template: '{occurrenceRemarks} (position within {coordinateUncertaintyInMeters} m)' },
    ],
    LocationX: { column: 'decimalLongitude', unreadable: 'skipRow' },
    LocationY: { column: 'decimalLatitude', unreadable: 'skipRow' },
  },
} as const;
