import type { SiteRules } from '../../core/datasets/site.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import type { InteractionPattern } from '../../core/datasets/kinds.ts';
import { timeOffsetsOf } from './time-offsets.ts';

/** The members of a site file that say how records are read. */
export interface RulesOfSiteFile {
  readonly time: {
    readonly zone: string;
    readonly name: string;
    readonly utcBefore?: string | undefined;
    readonly utcOwners?: readonly string[] | undefined;
    /** A sentence: what the rule is based on. */
    readonly basis?: string | undefined;
  };
  readonly interactions: readonly InteractionPattern[];
  readonly species: readonly {
    readonly value: string;
    readonly isOther?: boolean | undefined;
    readonly isUnidentified?: boolean | undefined;
  }[];
}

/** Clocks that change later are read as in this number of years. */
const yearsAhead = 2;

export function rulesOf({ time, interactions, species }: RulesOfSiteFile, now = new Date()): SiteRules {
  const { zone, name, utcBefore, utcOwners } = time;
  const keysOf = (chosen: typeof species): readonly string[] => chosen.map(({ value }) => keyOfText(value));
  const offsets = timeOffsetsOf(zone, now.getUTCFullYear() + yearsAhead);
  return {
    times: {
      ...{ zone, name, offsets },
      ...(utcBefore !== undefined && { utcBefore }),
      ...(utcOwners && { utcOwners: utcOwners.map(keyOfText) }),
      inWords: timeRuleInWords(time, offsets.length > 1),
    },
    interactions: interactions.map(({ value, kind }) => ({ value, kind })),
    otherSpecies: keysOf(species.filter(({ isOther }) => isOther)),
    unidentifiedSpecies: keysOf(species.filter(({ isUnidentified }) => isUnidentified)),
  };
}

function timeRuleInWords(
  { zone, name, utcBefore, utcOwners = [], basis }: RulesOfSiteFile['time'],
  isChanged: boolean,
): string {
  const owners = utcOwners.length === 0 ? undefined : `all times of the ${inList(utcOwners)}`;
  const before = utcBefore === undefined ? undefined : `times before ${dayInWords(utcBefore)}`;
  const inUtc = before !== undefined && owners !== undefined ? `${before}, and ${owners},` : (before ?? owners);
  const local = `times are in ${name === zone ? name : `${name} (${zone})`}.`;
  return [
    capitalise(inUtc === undefined ? local : `${inUtc} are in UTC; all other ${local}`),
    ...(isChanged ? ['Of two equal times when clocks are set back, the first is meant.'] : []),
    'If more than 20 % of all records are at exactly 00:00:00, this time means that only the date was recorded.',
    ...(basis === undefined ? [] : [basis]),
  ].join(' ');
}

const inList = (texts: readonly string[]): string => texts.join(', ').replace(/, ([^,]*)$/, ' and $1');
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "8 July 2019", or "8 July 2019, 10:00:00" if it is not the start of the day. */
function dayInWords(time: string): string {
  const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${time}Z`));
  return time.endsWith('T00:00:00') ? day : `${day}, ${time.slice(11)}`;
}
