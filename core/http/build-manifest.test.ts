import { expect, it } from 'vitest';

import { fingerprintOf, readBuildManifest, updateBuildManifest, appendBuildManifest } from './build-manifest.ts';

const files = { 'assets/page-1a2b3c4d.js': '0123456789abcdef', 'index.html': 'fedcba9876543210' };
const worker = appendBuildManifest('(function(){ self.x = "ü" })();', files);

it('a build manifest is read as it was written, and matches its script', () => {
  expect(readBuildManifest(worker)).toEqual({ files, matchesScript: true });
});

it('a build manifest shows that the script above it was changed', () => {
  expect(readBuildManifest(worker.replace('self.x', 'self.y'))).toEqual({ files, matchesScript: false });
});

it('no build manifest is found in a truncated script', () => {
  for (let length = 0; length < worker.length; length++) {
    expect(readBuildManifest(worker.slice(0, length))).toBeUndefined();
  }
});

it('a build manifest can be updated for a file that was changed deliberately, and still matches its script', () => {
  const [before, after] = ['a page', 'a page, completed'].map((text) => new TextEncoder().encode(text));
  if (!before || !after) throw new Error('two texts make two files');
  const original = appendBuildManifest('self.x = 1;', { ...files, 'index.html': fingerprintOf(before) });
  const updated = updateBuildManifest(original, 'index.html', { before, after }) ?? '';
  expect(updated.startsWith('self.x = 1;\n')).toBe(true);
  expect(readBuildManifest(updated)).toEqual({
    files: { ...files, 'index.html': fingerprintOf(after) },
    matchesScript: true,
  });
  // It is not updated if the file or the script was changed before, or if it is missing.
  expect(updateBuildManifest(original, 'index.html', { before: after, after: before })).toBeUndefined();
  expect(updateBuildManifest(original.replace('x = 1', 'x = 2'), 'index.html', { before, after })).toBeUndefined();
  expect(updateBuildManifest('self.x = 1;\n', 'index.html', { before, after })).toBeUndefined();
});
