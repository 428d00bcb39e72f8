import { test } from '@playwright/test';

/** Serves the site and the full interface with a small fixture, which is called sample data. Ends in a slash. */
export const fullHost = process.env['COASTWATCH_FULL_HOST'] ?? '';

const publishedHost = process.env['COASTWATCH_PUBLISHED_HOST'];

/** The same with the published data; without it, as in a fresh clone, the tests of the file are skipped, and say so. */
export function hostOfPublishedData(): string {
  if (publishedHost === undefined) {
    console.warn('SKIPPED: these tests compare the explorer with the published data, which is absent');
  }
  test.skip(publishedHost === undefined, 'the published data is absent');
  return publishedHost ?? '';
}

/**
 * Details of a test whose subject is the same at every size of the screen, such as what is found or what is kept on the
 * device: it runs at one of them.
 */
export const atOneSize = { tag: '@one-size' } as const;

/** Whether the page is laid out for a phone in this project. */
export function isPhone(): boolean {
  return test.info().project.name === 'phone';
}
