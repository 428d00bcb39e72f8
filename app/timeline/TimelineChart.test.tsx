// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { chart, daysOf, handle, point, prepareDocument, show, xOfMonth } from './testing/shown-timeline.tsx';

let page: ReturnType<typeof prepareDocument>;
beforeEach(() => {
  page = prepareDocument();
});
afterEach(() => {
  page.end();
});

describe('the pointer', () => {
  it('brushes a new range of months if none is set', async () => {
    const session = await show();
    page.layOut();
    point('pointerDown', chart(), xOfMonth(2017 * 12) + 1);
    point('pointerMove', chart(), xOfMonth(2017 * 12 + 3) + 1);
    point('pointerUp', chart(), xOfMonth(2017 * 12 + 3) + 1);
    expect(daysOf(session)).toEqual(['2017-01-01', '2017-04-30']);
  });

  it('selects a single month with a press', async () => {
    const session = await show();
    page.layOut();
    point('pointerDown', chart(), xOfMonth(2017 * 12) + 1);
    point('pointerUp', chart(), xOfMonth(2017 * 12) + 1);
    expect(daysOf(session)).toEqual(['2017-01-01', '2017-01-31']);
  });

  it('drags one end by its handle', async () => {
    const session = await show({ from: '2017-01-01', to: '2017-12-31' });
    page.layOut();
    point('pointerDown', handle('Last month'), xOfMonth(2018 * 12));
    point('pointerMove', chart(), xOfMonth(2019 * 12));
    point('pointerUp', chart(), xOfMonth(2019 * 12));
    expect(daysOf(session)).toEqual(['2017-01-01', '2018-12-31']);
  });

  it('moves the range when it drags inside it, but not when it only presses', async () => {
    const session = await show({ from: '2017-01-01', to: '2017-12-31' });
    page.layOut();
    const middle = xOfMonth(2017 * 12 + 6);
    point('pointerDown', chart(), middle);
    point('pointerUp', chart(), middle);
    expect(daysOf(session)).toEqual(['2017-01-01', '2017-12-31']);
    point('pointerDown', chart(), middle);
    point('pointerMove', chart(), middle + xOfMonth(12) - xOfMonth(0));
    point('pointerUp', chart(), middle + xOfMonth(12) - xOfMonth(0));
    expect(daysOf(session)).toEqual(['2018-01-01', '2018-12-31']);
  });

  it('restores the range when the drag is cancelled', async () => {
    const session = await show({ from: '2017-01-01', to: '2017-12-31' });
    page.layOut();
    point('pointerDown', handle('Last month'), xOfMonth(2018 * 12));
    point('pointerMove', chart(), xOfMonth(2019 * 12));
    fireEvent.pointerCancel(chart());
    point('pointerMove', chart(), xOfMonth(2020 * 12));
    point('pointerUp', chart(), xOfMonth(2020 * 12));
    expect(daysOf(session)).toEqual(['2017-01-01', '2017-12-31']);
  });

  it('shows the counts of the month under it', async () => {
    await show();
    page.layOut();
    point('pointerMove', chart(), xOfMonth(2021 * 12 + 6) + 1);
    expect(screen.getByText('Jul 2021: 3 records')).toBeDefined();
    fireEvent.pointerLeave(chart());
    expect(screen.getByText('All months: 118 records')).toBeDefined();
  });
});
