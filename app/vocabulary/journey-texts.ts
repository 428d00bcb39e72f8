import { formatDate } from './dates.ts';
import { formatDistance, hasDirection, type Units } from './distances.ts';
import { countOf, countOfNoun, formatCount } from './numbers.ts';
import { site } from './site.ts';

const visit = site.marks.detection;

/** What the engine finds of one tagged shark. */
interface SharkVisits {
  readonly species: string;
  readonly visits: number;
  readonly locations: number;
  readonly first: string;
  readonly last: string;
  readonly firstStop: number;
  readonly lastStop: number;
  readonly stops: readonly unknown[];
}

/** "12 visits to 5 locations, 3 Oct 2014 to 2 May 2016". */
export function visitsInWords({ visits, locations, first, last }: SharkVisits): string {
  const [from, to] = [formatDate(first), formatDate(last)];
  return `${countOfNoun(visits, visit)} to ${countOf(locations, 'location')}, ${from === to ? from : `${from} to ${to}`}`;
}

/** "stop 3", "stops 3 to 7". */
export function stopsInWords({ firstStop, lastStop }: SharkVisits): string {
  return firstStop === lastStop ? `stop ${firstStop}` : `stops ${formatCount(firstStop)} to ${formatCount(lastStop)}`;
}

/** "The map shows the first 200 of 1,340 stops."; '' if it shows all. */
export function omittedStopsInWords(sharks: readonly SharkVisits[]): string {
  const shown = sharks.reduce((sum, { stops }) => sum + stops.length, 0);
  const all = sharks.at(-1)?.lastStop ?? shown;
  return shown === all ? '' : `The map shows the first ${formatCount(shown)} of ${formatCount(all)} stops.`;
}

/** "12 km from the previous visit, 3 days later": how far and how long a visit is from the one before; null for the first. */
export function stepInWords(
  sinceLast: { readonly distanceInMetres: number; readonly days: number } | null,
  units: Units,
): string {
  if (sinceLast === null) return `First ${visit.one}`;
  const { distanceInMetres, days } = sinceLast;
  const where = hasDirection(distanceInMetres)
    ? `${formatDistance(distanceInMetres, units)} from the previous ${visit.one}`
    : 'Same place';
  const when = days === 0 ? 'the same day' : days === 1 ? 'the next day' : `${countOf(days, 'day')} later`;
  return `${where}, ${when}`;
}
