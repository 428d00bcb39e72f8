import { useView } from '../../session/use-session.ts';
import { pathNote } from '../map-options.ts';

export function JourneyNote() {
  const tag = useView(({ filters }) => filters.tag);
  return tag === null ? null : (
    <p className="map-attribution map-path-note">
      Tag {tag}: {pathNote}
    </p>
  );
}
