import type * as z from 'zod';

import { escapeText } from '../format-text.ts';

/*
 * The faults of a JSON file that publishers write, by the name of the member, with what to do. Schemas state their own
 * messages only for what is particular to a member.
 */

type RawIssue = z.core.$ZodRawIssue;

const nouns: Readonly<Record<string, string>> = {
  string: 'some text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};
const nounOf = (type: string): string => nouns[type] ?? type;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : nounOf(typeof value);
}

/** The message of an issue for which the schema states none. */
function messageOf(issue: RawIssue): string | undefined {
  const isMissing = issue.input === undefined;
  switch (issue.code) {
    case 'invalid_type': {
      const expected = nounOf(issue.expected);
      return isMissing ? `is missing: give ${expected}` : `is ${typeOf(issue.input)}: give ${expected}`;
    }
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ');
      return isMissing
        ? `is missing: give one of ${values}`
        : `is ${JSON.stringify(issue.input)}: give one of ${values}`;
    }
    case 'too_small': {
      if (issue.origin === 'array') return `has too few elements: give at least ${issue.minimum}`;
      return issue.inclusive === false ? `must be more than ${issue.minimum}` : `must be at least ${issue.minimum}`;
    }
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

/**
 * Checks JSON. Returns what the schema makes of it, or a line for each fault: the member, a colon and the message.
 * `documentation` says where the members are explained.
 */
export function checkJson<Schema extends z.ZodType>(
  schema: Schema,
  json: unknown,
  documentation: string,
): { readonly data: z.output<Schema> } | { readonly faults: readonly string[] } {
  const result = schema.safeParse(json, { error: messageOf });
  return result.success
    ? { data: result.data }
    : { faults: result.error.issues.flatMap((issue) => faultsOf(issue, documentation)) };
}

/** A message with each fault on a line of its own. */
export const listFaults = (what: string, faults: readonly string[]): string =>
  [`${escapeText(what)} cannot be used:`, ...faults.map((fault) => `  ${escapeText(fault)}`)].join('\n');

function faultsOf(issue: z.core.$ZodIssue, documentation: string): readonly string[] {
  const at = (...more: readonly PropertyKey[]): string => [...issue.path, ...more].map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${at(key)}: unknown member; see ${documentation}`);
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [`${at() || 'the file'}: ${message}`];
}
