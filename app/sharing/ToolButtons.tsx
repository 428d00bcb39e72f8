import { type ReactNode, Suspense, useId, useState } from 'react';

import { CopyButton } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { openHelp } from '../components/HelpLink.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { failureDialog, lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { addressOf } from '../view/view-url.ts';
import './sharing.css';

/** Only in the menu: a wide screen has a separate Help button. */
const help: ToolChoice = {
  icon: 'help',
  label: 'Help',
  onPress: () => {
    openHelp('about');
  },
};

/** Share, Download, Print and API: side by side, or behind one button if there is little space. */
export function ToolButtons({ isCompact = false }: { readonly isCompact?: boolean }) {
  const tools = useTools();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const choices: readonly ToolChoice[] = [
    { icon: 'share', label: 'Share', onPress: tools.share },
    { icon: 'download', label: 'Download', onPress: tools.download },
    { icon: 'print', label: 'Print', onPress: tools.print },
    { icon: 'code', label: 'API', href: './docs/' },
  ];

  if (!isCompact) {
    return (
      <>
        <div className="sharing-tools">
          {choices.map((choice) => (
            <Tool key={choice.label} {...choice} />
          ))}
        </div>
        {tools.dialog}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        className="button sharing-tool"
        data-size="icon"
        aria-label="More: share, download, print, API, help"
        title="More"
        aria-haspopup="dialog"
        onClick={() => {
          setIsMenuOpen(true);
        }}
      >
        <MoreIcon />
      </button>
      {isMenuOpen && (
        <Dialog
          title="More"
          onClose={() => {
            setIsMenuOpen(false);
          }}
        >
          <ul className="sharing-menu">
            {[...choices, help].map(({ onPress, ...choice }) => (
              <li key={choice.label}>
                <Tool
                  {...choice}
                  onPress={() => {
                    setIsMenuOpen(false);
                    onPress?.();
                  }}
                />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {tools.dialog}
    </>
  );
}

interface ToolChoice {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress?: () => void;
  /** Makes the tool a link to another page. */
  readonly href?: string;
}

function Tool({ icon, label, onPress, href }: ToolChoice) {
  const content = (
    <>
      <Icon name={icon} size={18} />
      {label}
    </>
  );
  return href === undefined ? (
    <button type="button" className="button sharing-tool" onClick={onPress}>
      {content}
    </button>
  ) : (
    <a className="button sharing-tool" href={href} onClick={onPress}>
      {content}
    </a>
  );
}

/** Three dots. */
function MoreIcon() {
  return (
    <svg width={20} height={20} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      {[5, 12, 19].map((x) => (
        <circle key={x} cx={x} cy={12} r={2} fill="currentColor" />
      ))}
    </svg>
  );
}

// Loaded on demand: most visits do not need it.
const DownloadDialog = lazyComponent(
  new LazyModule(() => import('./DownloadDialog.tsx')),
  (module) => module.DownloadDialog,
  failureDialog('Download this view'),
);

interface Tools {
  share(): void;
  download(): void;
  print(): void;
  /** The open dialog, to be rendered. */
  readonly dialog: ReactNode;
}

/** Actions that share, download and print the view, with their dialogs. */
function useTools(): Tools {
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
      // Waits one frame until the menu is closed, so that it is not printed.
      requestAnimationFrame(() => {
        // If the list handles the event, it loads the rows and then prints. Otherwise, the page is printed as it is.
        const isHandled = !window.dispatchEvent(new Event('coastwatch:print', { cancelable: true }));
        if (!isHandled) window.print();
      });
    },
    dialog:
      open === 'share' ? (
        <ShareDialog onClose={close} />
      ) : open === 'download' ? (
        <Suspense>
          <DownloadDialog onClose={close} />
        </Suspense>
      ) : null,
  };
}

/** Whether the device has its own sharing dialog, as phones do. */
function hasShareSheet(): boolean {
  return typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;
}

/** Opens the device's sharing dialog. Returns false if that failed; closing the dialog is not a failure. */
async function shareNatively(address: string): Promise<boolean> {
  try {
    await navigator.share({ title: 'Coastwatch', url: address });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** The address of the view, with a button that copies it. */
function ShareDialog({ onClose }: { readonly onClose: () => void }) {
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
