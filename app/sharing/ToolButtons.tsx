import { useState } from 'react';

import { Dialog } from '../components/Dialog.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { openHelp } from '../components/open-help.ts';
import { useTools } from './use-tools.tsx';
import './sharing.css';

/** On a wide screen it has a button of its own. */
const help: ToolChoice = {
  icon: 'help',
  label: 'Help',
  onPress: () => {
    openHelp('about');
  },
};

/** Share, Download, Print and API: side by side, or behind one button where there is little room. */
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
        {tools.dialogs}
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
      {tools.dialogs}
    </>
  );
}

interface ToolChoice {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress?: () => void;
  /** With one, it is a link to another page. */
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
