import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { secondsPerDay, type TimeRule } from '../../core/datasets/recorded-time.ts';

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
 * The offsets of a zone from 1970 to the end of a year. They are in whole minutes, as in RFC 3339. Zones are not changed
 * twice within a day.
 */
export function timeOffsetsOf(zoneName: string, lastYear: number): TimeRule['offsets'] {
  const zone = zoneOf(zoneName);
  const offsetAt = (instant: number): number => Math.round(zone.offset(instant * 1000)) * 60;
  const end = Date.UTC(lastYear + 1, 0) / 1000;
  const offsets: [number, number][] = [[0, offsetAt(0)]];
  let offset = offsetAt(0);
  for (let day = secondsPerDay; day <= end && !zone.isUniversal; day += secondsPerDay) {
    const next = offsetAt(day);
    if (next === offset) continue;
    let [before, from] = [day - secondsPerDay, day];
    while (from - before > 1) {
      const middle = Math.floor((before + from) / 2);
      if (offsetAt(middle) === offset) before = middle;
      else from = middle;
    }
    offsets.push([from, next]);
    offset = next;
  }
  return offsets;
}
