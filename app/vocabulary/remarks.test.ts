import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRemarkTest, excerptOfRemark, partsOfRemark, remarkFilterOf } from './remarks.ts';

const remark = fc.stringMatching(/^[a-cA-C .?(]{0,80}$/);
const filter = fc.stringMatching(/^[a-c .?(]{0,8}$/).map(remarkFilterOf);

describe('the filter by remarks', () => {
  it.each([
    ['bumped surfer', 'Surfer was BUMPED off board', true],
    ['bite', 'habitat', false],
    ['a.b', 'xb ya', true],
    ['((', 'anything', true],
    ["surfer's -- board-", 'Surfer’s board', false],
    ["surfer's -- board-", "SURFER'S board", true],
    ['', 'anything', true],
    ['étoile', 'L’ÉTOILE', true],
  ])('"%s" in "%s": %s', (words, text, isFound) => {
    expect(createRemarkTest(remarkFilterOf(words))(text)).toBe(isFound);
  });

  it('finds what a search for each word in lower case finds', () => {
    fc.assert(
      fc.property(remark, filter, (text, words) => {
        const expected = words.split(' ').every((word) => text.toLowerCase().includes(word));
        expect(createRemarkTest(words)(text)).toBe(expected);
      }),
    );
  });

  it('marks every hit, and changes no character of the remark', () => {
    fc.assert(
      fc.property(remark, filter, (text, words) => {
        const parts = partsOfRemark(text, words);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        const all = words.split(' ').filter((word) => word !== '');
        for (const { text: part, isHit } of parts) {
          if (isHit) expect(all).toContain(part.toLowerCase());
          else for (const word of all) expect(part.toLowerCase()).not.toContain(word);
        }
      }),
    );
  });

  it('shows the first hit near the start of an excerpt, which ends like the remark', () => {
    fc.assert(
      fc.property(remark, filter, (text, words) => {
        const excerpt = excerptOfRemark(text, words);
        expect(text.endsWith(excerpt.replace(/^…/, ''))).toBe(true);
        const hit = partsOfRemark(text, words).find(({ isHit }) => isHit);
        if (hit) expect(excerpt).toContain(hit.text);
      }),
    );
    const long =
      'Report received of a person being bitten on the thigh, first aid being provided, occurred at the beach';
    expect(excerptOfRemark(long, 'aid')).toBe('… on the thigh, first aid being provided, occurred at the beach');
    expect(excerptOfRemark(long, 'bitten')).toBe(long);
  });
});
