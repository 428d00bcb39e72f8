import fc from 'fast-check';
import { expect, it } from 'vitest';

import { problems } from './problems.ts';

it('problems quote at most a hundred characters of a text from the request', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 400, size: 'max' }), (text) => {
      const { developerMessage } = problems.noSuchRecord('table', text);
      const characters = Array.from(text);
      const quoted = characters.length <= 100 ? text : `${characters.slice(0, 100).join('')}…`;
      expect(developerMessage).toBe(`There is no such ID in the table: "${quoted}".`);
    }),
  );
  const { developerMessage } = problems.noSuchRecord('table', '🦈'.repeat(10_000));
  expect(developerMessage).toBe(`There is no such ID in the table: "${'🦈'.repeat(100)}…".`);
});
