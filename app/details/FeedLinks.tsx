import { placeFeedPath } from '../../core/storage/format/layout.ts';
import { useData, useSession } from '../session/use-session.ts';

/** Links to the feeds of the newest records near a place. Nothing on a host that only serves files. */
export function FeedLinks({ placeId }: { readonly placeId: number }) {
  const { siteUrl } = useSession();
  if (useData()?.hasPlaceFeeds !== true) return null;
  return (
    <p>
      Follow new records within 1 km in a feed reader: <a href={siteUrl + placeFeedPath('atom', placeId)}>Atom</a>,{' '}
      <a href={siteUrl + placeFeedPath('json', placeId)}>JSON Feed</a>
    </p>
  );
}
