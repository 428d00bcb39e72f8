import { type ReactNode, Suspense, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { openHelp } from '../components/HelpLink.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { failureDialog, lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { useExplorer } from '../explorer/use-explorer.ts';
import './sharing.css';

/** Only in the menu: a wide screen has a separate Help button. */
const help: ToolChoice = {
  icon: 'help',
  label: 'Help',
  onPress: () => {
    openHelp('about');
  },
};

/** Charts, Share, Download, Print and API: side by side, or behind one button if there is little space. */
export function ToolButtons({ isCompact = false }: { readonly isCompact?: boolean }) {
  const tools = useTools();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const choices: readonly ToolChoice[] = [
    { icon: 'chart', label: 'Charts', onPress: tools.showCharts },
    { icon: 'share', label: 'Share', onPress: tools.share },
    { icon: 'download', label: 'Download', onPress: tools.download },
    { icon: 'print', label: 'Print', onPress: tools.print },
    { icon: 'code', label: 'API', href: './docs/' },
  ];

  if (!isCompact) {
    return (
      <>
        <div className="sharing-tools row wrap gap-0">
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
      <Button
        className="sharing-tool flex-none one-line"
        kind="plain"
        size="icon"
        aria-label="More: charts, share, download, print, API, help"
        title="More"
        aria-haspopup="dialog"
        onClick={() => {
          setIsMenuOpen(true);
        }}
      >
        <MoreIcon />
      </Button>
      {isMenuOpen && (
        <Dialog
          title="More"
          onClose={() => {
            setIsMenuOpen(false);
          }}
        >
          <ul className="sharing-menu stack">
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
    <Button className="sharing-tool narrow flex-none one-line" kind="plain" onClick={onPress}>
      {content}
    </Button>
  ) : (
    <a className="button sharing-tool narrow flex-none one-line" data-kind="plain" href={href} onClick={onPress}>
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

// Loaded on demand: most visits need neither.
const ShareDialog = lazyComponent(
  new LazyModule(() => import('./ShareDialog.tsx')),
  (module) => module.ShareDialog,
  failureDialog('Share this view'),
);
const DownloadDialog = lazyComponent(
  new LazyModule(() => import('./DownloadDialog.tsx')),
  (module) => module.DownloadDialog,
  failureDialog('Download this view'),
);

interface Tools {
  showCharts(): void;
  share(): void;
  download(): void;
  print(): void;
  /** The open dialog, to be rendered. */
  readonly dialog: ReactNode;
}

/** Actions that share, download and print the view, with their dialogs. */
function useTools(): Tools {
  const { view } = useExplorer();
  const [open, setOpen] = useState<'share' | 'download' | null>(null);
  const close = (): void => {
    setOpen(null);
  };

  return {
    showCharts: () => {
      view.getState().showCharts(true);
    },
    share: () => {
      setOpen('share');
    },
    download: () => {
      setOpen('download');
    },
    print: () => {
      // Waits one frame until the menu is closed, so that it is not printed.
      requestAnimationFrame(() => {
        window.dispatchEvent(new Event('coastwatch:print'));
      });
    },
    dialog:
      open === 'share' ? (
        <Suspense>
          <ShareDialog onClose={close} />
        </Suspense>
      ) : open === 'download' ? (
        <Suspense>
          <DownloadDialog onClose={close} />
        </Suspense>
      ) : null,
  };
}
