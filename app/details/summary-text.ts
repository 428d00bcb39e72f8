import type { NearestReceiver, Summary } from '../engine/engine.ts';
import { formatDistanceAndBearing, formatRadius, type Units } from '../vocabulary/distances.ts';
import { factSentences } from '../vocabulary/fact-sentences.ts';
import { countOf } from '../vocabulary/numbers.ts';

/**
 * "319 records within 1 km since 2014. Last sighting 20 April 2021. Most often: white shark.": the sentence after the
 * name of a place.
 */
export function summarySentence(summary: Summary, units: Units): string {
  const { records, firstYear, lastSighting, lastRecord, species } = summary;
  return factSentences({
    records,
    where: scopeInWords(summary, units),
    firstYear,
    lastSighting: lastSighting?.dateTime ?? null,
    lastRecord: lastRecord?.dateTime ?? null,
    species: species?.key ?? null,
  }).join(' ');
}

/** "within 1 km", "in this council area". */
export function scopeInWords({ scope }: Pick<Summary, 'scope'>, units: Units): string {
  return 'council' in scope ? 'in this council area' : `within ${formatRadius(scope.radiusInMetres, units)}`;
}

/**
 * What the absence of records can and cannot mean here, from where the receivers are. Neither alarming nor reassuring.
 */
export function receiverText(
  { receivers, nearestReceiver: nearest, scope }: Pick<Summary, 'receivers' | 'nearestReceiver' | 'scope'>,
  units: Units,
): string {
  const isCouncil = 'council' in scope;
  const inside = isCouncil ? 'in this council area' : 'in this circle';
  const people = 'People report only what they see.';
  if (!nearest) return `No receiver in this data has detected a tagged animal. ${people}`;
  if (receivers.points > 0) {
    const made = countOf(receivers.detections, 'detection');
    const where = receivers.points === 1 ? 'A receiver' : `Receivers at ${receivers.points} points`;
    return `${where} ${inside} made ${made}. A receiver detects only tagged animals that pass close to it. ${people}`;
  }
  const distance = formatDistanceAndBearing(nearest, units);
  const from = isCouncil ? ' of the middle of this area' : '';
  return `The nearest receiver is ${distance}${from}. A receiver detects only tagged animals that pass close to it. ${people}`;
}

/** "Warnbro Sound, 12 km NW: 3,465 detections". */
export function receiverFacts(receiver: NearestReceiver, units: Units): string {
  return `${formatDistanceAndBearing(receiver, units)}, ${countOf(receiver.detections, 'detection')}`;
}
