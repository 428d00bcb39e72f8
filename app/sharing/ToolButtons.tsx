import { Suspense, useState } from 'react';

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

/** Charts, Share, Download, Print and API: side by side, or with `isCompact` behind one button. */
export function ToolButtons({ isCompact }: { readonly isCompact: boolean }) {
  const { view } = useExplorer();
  const [open, setOpen] = useState<'menu' | 'share' | 'download' | null>(null);
  const close = (): void => {
    setOpen(null);
  };
  const choices: readonly ToolChoice[] = [
    {
      icon: 'chart',
      label: 'Charts',
      onPress: () => {
        view.getState().showCharts(true);
      },
    },
    {
      icon: 'share',
      label: 'Share',
      onPress: () => {
        setOpen('share');
      },
    },
    {
      icon: 'download',
      label: 'Download',
      onPress: () => {
        setOpen('download');
      },
    },
    { icon: 'print', label: 'Print', onPress: printWithoutMenu },
    { icon: 'code', label: 'API', href: './docs/' },
  ];
  return (
    <>
      {isCompact ? (
        <Button
          className="sharing-tool flex-none one-line"
          kind="plain"
          size="icon"
          aria-label="More: charts, share, download, print, API, help"
          title="More"
          aria-haspopup="dialog"
          onClick={() => {
            setOpen('menu');
          }}
        >
          <MoreIcon />
        </Button>
      ) : (
        <div className="sharing-tools row wrap gap-0">
          {choices.map((choice) => (
            <Tool key={choice.label} {...choice} />
          ))}
        </div>
      )}
      {open === 'menu' && (
        <Dialog title="More" onClose={close}>
          <ul className="sharing-menu stack">
            {[...choices, help].map(({ onPress, ...choice }) => (
              <li key={choice.label}>
                <Tool
                  {...choice}
                  onPress={() => {
                    close();
                    onPress?.();
                  }}
                />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      <Suspense>
        {open === 'share' && <ShareDialog onClose={close} />}
        {open === 'download' && <DownloadDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** Waits one frame until the menu is closed, so that it is not printed. */
function printWithoutMenu(): void {
  requestAnimationFrame(() => {
    window.dispatchEvent(new Event('coastwatch:print'));
  });
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
