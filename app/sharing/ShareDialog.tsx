import { type ReactNode, useId, useState } from 'react';

import { Button, CopyButton } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { addressOf } from '../view/view-url.ts';
import { embedCodeOf } from './embed-code.ts';
import { SavePictureButton } from './SavePictureButton.tsx';
import './sharing.css';

/** The address of the view, and the code that shows it on another page, each with a button that copies it. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteUrl } = useSession();
  const view = useView((state) => state);
  const address = addressOf(view, siteUrl);
  const [title] = useState(titleOfMap);
  const { iframe, element } = embedCodeOf(view, siteUrl, title);
  return (
    <Dialog title="Share this view" onClose={onClose}>
      <div className="stack gap-12">
        <p>
          Anyone who opens this address sees the same map, search, filters and details.
          {view.search !== null && ' It includes the centre of the search. If you used Near me, that is your position.'}
        </p>
        <CopyField label="Address" text={address} copyLabel="Copy" />
        <NativeShareButton address={address} />
        <SavePictureButton />
        <h3>Show this map on your website</h3>
        <p>
          Paste one of these into a page. Readers see the map, the circle, the number of records and the credit, always
          with the newest data. <a href="./docs/embedding/">How to embed the map</a>
        </p>
        <CopyField label="As an iframe, for any site" text={iframe} copyLabel="Copy the iframe" isCode />
        <CopyField
          label="As an element that loads when readers scroll to it"
          text={element}
          copyLabel="Copy the element"
          isCode
        />
      </div>
    </Dialog>
  );
}

/** The title of the page, which names what is selected, or a general one. */
function titleOfMap(): string {
  const title = document.title.trim();
  return title === '' || title === 'Coastwatch' ? 'Map of shark records – Coastwatch' : title;
}

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
  /** Whether the text is shown in several lines. */
  readonly isCode?: boolean;
}

/** A text that can be selected, with a button that copies it. */
function CopyField({ label, text, copyLabel, isCode = false }: CopyFieldProps) {
  const id = useId();
  const field: ReactNode = isCode ? (
    <textarea
      id={id}
      className="field grow sharing-code break-anywhere"
      readOnly
      rows={4}
      spellCheck={false}
      value={text}
    />
  ) : (
    <input
      id={id}
      className="field grow sharing-address"
      type="text"
      readOnly
      value={text}
      onFocus={(event) => {
        event.target.select();
      }}
    />
  );
  return (
    <div className="stack gap-4">
      <label htmlFor={id} className="label strong">
        {label}
      </label>
      <div className="row wrap">
        {field}
        <CopyButton text={text} label={copyLabel} size="full" />
      </div>
    </div>
  );
}

/** Opens the device's own sharing dialog, where there is one, as on phones. */
function NativeShareButton({ address }: { readonly address: string }) {
  const [hasShareSheet] = useState(
    () => typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches,
  );
  if (!hasShareSheet) return null;
  return (
    <div className="row wrap">
      <Button
        kind="primary"
        onClick={() => {
          // It fails when the user closes it, or when the browser does not allow it: the address can still be copied.
          navigator.share({ title: document.title, url: address }).catch(() => undefined);
        }}
      >
        <Icon name="share" size={18} />
        Send the address …
      </Button>
    </div>
  );
}
