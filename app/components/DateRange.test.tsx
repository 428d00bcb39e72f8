// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';

import { DateRange } from './DateRange.tsx';

interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

function Harness({ start, onDays }: { readonly start: Days; readonly onDays: (days: Days) => void }) {
  const [days, setDays] = useState(start);
  return (
    <DateRange
      {...days}
      oldest="2014-10-01"
      newest="2021-07-31T00:13:00"
      onChange={(next) => {
        setDays(next);
        onDays(next);
      }}
    />
  );
}

function show(start: Days): Days[] {
  const changes: Days[] = [];
  render(<Harness start={start} onDays={(days) => changes.push(days)} />);
  return changes;
}

afterEach(cleanup);

it('reports a complete date, and a cleared field', () => {
  const changes = show({ from: null, to: null });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2019-03-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2020-03-01' } });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '' } });
  expect(changes).toEqual([
    { from: '2019-03-01', to: null },
    { from: '2019-03-01', to: '2020-03-01' },
    { from: null, to: '2020-03-01' },
  ]);
});

it('does not report a year that is still being typed', () => {
  const changes = show({ from: '2019-03-01', to: null });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '0020-03-01' } });
  expect(changes).toEqual([]);
});

it('rejects a last day before the first with a message', () => {
  const changes = show({ from: '2019-03-01', to: null });
  const to = screen.getByLabelText('To');
  fireEvent.change(to, { target: { value: '2018-01-01' } });
  expect(changes).toEqual([]);
  expect(screen.getByRole('alert').textContent).toContain('before the “From” date');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(to, { target: { value: '2019-04-01' } });
  expect(changes).toEqual([{ from: '2019-03-01', to: '2019-04-01' }]);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers ranges counted back from the newest record, each with its first and last day', () => {
  const changes = show({ from: null, to: null });
  expect(screen.getByRole('button', { name: /^All/ }).getAttribute('aria-pressed')).toBe('true');
  const preset = screen.getByRole('button', { name: 'Last 30 days of the data 2 Jul 2021 to 31 Jul 2021' });
  fireEvent.click(preset);
  expect(changes).toEqual([{ from: '2021-07-02', to: '2021-07-31' }]);
  expect(preset.getAttribute('aria-pressed')).toBe('true');
});
