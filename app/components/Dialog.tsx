import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

import { Icon } from './Icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Fills the screen of a phone. */
  readonly isFullOnPhone?: boolean;
}

/** A modal dialog while it is rendered: the browser keeps focus within and returns it, Escape closes. */
export function Dialog({ title, onClose, children, isFullOnPhone = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // While it is still in the document: only from there does closing give the focus back.
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
      className="dialog"
      data-full={isFullOnPhone ? 'phone' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isBeside(event, dialog.current)) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          className="button"
          data-kind="plain"
          data-size="icon"
          aria-label="Close"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

/** Whether a press fell beside the dialog, not on its rim: both are pressing the dialog itself, says the browser. */
function isBeside({ clientX, clientY }: { clientX: number; clientY: number }, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
