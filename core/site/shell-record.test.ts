import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { fingerprintOf, readShellRecord, withShellRecord } from './shell-record.ts';

const files = { 'assets/page-1a2b3c4d.js': '0123456789abcdef', 'index.html': 'fedcba9876543210' };
const worker = withShellRecord('(function(){ self.x = "ü" })();', files);

it('makes fingerprints of the first digits of SHA-256', () => {
  const bytes = new TextEncoder().encode('some page');
  expect(fingerprintOf(bytes)).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
});

it('is read as it was written, and knows its own script', () => {
  expect(readShellRecord(worker)).toEqual({ files, isOfThisScript: true });
});

it('tells that the script before it was changed', () => {
  expect(readShellRecord(worker.replace('self.x', 'self.y'))).toEqual({ files, isOfThisScript: false });
});

it('is missing wherever the worker is cut off', () => {
  for (let length = 0; length < worker.length; length++) {
    expect(readShellRecord(worker.slice(0, length))).toBeUndefined();
  }
});

it.each(['', 'self.x = 1;\n', '\n// The files of this build: null}\n', '\n// The files of this build: {"files":{}}\n'])(
  'is not found in %j',
  (text) => {
    expect(readShellRecord(text)).toBeUndefined();
  },
);
