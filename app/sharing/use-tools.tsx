import { Suspense, useState, type ReactNode } from 'react';

import { inDialog, lazyPart } from '../components/lazy-part.tsx';
import { Script } from '../components/script.ts';
import { useSession } from '../session/use-session.ts';
import { hasShareSheet, shareNatively } from './share-natively.ts';
import { addressOf } from './view-address.ts';

// Most visits need neither.
const DownloadDialog = lazyPart(
  new Script(() => import('./DownloadDialog.tsx')),
  (script) => script.DownloadDialog,
  inDialog('Download this view'),
);
const ShareDialog = lazyPart(
  new Script(() => import('./ShareDialog.tsx')),
  (script) => script.ShareDialog,
  inDialog('Share this view'),
);

export interface Tools {
  share(): void;
  download(): void;
  print(): void;
  /** Whatever the tools have opened; to be rendered. */
  readonly dialogs: ReactNode;
}

/** Sharing, downloading and printing the view, with the dialogs they need. */
export function useTools(): Tools {
  const session = useSession();
  const [open, setOpen] = useState<'share' | 'download' | null>(null);
  const close = (): void => {
    setOpen(null);
  };

  async function share(): Promise<void> {
    const address = addressOf(session.view.getState(), session.siteUrl);
    if (!hasShareSheet() || !(await shareNatively(address))) setOpen('share');
  }

  return {
    share: () => void share(),
    download: () => {
      setOpen('download');
    },
    print: () => {
      // A menu that it was chosen from is gone from the page, and so from the print, a frame later.
      requestAnimationFrame(() => {
        // The list reads all that belongs on paper first, and then prints; where there is none yet, what is there is.
        const isTaken = !window.dispatchEvent(new Event('coastwatch:print', { cancelable: true }));
        if (!isTaken) window.print();
      });
    },
    dialogs: (
      <Suspense>
        {open === 'share' ? <ShareDialog onClose={close} /> : null}
        {open === 'download' ? <DownloadDialog onClose={close} /> : null}
      </Suspense>
    ),
  };
}
