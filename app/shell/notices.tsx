import { type ReactNode, useEffect, useId, useState } from 'react';

import { Button, IconButton } from '../components/buttons.tsx';
import { HelpLink } from '../components/HelpLink.tsx';
import { restoreFocusOnUnmount } from '../components/focus-count.ts';
import { WarningsLink } from '../components/WarningsLink.tsx';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { useConnectionState } from '../connection/use-connection.ts';
import { useUnknownValues } from '../explorer/address-selection.ts';
import { countLine, observedInWords } from '../explorer/count-line.ts';
import { useData, useQueryState, useExplorer, useView } from '../explorer/use-explorer.ts';
import { formatAge, formatDate } from '../vocabulary/dates.ts';
import { distanceAndBearingInWords } from '../vocabulary/distances.ts';
import './notices.css';

/** The disclaimer, which is always visible. On a phone it has two lines, from the first paint on. */
export function DisclaimerBanner() {
  const data = useData();
  const isWide = useMediaQuery(wideScreen);
  return (
    <p className="disclaimer row wrap notice small" data-sample={data?.sample ? '' : undefined}>
      <span className="disclaimer-text row wrap">
        Historical records, not live warnings.
        <WarningsLink />
        {data?.sample ? <strong>{isWide ? 'Sample data: invented records.' : 'Sample data'}</strong> : null}
      </span>
      <span className="disclaimer-links row wrap">
        <span className="disclaimer-newest figure">
          {data ? (data.newest ? `Newest record ${formatDate(data.newest)}` : 'No records') : '\u00a0'}
        </span>
        <HelpLink topic="positions">{isWide ? 'How positions were derived' : 'About positions'}</HelpLink>
        <HelpLink topic="dictionary">{isWide ? 'Data dictionary' : 'Dictionary'}</HelpLink>
      </span>
    </p>
  );
}

/**
 * Notices about being offline (with the age of the data), newer data, a failed update, and a newer page. Updates happen
 * only when the user accepts them.
 */
export function ConnectionNotices() {
  const explorer = useExplorer();
  const data = useData();
  const updateFailure = useQueryState((queryState) => queryState.updateFailure);
  const { isOffline, hasNetwork, lastCheckedAt, pageUpdate, dataUpdate, applyPageUpdate } = useConnectionState();
  return (
    <div className="connection-notices" aria-live="polite">
      {isOffline ? (
        <Notice>
          {hasNetwork ? 'The site cannot be reached.' : 'Offline.'}{' '}
          {data?.newest ? <>The newest record on this device is from {formatDate(data.newest)}</> : null}
          {data?.newest && lastCheckedAt ? <CheckedAge date={lastCheckedAt} /> : null}
          {data?.newest ? '.' : null}
        </Notice>
      ) : null}
      {dataUpdate === 'ready' ? (
        <Notice action="Show it" onAction={() => void explorer.load()}>
          New data is ready.
        </Notice>
      ) : null}
      {updateFailure !== null ? (
        <Notice action="Try again" onAction={() => void explorer.load()}>
          The data could not be updated: {updateFailure}
        </Notice>
      ) : null}
      {pageUpdate === 'ready' ? (
        <Notice action="Reload" onAction={applyPageUpdate}>
          A new version of the page is ready.
        </Notice>
      ) : null}
    </div>
  );
}

interface NoticeProps {
  readonly children: ReactNode;
  /** Label of the action button. */
  readonly action?: string;
  readonly onAction?: () => void;
}

/** A notice that can be dismissed. It then stays hidden until there is a new reason to show it. */
function Notice({ children, action, onAction }: NoticeProps) {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div className="connection-notice row notice label" ref={restoreFocusOnUnmount}>
      <p className="connection-words grow">{children}</p>
      {action === undefined ? null : (
        <Button size="small" onClick={onAction}>
          {action}
        </Button>
      )}
      <DismissButton
        onDismiss={() => {
          setIsDismissed(true);
        }}
      />
    </div>
  );
}

/** The time since the last check. It is updated regularly, but not announced to screen readers. */
function CheckedAge({ date }: { readonly date: Date }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, 30_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return <span aria-live="off">; last checked {formatAge(date, now)}</span>;
}

/**
 * Notes on the parts of the page's address that are ignored: invalid values and, once the data is loaded, filter values
 * that do not occur in the data. Several notes are collapsed to the first one.
 */
export function AddressNotes({ notes: parsingNotes }: { readonly notes: readonly string[] }) {
  const notes = [...parsingNotes, ...useUnknownValues()];
  const [isDismissed, setIsDismissed] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (isDismissed || notes.length === 0) return null;
  const isCollapsed = notes.length > 1 && !isOpen;
  return (
    <div className="address-notes row wrap notice label" ref={restoreFocusOnUnmount}>
      <div className="address-notes-words grow break-anywhere" id={listId} role="status" data-folded={isCollapsed}>
        <ul className="stack gap-4">
          {(isCollapsed ? notes.slice(0, 1) : notes).map((note) => (
            <li key={note} className={isCollapsed ? 'truncated' : undefined}>
              {note}
            </li>
          ))}
        </ul>
      </div>
      {notes.length > 1 ? (
        <Button
          kind="plain"
          size="small"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => {
            setIsOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show one note' : `Show all ${notes.length} notes`}
        </Button>
      ) : null}
      <DismissButton
        onDismiss={() => {
          setIsDismissed(true);
        }}
      />
    </div>
  );
}

/** A button that hides a notice. */
function DismissButton({ onDismiss }: { readonly onDismiss: () => void }) {
  return <IconButton icon="close" iconSize={18} kind="plain" label="Dismiss" onClick={onDismiss} />;
}

/**
 * The live region of the page for screen readers: announces what was found once the view has settled, and nothing
 * during a drag.
 */
export function StatusAnnouncer() {
  // Not `useResult`, which may render later: the text must be removed before the same text can be announced again.
  const settled = useQueryState((queryState) => (queryState.isSettled ? queryState.result : null));
  const result = useView((view) => view.isPlaying) ? null : settled;
  const units = useView((view) => view.units);
  const nearest = result?.query.search?.mode === 'nearest' ? result.nearestRecord : null;
  return (
    <p className="visually-hidden" role="status">
      {result ? `${[observedInWords(result), countLine(result, units)].filter((text) => text !== '').join(': ')}.` : ''}
      {nearest ? ` Nearest record: ${distanceAndBearingInWords(nearest, units)}, ${formatDate(nearest.dateTime)}.` : ''}
    </p>
  );
}
