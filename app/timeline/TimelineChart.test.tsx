// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  chart,
  selectedDays,
  handle,
  firePointerEvent,
  prepareDocument,
  show,
  monthX,
} from './testing/shown-timeline.tsx';

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
    firePointerEvent('pointerDown', chart(), monthX(2017 * 12) + 1);
    firePointerEvent('pointerMove', chart(), monthX(2017 * 12 + 3) + 1);
    firePointerEvent('pointerUp', chart(), monthX(2017 * 12 + 3) + 1);
    expect(selectedDays(session)).toEqual(['2017-01-01', '2017-04-30']);
  });

  it('selects a single month with a press', async () => {
    const session = await show();
    page.layOut();
    firePointerEvent('pointerDown', chart(), monthX(2017 * 12) + 1);
    firePointerEvent('pointerUp', chart(), monthX(2017 * 12) + 1);
    expect(selectedDays(session)).toEqual(['2017-01-01', '2017-01-31']);
  });

  it('drags one end by its handle', async () => {
    const session = await show({ from: '2017-01-01', to: '2017-12-31' });
    page.layOut();
    firePointerEvent('pointerDown', handle('Last month'), monthX(2018 * 12));
    firePointerEvent('pointerMove', chart(), monthX(2019 * 12));
    firePointerEvent('pointerUp', chart(), monthX(2019 * 12));
    expect(selectedDays(session)).toEqual(['2017-01-01', '2018-12-31']);
  });

  it('moves the range with a drag inside the range, but not with a press', async () => {
    const session = await show({ from: '2017-01-01', to: '2017-12-31' });
    page.layOut();
    const middle = monthX(2017 * 12 + 6);
    firePointerEvent('pointerDown', chart(), middle);
    firePointerEvent('pointerUp', chart(), middle);
    expect(selectedDays(session)).toEqual(['2017-01-01', '2017-12-31']);
    firePointerEvent('pointerDown', chart(), middle);
    firePointerEvent('pointerMove', chart(), middle + monthX(12) - monthX(0));
    firePointerEvent('pointerUp', chart(), middle + monthX(12) - monthX(0));
    expect(selectedDays(session)).toEqual(['2018-01-01', '2018-12-31']);
  });

  it('restores the range when the drag is cancelled', async () => {
    const session = await show({ from: '2017-01-01', to: '2017-12-31' });
    page.layOut();
    firePointerEvent('pointerDown', handle('Last month'), monthX(2018 * 12));
    firePointerEvent('pointerMove', chart(), monthX(2019 * 12));
    fireEvent.pointerCancel(chart());
    firePointerEvent('pointerMove', chart(), monthX(2020 * 12));
    firePointerEvent('pointerUp', chart(), monthX(2020 * 12));
    expect(selectedDays(session)).toEqual(['2017-01-01', '2017-12-31']);
  });

  it('shows the counts of the month under it', async () => {
    await show();
    page.layOut();
    firePointerEvent('pointerMove', chart(), monthX(2021 * 12 + 6) + 1);
    expect(screen.getByText('Jul 2021: 3 records')).toBeDefined();
    fireEvent.pointerLeave(chart());
    expect(screen.getByText('All months')).toBeDefined();
  });
});
