import { type Listening, listeningStates } from '../../vocabulary/listening.ts';
import { createMonthOf, locationOf, type RecordStore } from '../load/record-store.ts';

const probable = listeningStates.indexOf('probable');
const known = listeningStates.indexOf('known');

/** When the receivers at the locations with 1 listened. */
export function listeningAt(
  store: RecordStore,
  locations: Uint8Array,
): Pick<Listening, 'receivers' | 'firstMonth' | 'states'> {
  const { first, last } = store.months;
  const [firstMonth, months] = first === null || last === null ? [0, 0] : [first, last - first + 1];
  const monthOf = createMonthOf(store);
  /** For each receiver, 1 for each month in which it detected anything. */
  const heard = new Map<number, Uint8Array>();
  for (let record = 0; record < store.size; record++) {
    const location = locationOf(store, record);
    if (store.sharkOf[record] === 0 || locations[location] === 0) continue;
    const ofReceiver = heard.get(location) ?? new Uint8Array(months);
    heard.set(location, ofReceiver);
    ofReceiver[monthOf(record) - firstMonth] = 1;
  }
  const states = new Uint8Array(months);
  for (const ofReceiver of heard.values()) {
    const lastMonth = ofReceiver.lastIndexOf(1);
    for (let month = ofReceiver.indexOf(1); month <= lastMonth; month++) {
      states[month] = Math.max(states[month], ofReceiver[month] === 1 ? known : probable);
    }
  }
  return { receivers: heard.size, firstMonth, states };
}
