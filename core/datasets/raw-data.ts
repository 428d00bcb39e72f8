import type { DatasetDescription, RecordOf } from './dataset-description.ts';
import { rawDataOutline } from './outlines.ts';

/** Shark sightings and detections of tagged sharks, one record an event. */
export const rawData = {
  ...rawDataOutline,
  fields: [
    {
      name: 'RawDataId',
      type: 'integer',
      nulls: 'never',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      meaning: 'Identifier of the record. Unique; not in order of time.',
    },
    {
      name: 'ObjectId',
      type: 'text',
      nulls: 'tolerated',
      uniqueAmong: [
        { name: 'sightings', field: 'InteractionValue', comparison: 'is', value: 'sighted' },
        { name: 'records other than detections', field: 'InteractionValue', comparison: 'is not', value: 'detected' },
      ],
      meaning:
        'Code of the report, or of the tagged animal. Repeated across the detections of one tag; the data dictionary ' +
        'counts the codes that several sightings share.',
    },
    {
      name: 'Distance',
      type: 'text',
      nulls: 'documented',
      meaning: 'Distance from the shore as reported, in DistanceUnit. Numeric text, at times with a decimal part.',
    },
    { name: 'DistanceUnit', type: 'text', nulls: 'documented', meaning: 'Unit of Distance, for example "m offshore".' },
    {
      name: 'InteractionValue',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Kind of the event in words: sighted, detected, tagged, caught or relocated.',
    },
    {
      name: 'InteractionId',
      type: 'text',
      nulls: 'tolerated',
      numericText: true,
      meaning:
        'Kind of the event as a number: 1 sighted, 2 tagged and released, 3 caught and released, 4 detected, ' +
        '5 tagged, relocated and released, 6 caught, relocated and released.',
    },
    { name: 'TownProximity', type: 'text', nulls: 'documented', meaning: 'The nearest town, or "Receiver".' },
    {
      name: 'LocationValue',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Display name of the coastal feature, in later records followed by its proximity to a town.',
    },
    {
      name: 'SightingNumbervalue',
      type: 'text',
      nulls: 'documented',
      meaning: 'How many animals were seen, as reported.',
    },
    {
      name: 'ReportDateTime',
      type: 'dateTime',
      nulls: 'documented',
      meaning: 'When the event was reported, as recorded, without a time zone.',
    },
    {
      name: 'SightingDateTime',
      type: 'dateTime',
      nulls: 'never',
      meaning: 'When the animal was seen or detected, as recorded, without a time zone. The sort key.',
    },
    {
      name: 'SightingSizeValue',
      type: 'text',
      nulls: 'documented',
      meaning: 'Estimated length of the animal: metres such as "2.5m", or a word.',
    },
    {
      name: 'SightingSpeciesValue',
      type: 'text',
      nulls: 'tolerated',
      meaning: 'Species as reported. Also whale carcasses and unidentified sonar objects.',
    },
    { name: 'OwnerValue', type: 'text', nulls: 'tolerated', meaning: 'Who reported the event.' },
    { name: 'LocationDetail', type: 'text', nulls: 'documented', meaning: 'Free text about the place of the event.' },
    {
      name: 'LocationX',
      type: 'number',
      nulls: 'never',
      unit: 'degrees east, WGS 84',
      minimum: -180,
      maximum: 180,
      meaning: "Longitude of the coastal feature's point at which the record stands.",
    },
    {
      name: 'LocationY',
      type: 'number',
      nulls: 'never',
      unit: 'degrees north, WGS 84',
      minimum: -90,
      maximum: 90,
      meaning: "Latitude of the coastal feature's point at which the record stands.",
    },
  ],
} as const satisfies DatasetDescription;

export type RawDataRecord = RecordOf<typeof rawData>;
