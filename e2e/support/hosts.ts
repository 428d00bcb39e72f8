import { test } from '@playwright/test';

/**
 * The URL of the Node host, which serves the site and the API with a small fixture, marked as a sample. Ends in a
 * slash.
 */
export const fullHost = process.env['COASTWATCH_FULL_HOST'] ?? '';

const publishedHost = process.env['COASTWATCH_PUBLISHED_HOST'];

/**
 * The URL of a host with the published data, in the soak tests. In `npm test`, or if this data is not available, as in a
 * fresh clone, the tests of the file are skipped with a warning.
 */
export function requirePublishedHost(): string {
  if (publishedHost === undefined) {
    console.warn(
      'SKIPPED: tests that compare the explorer with the published data, which is absent or not for npm test',
    );
  }
  test.skip(publishedHost === undefined, 'the published data is absent, or this is not the soak');
  return publishedHost ?? '';
}

/**
 * The tag of tests that run at only one screen size, because their result does not depend on it: for example tests of
 * search results or offline storage.
 */
export const atOneSize = { tag: '@one-size' } as const;

/** The tags of tests that run only in the soak tests, at one screen size. */
export const atOneSizeInSoak = { tag: ['@one-size', '@soak'] };

/** Whether the current Playwright project has the screen of a phone. */
export function isPhone(): boolean {
  return test.info().project.name === 'phone';
}
