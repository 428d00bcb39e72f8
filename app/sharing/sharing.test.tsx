// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { ToolButtons } from './ToolButtons.tsx';

async function press(name: string): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    // The module of the dialog is already loaded: see beforeEach.
    await new Promise((resolve) => setTimeout(resolve));
  });
}

beforeEach(async () => {
  await import('./ShareDialog.tsx');
  render(
    <ExplorerContext value={await fakeExplorer({}, { selection: { kind: 'record', id: 7 } })}>
      <ToolButtons isCompact={false} />
    </ExplorerContext>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'share');
});

it('announces politely that the address was not copied', async () => {
  const writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await press('Share');
  await press('Copy');
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('Not copied');
});

it('opens the share sheet of a device that has one', async () => {
  const shareNatively = vi.fn<typeof navigator.share>().mockRejectedValue(new DOMException('closed', 'AbortError'));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  Object.defineProperty(navigator, 'share', { configurable: true, value: shareNatively });
  await press('Share');
  await press('Send the address …');
  const url = 'https://example.org/coast/?record=7';
  expect(shareNatively).toHaveBeenCalledWith({ title: document.title, url });
  expect(screen.getByRole('textbox', { name: 'Address' })).toBeDefined();
});
