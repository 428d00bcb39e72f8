import { useEffect, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { Icon } from '../components/Icon.tsx';
import { useExplorer } from '../explorer/use-explorer.ts';
import { newRecordsText, useLook, useSavedPlaces } from './use-saved-places.ts';
import {
  keyOf,
  maximumSavedPlaces,
  newRecordIds,
  type SavablePlace,
  type SavedPlace,
  savedPlacesOf,
} from './saved-places.ts';
import './saved-places.css';

const refusals = {
  full: `${maximumSavedPlaces} places are saved, which is the maximum: remove one first.`,
  refused: 'This browser did not save the place: its storage is blocked or full.',
} as const;

/**
 * Saves a place on this device, or removes it. If the place is saved, says how many records are new since the user last
 * looked, and notes that the user has looked now.
 */
export function SavePlaceButton({ place }: { readonly place: SavablePlace }) {
  return <SaveButton key={keyOf(place)} place={place} />;
}

function SaveButton({ place }: { readonly place: SavablePlace }) {
  const store = savedPlacesOf(useExplorer().siteUrl);
  const key = keyOf(place);
  const saved = useSavedPlaces().find((each) => keyOf(each) === key);
  const look = useLook();
  const [message, setMessage] = useState('');
  const news = useNewsOnce(place, saved);

  async function toggle(): Promise<void> {
    if (saved) {
      store.remove([saved]);
      setMessage('');
      return;
    }
    const seen = await look?.(place).catch(() => undefined);
    if (!seen) return;
    const refusal = store.save(place, seen);
    setMessage(refusal === null ? 'Saved on this device.' : refusals[refusal]);
  }

  return (
    <span className="save-place row wrap">
      <Button
        size="small"
        aria-pressed={saved !== undefined}
        aria-disabled={look === undefined}
        onClick={() => {
          if (look) void toggle();
        }}
      >
        <Icon name={saved ? 'check' : 'plus'} size={16} />
        {saved ? 'Saved' : 'Save'}
        <span className="visually-hidden"> this place</span>
      </Button>
      <span role="status" className="label">
        {[news, message].filter((text) => text !== '').join('. ')}
      </span>
    </span>
  );
}

/** What was new when the saved place was opened. The user has then seen it, so the text stays until it is closed. */
function useNewsOnce(place: SavablePlace, saved: SavedPlace | undefined): string {
  const { engine, siteUrl } = useExplorer();
  const look = useLook();
  const [news, setNews] = useState('');
  const [lookedAt, setLookedAt] = useState<string>();
  const isDue = saved !== undefined && look !== undefined && saved.dataVersion !== lookedAt;
  useEffect(() => {
    if (!isDue) return;
    let isCurrent = true;
    const lookForNews = async () => {
      const seen = await look(place);
      const ids = newRecordIds(saved.known, seen.known);
      return { seen, text: ids.length === 0 ? '' : newRecordsText(await engine.countRecords(ids), saved.seenAt) };
    };
    lookForNews().then(
      ({ seen, text }) => {
        if (!isCurrent) return;
        if (text !== '') setNews(text);
        setLookedAt(seen.dataVersion);
        savedPlacesOf(siteUrl).markSeen(place, seen);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
    // Runs when the place is opened and when the data has changed, not for each new object with the same place.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue, engine, siteUrl]);
  return news;
}
