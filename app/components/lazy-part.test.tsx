// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, Suspense, type ComponentType, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { inDialog, lazyPart, toldElsewhere } from './lazy-part.tsx';
import { Script } from './script.ts';

interface Module {
  readonly Part: (properties: { readonly name: string }) => ReactNode;
  readonly Other: () => ReactNode;
}
const module: Module = { Part: ({ name }) => <p>The part: {name}</p>, Other: () => <p>The other</p> };
const fetchScript = vi.fn<() => Promise<Module>>();
const failing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const words = 'This part of the page could not be loaded.';

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));
async function show(content: ReactNode) {
  const shown = render(
    <StrictMode>
      <p>The rest</p>
      <Suspense fallback={<p>Coming</p>}>{content}</Suspense>
    </StrictMode>,
  );
  await settle();
  return shown;
}
async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}

beforeEach(() => {
  fetchScript.mockReset();
  // React tells of every error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('comes with its script, once, and until then the fallback stands', async () => {
  fetchScript.mockResolvedValue(module);
  const Part = lazyPart(new Script(fetchScript), ({ Part }) => Part);
  render(
    <Suspense fallback={<p>Coming</p>}>
      <Part name="one" />
      <Part name="two" />
    </Suspense>,
  );
  expect(screen.getByText('Coming')).toBeTruthy();
  await settle();
  expect(screen.getByText('The part: one')).toBeTruthy();
  expect(screen.getByText('The part: two')).toBeTruthy();
  expect(fetchScript).toHaveBeenCalledTimes(1);
});

it('shows at once what has come before, without the fallback', async () => {
  fetchScript.mockResolvedValue(module);
  const script = new Script(fetchScript);
  const Part = lazyPart(script, ({ Part }) => Part);
  await script.load();
  render(
    <Suspense fallback={<p>Coming</p>}>
      <Part name="one" />
    </Suspense>,
  );
  expect(screen.queryByText('Coming')).toBeNull();
  expect(screen.getByText('The part: one')).toBeTruthy();
});

it('leaves the rest of the page when its script does not come, and tries again on a press', async () => {
  fetchScript.mockImplementation(failing);
  const Part = lazyPart(new Script(fetchScript), ({ Part }) => Part);
  await show(<Part name="one" />);
  expect(screen.getByText('The rest')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain(words);
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeTruthy();

  await press('Try again');
  expect(screen.getByRole('alert').textContent).toContain(words);

  fetchScript.mockResolvedValue(module);
  await press('Try again');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('The part: one')).toBeTruthy();
});

it('is tried again when it is opened anew', async () => {
  fetchScript.mockImplementation(failing);
  const Part = lazyPart(new Script(fetchScript), ({ Part }) => Part);
  const { unmount } = await show(<Part name="one" />);
  unmount();
  fetchScript.mockResolvedValue(module);
  await show(<Part name="one" />);
  expect(screen.getByText('The part: one')).toBeTruthy();
});

it('comes back with another part of the same script, which alone tells of the failure', async () => {
  fetchScript.mockImplementation(failing);
  const script = new Script(fetchScript);
  const Part = lazyPart(script, ({ Part }) => Part);
  const Other = lazyPart(script, ({ Other }) => Other, toldElsewhere);
  await show(
    <>
      <Part name="one" />
      <Other />
    </>,
  );
  expect(screen.getAllByText(words)).toHaveLength(1);
  fetchScript.mockResolvedValue(module);
  await press('Try again');
  expect(screen.getByText('The part: one')).toBeTruthy();
  expect(screen.getByText('The other')).toBeTruthy();
});

it('tells it in a dialog that can be closed, where it is one', async () => {
  fetchScript.mockImplementation(failing);
  const onClose = vi.fn<() => void>();
  const Part = lazyPart(
    new Script(fetchScript),
    (): ComponentType<{ readonly onClose: () => void }> => () => null,
    inDialog('Share this view'),
  );
  await show(<Part onClose={onClose} />);
  expect(screen.getByRole('dialog', { name: 'Share this view' }).textContent).toContain(words);
  await press('Close');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('does not take a fault of its own for a script that did not come', async () => {
  fetchScript.mockResolvedValue({
    ...module,
    Part: () => {
      throw new Error('a fault');
    },
  });
  const Part = lazyPart(new Script(fetchScript), ({ Part }) => Part);
  await expect(show(<Part name="one" />)).rejects.toThrow('a fault');
});
