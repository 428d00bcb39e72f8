import { expect, it } from 'vitest';

import { html, scriptJson } from './html.ts';

it('escapes values in a page, except those made as HTML', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<a title="${'"x"'}">${inner}${['&', 1, undefined]}</a>`.text).toBe(
    '<a title="&quot;x&quot;"><b>&lt;i&gt;</b>&amp;1</a>',
  );
});

it('no JSON, whatever its content, ends its script element', () => {
  const { text } = scriptJson({ text: '</script><!--\u2028' });
  expect(text).not.toMatch(/[<\u2028]/);
  expect(JSON.parse(text)).toEqual({ text: '</script><!--\u2028' });
});
