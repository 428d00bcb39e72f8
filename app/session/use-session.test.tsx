// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { noFilters } from '../view/view-state.ts';
import { CountText } from './CountText.tsx';
import { fakeResult, fakeSession } from './testing/fake-session.ts';
import { SessionContext, useResult, useSettled } from './use-session.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const aMoment = () => act(() => vi.advanceTimersByTimeAsync(700));

it('renders again when the view settles, but shows a change of the view only with the next render', async () => {
  let renders = 0;
  function Probe() {
    renders++;
    return <p>{useSettled() ? 'settled' : 'moving'}</p>;
  }
  function ProbeWithResult() {
    useResult((result) => result);
    return <Probe />;
  }
  const session = await fakeSession();
  render(
    <SessionContext value={session}>
      <ProbeWithResult />
    </SessionContext>,
  );
  expect(screen.getByText('moving')).toBeDefined();
  await aMoment();
  expect(screen.getByText('settled')).toBeDefined();

  const before = renders;
  session.view.getState().changeFilters({ ...noFilters, species: ['white'] });
  expect(session.queryState.getState().isSettled).toBe(false);
  expect(renders).toBe(before);
  await act(() => Promise.resolve());
  expect(screen.getByText('moving')).toBeDefined();
  await aMoment();
  expect(screen.getByText('settled')).toBeDefined();
});

it('updates a text that shows the counts without a render', async () => {
  let renders = 0;
  function Probe() {
    renders++;
    return <CountText text={({ found }) => (found < 0 ? null : `${found} found`)} />;
  }
  const session = await fakeSession();
  render(
    <SessionContext value={session}>
      <Probe />
    </SessionContext>,
  );
  const text = screen.getByText('118 found').firstChild;
  const before = renders;
  for (const found of [119, -1, 120]) {
    session.queryState.setState({ counts: { ...fakeResult(session.query()), found } });
    expect(text?.nodeValue).toBe(`${Math.max(119, found)} found`);
  }
  expect(renders).toBe(before);
  act(() => {
    session.queryState.setState({ loads: 2 });
  });
  expect(screen.getByText('120 found').firstChild).toBe(text);
});
