import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { problemBody, problems, type Problem } from './problems.ts';

const examples: readonly Problem[] = [
  problems.pageBeyondLast(7, 8),
  problems.noSuchRecord('raw sighting table', '12'),
  problems.badParameters([{ parameter: 'pageSize', value: 'x', allowed: 'an integer of 1 or more' }]),
  problems.nothingNear(undefined, 1, 2),
  problems.unknownPath('/webapi/x', ['/webapi/v1/RawData']),
  problems.methodNotAllowed('DELETE'),
  problems.dataUnavailable('data/manifest.json: missing'),
  problems.serverBusy(100),
];

describe('problems', () => {
  it.each(examples)('have a body with five keys in the documented order: $code', (problem) => {
    const body = problemBody(problem);
    const content = JSON.parse(body) as Record<string, unknown>;
    expect(Object.keys(content)).toEqual([
      'DeveloperMessage',
      'ClientMessage',
      'StackTrace',
      'ErrorNumber',
      'ErrorLink',
    ]);
    expect(content).toMatchObject({ StackTrace: null, ErrorNumber: '0', ErrorLink: null });
    expect(problem.developerMessage).toMatch(/^[A-Z].*\.$/);
    expect(problem.clientMessage).toMatch(/^[A-Z].*\.$/);
  });

  it('quote at most a hundred characters of a text from the request', () => {
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

  it('name every error in a request, including missing parameters', () => {
    const { developerMessage } = problems.badParameters([
      { parameter: 'latitude', value: '91', allowed: 'a number' },
      { parameter: 'longitude', value: undefined, allowed: 'another number' },
    ]);
    expect(developerMessage).toBe(
      'The parameter latitude is "91"; it must be a number. ' +
        'The parameter longitude is missing; it must be another number.',
    );
  });
});
