import { expect, it } from 'vitest';

import { html, scriptJson } from './html.ts';

it('values in a page are escaped, except HTML', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<a title="${'"x"'}">${inner}${['&', 1, undefined]}</a>`.text).toBe(
    '<a title="&quot;x&quot;"><b>&lt;i&gt;</b>&amp;1</a>',
  );
});

it('JSON never ends its script element, whatever its content is', () => {
  const { text } = scriptJson({ text: '</script><!--\u2028' });
  expect(text).not.toMatch(/[<\u2028]/);
  expect(JSON.parse(text)).toEqual({ text: '</script><!--\u2028' });
});
