import type { FeedFormat } from '../../core/storage/format/layout.ts';
import { useSession } from '../session/use-session.ts';

interface FeedLinksProps {
  /** "within 1 km", "in this council area". */
  readonly where: string;
  readonly pathOf: (format: FeedFormat) => string;
}

/** Links to the feeds of the newest records of a place or an area. */
export function FeedLinks({ where, pathOf }: FeedLinksProps) {
  const { siteUrl } = useSession();
  return (
    <p>
      Follow new records {where} in a feed reader: <a href={siteUrl + pathOf('atom')}>Atom</a>,{' '}
      <a href={siteUrl + pathOf('json')}>JSON Feed</a>
    </p>
  );
}
