import type { NearestReceiver, Summary } from '../engine/engine.ts';
import { formatDistanceAndBearing, hasDirection, type Units } from '../vocabulary/distances.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { inThisCouncilArea } from '../vocabulary/scopes.ts';

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
  const isArea = 'council' in scope;
  const inside = isArea ? inThisCouncilArea : 'in this circle';
  const receivers =
    receiverPoints === 0
      ? `No receiver ${inside} has detected a tagged animal.`
      : receiverPoints === 1
        ? `There is a receiver ${inside}.`
        : isArea
          ? // Their number is before their names.
            `There are receivers ${inside}.`
          : `There are receivers at ${formatCount(receiverPoints)} points ${inside}.`;
  return `${receivers} A receiver detects only tagged animals that pass close to it. ${people}`;
}

/**
 * "12 km NW, 3,465 detections": the distance from the centre of a circle or from the middle of the records of a council
 * area, and outside it the number of detections, which are not among those that the summary counts.
 */
export function receiverFacts(
  { receiverPoints, records, scope }: Summary,
  receiver: NearestReceiver,
  units: Units,
): string {
  const from = 'council' in scope ? ` of the middle of ${records > 0 ? 'these records' : 'this council area'}` : '';
  const distance = hasDirection(receiver.distanceInMetres)
    ? `${formatDistanceAndBearing(receiver, units)}${from}`
    : 'at this point';
  return receiverPoints > 0 ? distance : `${distance}, ${countOf(receiver.detections, 'detection')}`;
}
