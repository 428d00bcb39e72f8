import type { NearestReceiver, Summary } from '../engine/engine.ts';
import { formatDistanceAndBearing, type Units } from '../vocabulary/distances.ts';
import { countOf } from '../vocabulary/numbers.ts';

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
