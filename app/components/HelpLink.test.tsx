// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { HelpLink } from './HelpLink.tsx';

let opened: unknown[];
const listen = (event: Event): void => {
  opened.push(event instanceof CustomEvent ? event.detail : null);
};

beforeEach(() => {
  opened = [];
  window.addEventListener('coastwatch:help', listen);
  render(<HelpLink topic="positions">About positions</HelpLink>);
});
afterEach(() => {
  cleanup();
  window.removeEventListener('coastwatch:help', listen);
});

it('opens the help at its topic without changing the URL', () => {
  const link = screen.getByRole('link', { name: 'About positions' });
  const click = createEvent.click(link);
  fireEvent(link, click);
  expect(opened).toEqual(['positions']);
  expect(click.defaultPrevented).toBe(true);
});

it('lets the browser open a new tab, with a URL that opens the help at the topic', () => {
  const link = screen.getByRole('link', { name: 'About positions' });
  const click = createEvent.click(link, { ctrlKey: true });
  fireEvent(link, click);
  expect(opened).toEqual([]);
  expect(click.defaultPrevented).toBe(false);
  expect(link.getAttribute('href')).toBe('#help-positions');
});
