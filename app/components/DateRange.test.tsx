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

it('does not report a year that is still being typed', () => {
  const changes = show({ from: '2019-03-01', to: null });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '0020-03-01' } });
  expect(changes).toEqual([]);
});
