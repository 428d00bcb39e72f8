import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRemarkTest, excerptOfRemark, partsWithHits, remarkFilterOf } from './remarks.ts';

const remark = fc.stringMatching(/^[a-cA-C .?(]{0,80}$/);
const filter = fc.stringMatching(/^[a-c .?(]{0,8}$/).map(remarkFilterOf);

describe('the filter by remarks', () => {
  it.each([
    ['bumped surfer', 'Surfer was BUMPED off board', true],
    ['ray', 'stray, or x-rays', true],
    ['ray', 'stray', false],
    ['bit', 'habitat', false],
    ['a.b', 'by a', true],
    ['((', 'anything', true],
    ["surfer's -- board-", 'Surfer’s board', true],
    ['surfer’s', "surfer's", true],
    ["surfer's -- board-", "SURFER'S board", true],
    ['', 'anything', true],
    ['étoile', 'L’ÉTOILE', true],
    ['bite or chase', 'Chased a kayak', true],
    ['bite surfer or chase', 'Surfer was bumped', false],
    ['OR chase or', 'Chased a kayak', true],
    ['or', 'anything', true],
  ])('"%s" in "%s": %s', (words, text, isFound) => {
    expect(createRemarkTest(remarkFilterOf(words))(text)).toBe(isFound);
  });

  const wordsOfText = (text: string): string[] => text.toLowerCase().split(/[^a-c]/);

  it('marks every hit, and changes no character of the remark', () => {
    fc.assert(
      fc.property(remark, filter, (text, words) => {
        const parts = partsWithHits(text, words);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        const all = words.split(' ').filter((word) => word !== '');
        const hits = parts.filter(({ isHit }) => isHit);
        for (const hit of hits) expect(all).toContain(hit.text.toLowerCase());
        const starts = wordsOfText(text).filter((each) => all.some((word) => each.startsWith(word)));
        expect(hits).toHaveLength(starts.length);
      }),
    );
  });

  it('shows the first hit near the start of an excerpt, which ends like the remark', () => {
    fc.assert(
      fc.property(remark, filter, (text, words) => {
        const excerpt = excerptOfRemark(text, words);
        expect(text.endsWith(excerpt.replace(/^…/, ''))).toBe(true);
        const hit = partsWithHits(text, words).find(({ isHit }) => isHit);
        if (hit) expect(excerpt).toContain(hit.text);
      }),
    );
    const long =
      'Report received of a person being bitten on the thigh, first aid being provided, occurred at the beach';
    expect(excerptOfRemark(long, 'aid')).toBe('… on the thigh, first aid being provided, occurred at the beach');
    expect(excerptOfRemark(long, 'bitten')).toBe(long);
  });
});
