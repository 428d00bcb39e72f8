// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { HelpLink, useHelpTopic } from './HelpLink.tsx';

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

it('lets the browser open a new tab, with a URL that opens the help at the topic', () => {
  const link = screen.getByRole('link', { name: 'About positions' });
  const click = createEvent.click(link, { ctrlKey: true });
  fireEvent(link, click);
  expect(opened).toEqual([]);
  expect(click.defaultPrevented).toBe(false);
  expect(link.getAttribute('href')).toBe('#help-positions');
});

it.each([
  ['#help', 'about'],
  ['#help-positions', 'positions'],
  ['#help).', 'about'],
  ['#help-positions%22', 'positions'],
  ['#help-times%E2%80%9D,', 'times'],
  ['#help-nosuch', null],
])('opens the help at the topic of the fragment %s, without punctuation after it', (fragment, topic) => {
  window.location.hash = fragment;
  expect(renderHook(() => useHelpTopic()).result.current[0]).toBe(topic);
  window.location.hash = '';
});
