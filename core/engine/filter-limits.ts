import type { Expression } from '../cql2/expression.ts';
import { FilterError } from '../cql2/filter-error.ts';

/** They bound the time that a filter takes for each record. */
const [maximumMentions, maximumFolds] = [50, 2];

/** Throws FilterError if a filter would take long for each record. */
export function requireLimits(filter: Expression): void {
  let mentions = 0;
  const visit = (part: unknown, folds: number): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const each of part) visit(each, folds);
    } else if ('property' in part) {
      if (++mentions > maximumMentions) throw new FilterError(`it names properties more than ${maximumMentions} times`);
    } else if ('op' in part && 'args' in part) {
      const depth = part.op === 'casei' || part.op === 'accenti' ? folds + 1 : 0;
      if (depth > maximumFolds) throw new FilterError(`CASEI and ACCENTI are nested more than ${maximumFolds} deep`);
      visit(part.args, depth);
    } else if ('interval' in part) visit(part.interval, 0);
  };
  visit(filter, 0);
}
