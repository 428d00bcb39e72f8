// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Dialog } from './Dialog.tsx';

afterEach(cleanup);

/** A dialog from 100 to 300 px in both directions. */
function showDialog(): { readonly dialog: HTMLElement; readonly onClose: () => void } {
  const onClose = vi.fn();
  render(
    <Dialog title="Filters" onClose={onClose}>
      <p>Within</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  dialog.getBoundingClientRect = () => new DOMRect(100, 100, 200, 200);
  return { dialog, onClose };
}

describe('a dialog', () => {
  it('closes when the backdrop is pressed', () => {
    const { dialog, onClose } = showDialog();
    fireEvent.click(dialog, { clientX: 20, clientY: 150 });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays open when its edge or its content is pressed', () => {
    const { dialog, onClose } = showDialog();
    fireEvent.click(dialog, { clientX: 106, clientY: 150 });
    fireEvent.click(dialog, { clientX: 300, clientY: 300 });
    fireEvent.click(screen.getByText('Within'));
    expect(onClose).not.toHaveBeenCalled();
  });
});
