/**
 * The terms of the service, with the wording that pages, metadata and the explorer share. The first sentence is the
 * publisher's. The second follows from how positions were derived.
 */
export const termsOfUse: readonly [string, string] = [
  'The data dictionary must be read in full before any use of the geographical information.',
  'Anyone who uses the location search or the nearest function must take into account how positions were derived: ' +
    'a RawData record is placed at a point of a coastal feature, not where the animal was (reports under 1,000 m ' +
    'offshore or without a distance at its inshore point, other reports at its offshore point, detections at the receiver).',
];

/** The name of the service in pages, metadata and feeds. */
export const siteName = 'Coastwatch';

/** The short form of the notice about sample data. */
export const shortNotice = 'Sample data: invented records, for trying the service.';
export const historicalNotice = 'Historical records, not live warnings.';
