import { useId } from 'react';

import { CopyButton } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { addressOf } from '../view/view-url.ts';
import './sharing.css';

/** The address of what is shown, to be copied. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const { siteUrl } = useSession();
  const address = useView((view) => addressOf(view, siteUrl));
  const isSearching = useView((view) => view.search !== null);
  return (
    <Dialog title="Share this view" onClose={onClose}>
      <div className="sharing-body">
        <p>
          Anyone who opens this address sees the same map, search, filters and details.
          {isSearching && ' It includes the centre of the search: after Near me, that is your position.'}
        </p>
        <label htmlFor={id} className="sharing-label">
          Address
        </label>
        <div className="sharing-row">
          <input
            id={id}
            className="field sharing-address"
            type="text"
            readOnly
            value={address}
            onFocus={(event) => {
              event.target.select();
            }}
          />
          <CopyButton text={address} label="Copy" size="full" />
        </div>
      </div>
    </Dialog>
  );
}
