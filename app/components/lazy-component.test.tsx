// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, type ReactNode, StrictMode, Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ErrorBoundary, failureDialog, lazyComponent, LazyModule, noFailureView } from './lazy-component.tsx';

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
  // React logs every error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('does not affect the rest of the page when loading fails, and retries when a button is pressed', async () => {
  fetchScript.mockImplementation(failing);
  const Part = lazyComponent(new LazyModule(fetchScript), ({ Part }) => Part);
  await show(<Part name="one" />);
  expect(screen.getByText('The rest')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain(words);
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();

  await press('Try again');
  expect(screen.getByRole('alert').textContent).toContain(words);

  fetchScript.mockResolvedValue(module);
  await press('Try again');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('The part: one')).toBeTruthy();
});

it('reports a failure in a dialog that can be closed, if the component is a dialog', async () => {
  fetchScript.mockImplementation(failing);
  const onClose = vi.fn<() => void>();
  const Part = lazyComponent(
    new LazyModule(fetchScript),
    (): ComponentType<{ readonly onClose: () => void }> => () => null,
    failureDialog('Share this view'),
  );
  await show(<Part onClose={onClose} />);
  expect(screen.getByRole('dialog', { name: 'Share this view' }).textContent).toContain(words);
  await press('Close');
  expect(onClose).toHaveBeenCalledTimes(1);
});

describe('an error while rendering', () => {
  const failed = 'Something went wrong in this part of the page.';
  let isBroken = true;
  const Part = ({ name }: { readonly name: string }) => {
    if (isBroken) throw new Error('render error');
    return <p>The part: {name}</p>;
  };

  it.each([
    ['in a region', () => <ErrorBoundary>{<Part name="one" />}</ErrorBoundary>],
    ['in a component loaded on demand', lazyComponent(new LazyModule(() => Promise.resolve({ Part })), (m) => m.Part)],
    [
      'in one whose load failure another component reports',
      lazyComponent(new LazyModule(() => Promise.resolve({ Part })), (m) => m.Part, noFailureView),
    ],
  ])('%s shows a message there, and trying again renders it', async (_, Region) => {
    isBroken = true;
    await show(<Region name="one" />);
    expect(screen.getByText('The rest')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain(failed);
    await press('Try again');
    expect(screen.getByRole('alert').textContent).toContain(failed);
    isBroken = false;
    await press('Try again');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('The part: one')).toBeTruthy();
  });
});
