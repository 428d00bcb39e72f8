import { weightedChoice } from './seeded-random.ts';

/*
 * The values of the text fields with their frequencies. Spelling variants, such as trailing spaces and different case,
 * are intentional.
 */

/** The text in some older records where a value is missing. */
export const nullText = 'NULL';

export interface Interaction {
  readonly value: string;
  readonly identifier: string;
}

function interaction(value: string, identifier: string, weight: number): readonly [Interaction, number] {
  return [{ value, identifier }, weight];
}

export const detectionInteraction = weightedChoice([
  interaction('Detected', '4', 10_214),
  interaction('detected', '4', 12),
  interaction('Detected', '1', 10),
]);

export const reportInteraction = weightedChoice([
  interaction('sighted', '1', 6604),
  interaction('Sighted', '1', 44),
  interaction('sighted ', '1', 1),
  interaction('sighted', '4', 1),
  interaction('tagged & released', '2', 121),
  interaction('tagged & released', '1', 3),
  interaction('tagged and released', '1', 1),
  interaction('tagged, relocated & released', '5', 2),
]);

export const drumlineInteraction = weightedChoice([
  interaction('caught & released', '3', 283),
  interaction('caught, relocated & released', '6', 34),
]);

export const reportSpecies = weightedChoice([
  ['unknown sp.', 4422],
  ['bronze whaler', 560],
  ['tiger', 420],
  ['white', 640],
  ['hammerhead', 317],
  ['whale carcass', 191],
  ['whaler', 119],
  ['bull', 91],
  ['mako', 49],
  ['other', 30],
  ['dusky', 11],
  ['grey nurse', 10],
  ['blacktip', 4],
  ['blue', 4],
  ['whale carcass ', 4],
  ['shortfin mako', 1],
  ['Whale Carcass', 1],
  ['white ', 1],
]);

export const drumlineSpecies = weightedChoice([
  ['bronze whaler', 190],
  ['tiger', 60],
  ['white', 25],
  ['dusky', 10],
  ['mako', 5],
]);

/** The species of tagged animals, each with its cumulative share of the detections. */
export const taggedSpecies: readonly (readonly [species: string, upTo: number])[] = [
  ['bronze whaler', 0.46],
  ['tiger', 0.84],
  ['white', 1],
];

export const detectionOwner = weightedChoice([
  ['Fisheries Advise', 10_226],
  ['Fisheries advise', 6],
  ['Fisheries advise ', 3],
]);

const ownersOfAnyTime: readonly (readonly [string, number])[] = [
  ['Public report', 3139],
  ['SLS Westpac Heli report', 2430],
  ['SLS Lifesavers report', 633],
  ['Fisheries advise', 354],
  ['UPDATE to prior report', 114],
  ['Public Report', 3],
  ['SLS Westpac Heli', 1],
  ['SLS Lifesavers report ', 1],
];

/** The parks department was renamed in the middle of 2017. */
export const olderReportOwner = weightedChoice([...ownersOfAnyTime, ['DPAW report', 59], ['DPAW report ', 3]]);
export const newerReportOwner = weightedChoice([...ownersOfAnyTime, ['DBCA officers report', 133]]);

export const sightingNumber = weightedChoice([
  ['1', 404],
  ['2  x', 373],
  ['3 x', 119],
  ['school of', 112],
  ['4 x', 52],
  ['5 x', 19],
  ['6 x', 15],
  ['2', 2],
  ['2x', 1],
  ['4', 1],
  ['5', 1],
]);

export const sightingSize = weightedChoice(
  [
    ...['2.5m 1651', '2.0m 803', '3.0m 764', '3.5m 373', '3m 361', '2m 316', '1.5m 303', 'medium 251', '4.0m 214'],
    ...['large 187', '1.8m 112', '4m 98', 'small 91', '4.5m 82', '3.1m 54', '2.7m 51', '2.3m 48', '2.8m 47', '5.0m 46'],
    ...['1.0m 45', '2.1m 39', '2.9m 35', '2.6m 33', '2.4m 33', '5m 28', '2.2m 24', '3.2m 21', '1m 18', '1.9m 16'],
    ...['1.2m 14', '3.3m 14', '3.8m 12', '4.1m 10', '5.5m 10', '3.9m 9', '1.6m 9', '3.6m 8', '1.7m 8', '1.1m 8'],
    ...['4.2m 7', '3.7m 7', '6.0m 7', '6m 7', '3.4m 6', '1.3m 4', '0.5m 4', '4.3m 3', 'Medium 1', '234.0m 1'],
  ].map((entry) => parseTextAndWeight(entry)),
);

export interface ReportedDistance {
  readonly value: string;
  readonly unit: string;
  readonly distanceInMetres: number;
}

function distances(
  unit: string,
  metresPerUnit: number,
  entries: readonly string[],
): (readonly [ReportedDistance, number])[] {
  return entries.map((entry) => {
    const [value, weight] = parseTextAndWeight(entry);
    return [{ value, unit, distanceInMetres: Number(value) * metresPerUnit }, weight];
  });
}

export const reportedDistance = weightedChoice([
  ...distances('m offshore', 1, [
    ...['50 954', '100 741', '20 581', '200 448', '10 426', '500 322', '30 271', '5 240', '300 253', '400 212'],
    ...['150 200', '40 124', '15 116', '80 105', '600 88', '0 85', '800 66', '60 55', '250 51', '25 50', '70 49'],
    ...['2 40', '3 30', '1000 33', '700 25', '900 20', '75 17', '1500 14', '350 12', '450 10', '1200 7', '2000 6'],
    ...['5000 4', '1.5 4', '0.3 1', '15000 1', '45000 1'],
  ]),
  ...distances('km offshore', 1000, [
    ...['1 215', '2 110', '3 35', '1.5 31', '1.8 18', '4 25', '5 16', '6 12', '7 9', '8 8', '10 8', '2.5 7', '1.6 4'],
    ...['5.5 4', '3.5 3', '8.5 3', '4.5 3', '1.85 2', '3.21 2', '0.5 1', '9.25 1', '20 3', '30 1'],
  ]),
  ...distances('m', 1, ['50 10', '100 10']),
  ...distances('km', 1000, ['2 1']),
]);

/** Parses an entry such as "2.5m 1651": the text, then its frequency. */
function parseTextAndWeight(entry: string): readonly [text: string, weight: number] {
  const space = entry.lastIndexOf(' ');
  return [entry.slice(0, space), Number(entry.slice(space + 1))];
}
