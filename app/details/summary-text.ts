import type { NearestReceiver, PlaceRow, Summary } from '../engine/engine.ts';
import { formatDistance, formatDistanceAndBearing, formatRadius, type Units } from '../vocabulary/distances.ts';
import { factSentences } from '../vocabulary/fact-sentences.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';

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

/** Farther away, a point is not near a place in everyday words. */
const nearInMetres = 5000;

/** The title of a point without a name of its own: "Near Trigg Beach", "12 km from Trigg Beach". */
export function pointTitle(place: PlaceRow | null, units: Units): { readonly before: string; readonly name: string } {
  if (!place || place.name.trim() === '') return { before: 'Point on the map', name: '' };
  const { distanceInMetres, name } = place;
  const before = distanceInMetres <= nearInMetres ? 'Near ' : `${formatDistance(distanceInMetres, units)} from `;
  return { before, name: name.trim() };
}

/**
 * What the absence of records can and cannot mean here, from where the receivers are. Neither alarming nor reassuring.
 */
export function receiverText({
  receiverPoints,
  nearestReceiver,
  scope,
}: Pick<Summary, 'receiverPoints' | 'nearestReceiver' | 'scope'>): string {
  const people = 'People report only what they see.';
  if (!nearestReceiver) return `No receiver in this data has detected a tagged animal. ${people}`;
  const inside = 'council' in scope ? 'in this council area' : 'in this circle';
  const receivers =
    receiverPoints === 0
      ? `No receiver ${inside} has detected a tagged animal.`
      : receiverPoints === 1
        ? `There is a receiver ${inside}.`
        : `There are receivers at ${formatCount(receiverPoints)} points ${inside}.`;
  return `${receivers} A receiver detects only tagged animals that pass close to it. ${people}`;
}

/**
 * "12 km NW, 3,465 detections": the distance from the centre of a circle, and outside it the number of detections, which
 * are not among those that the summary counts.
 */
export function receiverFacts({ receiverPoints }: Summary, receiver: NearestReceiver, units: Units): string {
  const distance = formatDistanceAndBearing(receiver, units);
  return receiverPoints > 0 ? distance : `${distance}, ${countOf(receiver.detections, 'detection')}`;
}
