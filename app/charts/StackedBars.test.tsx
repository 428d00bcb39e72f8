// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { months, StackedBars } from './StackedBars.tsx';

afterEach(cleanup);

it('has a number above the highest bar only, and all numbers in its table and in the tooltips of the bars', () => {
  const sighting = months.map((_, month) => month + 1);
  const none = months.map(() => 0);
  const counts = { sighting, detection: none, handled: none, other: none };
  const { container } = render(<StackedBars categories={months} counts={counts} noun="month" label="By month" />);
  const numbers = Array.from(container.querySelectorAll('.chart-count'), (text) => text.textContent);
  expect(numbers).toEqual(['12']);
  const titles = Array.from(container.querySelectorAll('title'), (title) => title.textContent);
  expect(titles).toContain('March: 3 observations');
  expect(screen.getByRole('img', { name: 'By month' })).toBeDefined();
  expect(screen.getAllByRole('rowheader', { hidden: true })).toHaveLength(12);
});
