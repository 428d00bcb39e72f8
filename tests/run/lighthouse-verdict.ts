/** The result of one Lighthouse run. Scores are 0 to 1, or null if Lighthouse failed before it had one. */
export interface AuditRun {
  readonly scores: Readonly<Record<string, number | null>>;
  /** The speed of the machine during the run, as Lighthouse measures it: about 1,000 to 3,000 when it is idle. */
  readonly machineSpeed: number;
  /** The share of the main thread's task time that it spent on a processor, and not waiting for one. */
  readonly processorShare: number;
}

export interface Verdict {
  readonly hasPassed: boolean;
  /** Whether another run could change the verdict. */
  readonly isWorthAnother: boolean;
  readonly message: string;
}

/** Lighthouse itself warns that its scores are unreliable on slower machines. */
const slowestTrustedMachine = 1000;
/** With a smaller share, the scores measure the other programs on the machine rather than the page. */
const smallestTrustedShare = 0.6;

/**
 * Judges the runs so far. Other work on the machine can only lower the performance score, so the best of at most
 * `maximumRuns` runs counts. The other scores are the same in every run, so one run is enough. A run that failed
 * without a score is repeated within the same maximum. If the machine was too slow or too busy in every run, or no run
 * had a score, the verdict is a failure that says so, because nothing was proved.
 */
export function judge(
  runs: readonly AuditRun[],
  requiredScores: Readonly<Record<string, number>>,
  maximumRuns: number,
): Verdict {
  const scoresFor = (name: string): number[] => runs.flatMap(({ scores }) => scores[name] ?? []);
  const best = (name: string): number => Math.max(0, ...scoresFor(name));
  const missed = Object.entries(requiredScores).filter(([name, least]) => best(name) < least);
  const isUnmeasured = (name: string): boolean => scoresFor(name).length === 0;
  const summary = missed
    .map(([name, least]) => `${name} ${isUnmeasured(name) ? 'unmeasured' : percent(best(name))} of ${percent(least)}`)
    .join(', ');
  if (missed.length === 0)
    return { hasPassed: true, isWorthAnother: false, message: 'All required scores are reached.' };
  const isPerformanceAlone = missed.every(([name]) => name === 'performance');
  const isWorthAnother =
    missed.every(([name]) => name === 'performance' || isUnmeasured(name)) && runs.length < maximumRuns;
  if (missed.every(([name]) => isUnmeasured(name))) {
    return { hasPassed: false, isWorthAnother, message: `Lighthouse failed in every run: ${summary}.` };
  }
  const isTrusted = ({ machineSpeed, processorShare }: AuditRun): boolean =>
    machineSpeed >= slowestTrustedMachine && processorShare >= smallestTrustedShare;
  if (isPerformanceAlone && !runs.some(isTrusted)) {
    const speed = Math.round(Math.max(0, ...runs.map(({ machineSpeed }) => machineSpeed)));
    const share = percent(Math.max(0, ...runs.map(({ processorShare }) => processorShare)));
    const message = [
      `This machine is too slow or too busy to judge the page: ${summary}.`,
      `Its speed was ${speed} at best where ${slowestTrustedMachine} is needed, and the page had a processor`,
      `${share} % of its time at best where ${percent(smallestTrustedShare)} % is needed. Run "npm run audit" when it is idle.`,
    ];
    return { hasPassed: false, isWorthAnother, message: message.join(' ') };
  }
  return { hasPassed: false, isWorthAnother, message: `Below the required scores: ${summary}.` };
}

const percent = (score: number): string => String(Math.round(score * 100));
