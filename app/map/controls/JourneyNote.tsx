import { useEngineQuery } from '../../session/use-async.ts';
import { useSession, useView } from '../../session/use-session.ts';
import { pathNote } from '../map-options.ts';

/** What the lines of a journey are not. Nothing without lines. */
export function JourneyNote() {
  const { engine } = useSession();
  const filters = useView((view) => view.filters);
  const key = filters.tag === null ? null : `journey ${JSON.stringify(filters)}`;
  const journey = useEngineQuery(key, () => engine.journey(filters));
  const hasLines = journey.state === 'ready' && journey.value.sharks.some(({ stops }) => stops.length > 1);
  return hasLines ? (
    <p className="map-attribution map-path-note">
      Tag {filters.tag}: {pathNote}
    </p>
  ) : null;
}
