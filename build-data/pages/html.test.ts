import fc from 'fast-check';
import { expect, it } from 'vitest';

import { escapeMarkup, html, scriptJson } from './html.ts';

it('what is put into a page is text, and what was made as HTML is HTML', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`<a title="${'"x"'}">${inner}${['&', 1, undefined]}</a>`.text).toBe(
    '<a title="&quot;x&quot;"><b>&lt;i&gt;</b>&amp;1</a>',
  );
});

it('no text, whatever it holds, ends an element or an attribute, or brings what XML cannot hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // eslint-disable-next-line no-control-regex -- these are the ones in question
      expect(escapeMarkup(text)).not.toMatch(/[<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u);
      expect(escapeMarkup(text).replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    }),
  );
});

it('no JSON, whatever it holds, ends the script element that it stands in', () => {
  const { text } = scriptJson({ text: '</script><!--\u2028' });
  expect(text).not.toMatch(/[<\u2028]/);
  expect(JSON.parse(text)).toEqual({ text: '</script><!--\u2028' });
});
