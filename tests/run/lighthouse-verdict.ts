/** What one run of Lighthouse found. Scores are 0 to 1, and null where Lighthouse failed before it had a figure. */
export interface AuditRun {
  readonly scores: Readonly<Record<string, number | null>>;
  /** How fast the machine was just then, as Lighthouse measures it: some 1,000 to 3,000 where nothing else runs. */
  readonly machineSpeed: number;
  /** Of the time that the page's thread was at work, the part in which it had a processor; the rest it stood in a queue. */
  readonly processorShare: number;
}

export interface Verdict {
  readonly isReached: boolean;
  /** Whether another run may show more. */
  readonly isWorthAnother: boolean;
  readonly words: string;
}

/** Below this, Lighthouse itself says of a machine that its figures are not to be trusted. */
const slowestTrustedMachine = 1000;
/** Below this, the figures tell of what else ran rather than of the page. */
const smallestTrustedShare = 0.6;

/**
 * Judges the runs so far. Other work on the machine can only lower the figure for performance, so the best run counts,
 * and there may be as many as `most`; the other figures are the same each time, so one is enough. A run that failed before it
 * had a figure shows nothing, and is made again within the same number. When the machine was too slow or too busy in every
 * run, or no run had a figure, that is said: it fails, since nothing was shown, but it is no fault of the page.
 */
export function judge(runs: readonly AuditRun[], demanded: Readonly<Record<string, number>>, most: number): Verdict {
  const figuresOf = (name: string): number[] => runs.flatMap(({ scores }) => scores[name] ?? []);
  const best = (name: string): number => Math.max(0, ...figuresOf(name));
  const missed = Object.entries(demanded).filter(([name, least]) => best(name) < least);
  const isUnmeasured = (name: string): boolean => figuresOf(name).length === 0;
  const figures = missed
    .map(([name, least]) => `${name} ${isUnmeasured(name) ? 'unmeasured' : percent(best(name))} of ${percent(least)}`)
    .join(', ');
  if (missed.length === 0) return { isReached: true, isWorthAnother: false, words: 'All that is demanded is reached.' };
  const isPerformanceAlone = missed.every(([name]) => name === 'performance');
  const isWorthAnother = missed.every(([name]) => name === 'performance' || isUnmeasured(name)) && runs.length < most;
  if (missed.every(([name]) => isUnmeasured(name))) {
    return { isReached: false, isWorthAnother, words: `Lighthouse failed in every run: ${figures}.` };
  }
  const isTrusted = ({ machineSpeed, processorShare }: AuditRun): boolean =>
    machineSpeed >= slowestTrustedMachine && processorShare >= smallestTrustedShare;
  if (isPerformanceAlone && !runs.some(isTrusted)) {
    const speed = Math.round(Math.max(0, ...runs.map(({ machineSpeed }) => machineSpeed)));
    const share = percent(Math.max(0, ...runs.map(({ processorShare }) => processorShare)));
    const words = [
      `This machine is too slow or too busy to judge the page: ${figures}.`,
      `Its speed was ${speed} at best where ${slowestTrustedMachine} is needed, and the page had a processor`,
      `${share} % of its time at best where ${percent(smallestTrustedShare)} % is needed. Run "npm run audit" when it is idle.`,
    ];
    return { isReached: false, isWorthAnother, words: words.join(' ') };
  }
  return { isReached: false, isWorthAnother, words: `Below what is demanded: ${figures}.` };
}

const percent = (score: number): string => String(Math.round(score * 100));
