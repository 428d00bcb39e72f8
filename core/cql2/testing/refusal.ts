import { FilterError } from '../filter-error.ts';

/** The message of the FilterError that a parser throws, or undefined if it throws nothing. Other errors pass. */
export function refusalOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  }
}
