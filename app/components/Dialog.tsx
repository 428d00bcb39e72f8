import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

import { IconButton } from './buttons.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether the dialog fills the screen of a phone. */
  readonly isFullOnPhone?: boolean;
  readonly size?: 'normal' | 'wide';
}

/** A modal dialog, open as long as it is rendered. The browser traps and restores the focus. */
export function Dialog({ title, onClose, children, isFullOnPhone = false, size = 'normal' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect, because the browser restores the focus only if the dialog is still in the document when it closes.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog floating"
      data-size={size}
      data-full={isFullOnPhone ? 'phone' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isOnBackdrop(event, dialog.current)) onClose();
      }}
    >
      <div className="dialog-head row apart">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" kind="plain" label="Close" onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}

/** Whether a press hit the backdrop and not the edge of the dialog: for both, the event target is the dialog. */
function isOnBackdrop({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
