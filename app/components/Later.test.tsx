// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';

import { Later } from './Later.tsx';

afterEach(cleanup);

const later = <Later meanwhile={<p>the sea</p>}>the chart</Later>;

describe('a part that comes later', () => {
  it('leaves its place to something else at first', () => {
    expect(renderToStaticMarkup(later)).toBe('<p>the sea</p>');
  });

  it('comes once what is around it stands', async () => {
    render(later);
    await act(async () => undefined);
    expect(screen.queryByText('the sea')).toBeNull();
    expect(screen.getByText('the chart')).toBeTruthy();
  });
});
