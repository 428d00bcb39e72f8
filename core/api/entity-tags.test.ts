import { describe, expect, it } from 'vitest';

import { matchingEntityTag } from './responses.ts';

const suffixes = ['gzip', 'br', 'zstd', 'deflate'].flatMap((coding) => [`-${coding}`, `--${coding}`, `;${coding}`]);

describe('a tag in If-None-Match', () => {
  // Hashes in base64url may end in a hyphen.
  it.each(['"abc"', '"abc-"', '"abc--"', 'W/"abc"', 'W/"abc-"', '"abc;"'])(
    'matches %s also with the suffix of a proxy that compresses, and is sent back as it was received',
    (tag) => {
      expect(matchingEntityTag(`"other", ${tag}`, tag)).toBe(tag);
      for (const suffix of suffixes) {
        const strong = tag.replace(/^W\//, '').replace(/"$/, `${suffix}"`);
        for (const sent of [strong, `W/${strong}`]) expect(matchingEntityTag(`"other-gzip", ${sent}`, tag)).toBe(sent);
      }
    },
  );

  it('does not match a longer or shorter tag, or two suffixes', () => {
    for (const other of ['"abcd"', '"ab"', '"abcd-gzip"', '"ab-gzip"', '"abc-gzip-br"', '"abc-zip"', '"abc-gzip']) {
      expect(matchingEntityTag(other, '"abc"')).toBeUndefined();
    }
  });
});
