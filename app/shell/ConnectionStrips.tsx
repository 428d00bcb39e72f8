import { type ReactNode, useEffect, useState } from 'react';

import { DismissButton } from '../components/DismissButton.tsx';
import { passFocusOn } from '../components/focus-count.ts';
import { useConnectionState } from '../connection/use-connection.ts';
import { useData, useQueryState, useSession } from '../session/use-session.ts';
import { formatAge, formatDate } from '../vocabulary/dates.ts';
import './connection-strips.css';

/**
 * What there is to say of the connection, each on a strip of its own: that there is none and how old the data is, that
 * newer data or a newer page is ready. Nothing happens but on a person's word.
 */
export function ConnectionStrips() {
  const session = useSession();
  const data = useData();
  const updateFailure = useQueryState((queryState) => queryState.updateFailure);
  const { isOffline, hasNetwork, lastCheckedAt, pageUpdate, dataUpdate, applyPageUpdate } = useConnectionState();
  return (
    <div className="connection-strips" aria-live="polite">
      {isOffline ? (
        <Strip>
          {hasNetwork ? 'The site cannot be reached.' : 'Offline.'}{' '}
          {data?.newest ? <>The data on this device is of {formatDate(data.newest)} (newest record)</> : null}
          {data?.newest && lastCheckedAt ? <CheckedAge date={lastCheckedAt} /> : null}
          {data?.newest ? '.' : null}
        </Strip>
      ) : null}
      {dataUpdate === 'ready' ? (
        <Strip action="Show it" onAction={() => void session.load()}>
          New data is ready.
        </Strip>
      ) : null}
      {updateFailure !== null ? (
        <Strip action="Try again" onAction={() => void session.load()}>
          What is shown could not be brought up to date: {updateFailure}
        </Strip>
      ) : null}
      {pageUpdate === 'ready' ? (
        <Strip action="Reload" onAction={applyPageUpdate}>
          A new version of the page is ready.
        </Strip>
      ) : null}
    </div>
  );
}

interface StripProps {
  readonly children: ReactNode;
  /** A verb, and what it does. */
  readonly action?: string;
  readonly onAction?: () => void;
}

/** Once dismissed it stays away for as long as what it says holds. */
function Strip({ children, action, onAction }: StripProps) {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div className="connection-strip" ref={passFocusOn}>
      <p className="connection-words">{children}</p>
      {action === undefined ? null : (
        <button type="button" className="button" data-size="small" onClick={onAction}>
          {action}
        </button>
      )}
      <DismissButton
        onDismiss={() => {
          setIsDismissed(true);
        }}
      />
    </div>
  );
}

/** Grows older on the screen without being announced each time. */
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
