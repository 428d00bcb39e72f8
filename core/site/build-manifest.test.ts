import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { fingerprintOf, readBuildManifest, updateBuildManifest, appendBuildManifest } from './build-manifest.ts';

const files = { 'assets/page-1a2b3c4d.js': '0123456789abcdef', 'index.html': 'fedcba9876543210' };
const worker = appendBuildManifest('(function(){ self.x = "ü" })();', files);

it('has the first digits of SHA-256 as fingerprints', () => {
  const bytes = new TextEncoder().encode('some page');
  expect(fingerprintOf(bytes)).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
});

it('is read as it was written, and belongs to its script', () => {
  expect(readBuildManifest(worker)).toEqual({ files, matchesScript: true });
});

it('shows that the script above it was changed', () => {
  expect(readBuildManifest(worker.replace('self.x', 'self.y'))).toEqual({ files, matchesScript: false });
});

it('is missing wherever the script is truncated', () => {
  for (let length = 0; length < worker.length; length++) {
    expect(readBuildManifest(worker.slice(0, length))).toBeUndefined();
  }
});

it.each(['', 'self.x = 1;\n', '\n// The files of this build: null}\n', '\n// The files of this build: {"files":{}}\n'])(
  'is not found in %j',
  (text) => {
    expect(readBuildManifest(text)).toBeUndefined();
  },
);

it('can be updated for a file that was changed deliberately, and still belongs to its script', () => {
  const [before, after] = ['a page', 'a page, completed'].map((text) => new TextEncoder().encode(text));
  if (!before || !after) throw new Error('two texts make two files');
  const whole = appendBuildManifest('self.x = 1;', { ...files, 'index.html': fingerprintOf(before) });
  const renewed = updateBuildManifest(whole, 'index.html', { before, after }) ?? '';
  expect(renewed.startsWith('self.x = 1;\n')).toBe(true);
  expect(readBuildManifest(renewed)).toEqual({
    files: { ...files, 'index.html': fingerprintOf(after) },
    matchesScript: true,
  });
  // The file or the script was already changed, or the manifest is missing.
  expect(updateBuildManifest(whole, 'index.html', { before: after, after: before })).toBeUndefined();
  expect(updateBuildManifest(whole.replace('x = 1', 'x = 2'), 'index.html', { before, after })).toBeUndefined();
  expect(updateBuildManifest('self.x = 1;\n', 'index.html', { before, after })).toBeUndefined();
});
