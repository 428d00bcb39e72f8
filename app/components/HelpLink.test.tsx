// @vitest-environment happy-dom
import { cleanup, render, renderHook } from '@testing-library/react';
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
