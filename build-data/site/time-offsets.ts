import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { earliestYear, secondsPerDay, type TimeRule } from '../../core/datasets/recorded-time.ts';

/** Whether a text is an offset such as +08:00, or the name of a zone such as Europe/Dublin. */
export const isZone = (name: string): boolean =>
  /^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(name) || IANAZone.isValidZone(name);

/** Whether a text is a possible date and time of the form YYYY-MM-DDThh:mm:ss. */
export const isDateTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;

/** The zone of an offset such as +08:00, or with a name such as Europe/Dublin. */
export function zoneOf(name: string): Zone {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  if (sign === undefined) return IANAZone.create(name);
  return FixedOffsetZone.instance((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)));
}

/**
 * The offset of a zone at an instant, in seconds: whole minutes, as in RFC 3339. Where clocks showed the mean time of a
 * meridian, before zones were introduced, it is rounded: that of Dublin until 1916, -00:25:21, is -00:25.
 */
export const offsetAt = (zone: Zone, instant: number): number => Math.round(zone.offset(instant * 1000)) * 60;

/** Clocks have not been changed twice within this time in any zone: the shortest summer time had a week. */
const stepSeconds = 4 * secondsPerDay;

/** The offsets of a zone from the earliest year of records to the end of a year. */
export function timeOffsetsOf(zoneName: string, lastYear: number): TimeRule['offsets'] {
  const zone = zoneOf(zoneName);
  if (zone.isUniversal) return [[0, offsetAt(zone, 0)]];
  const start = Date.UTC(earliestYear, 0) / 1000;
  const end = Date.UTC(lastYear + 1, 0) / 1000;
  let offset = offsetAt(zone, start);
  const offsets: [number, number][] = [[start, offset]];
  for (let instant = start; instant < end; instant += stepSeconds) {
    const next = offsetAt(zone, Math.min(instant + stepSeconds, end));
    if (next === offset) continue;
    let [before, from] = [instant, Math.min(instant + stepSeconds, end)];
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      if (offsetAt(zone, middle) === offset) before = middle;
      else from = middle;
    }
    offsets.push([from, next]);
    offset = next;
  }
  return offsets;
}
