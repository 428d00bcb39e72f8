import type { Verification } from './verify-site.ts';

/** Of one part that many, then how many more there are. */
const mostFindingsShown = 8;

/** How many faults were found. */
export function countFaults({ parts }: Verification): number {
  return parts.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** What was looked at, what is wrong and what to do about it, in plain lines. */
export function formatVerification(verification: Verification): string {
  const { parts, notes, dataVersion, builtAt, requests } = verification;
  const lines = parts.flatMap(({ title, findings }) => {
    const more = findings.length - mostFindingsShown;
    return [
      `${findings.length === 0 ? 'ok   ' : 'WRONG'} ${title}`,
      ...findings.slice(0, mostFindingsShown).flatMap(({ what, remedy }) => [`      ${what}`, `        -> ${remedy}`]),
      ...(more > 0 ? [`      and ${more} more like these`] : []),
    ];
  });
  if (dataVersion !== undefined) {
    lines.push(`Data version ${dataVersion}, built at ${builtAt ?? ''}; ${requests} requests.`);
  }
  const faults = countFaults(verification);
  lines.push(...notes.map((note) => `Note: ${note}`));
  lines.push(faults === 0 ? 'All is as the contract says.' : faults === 1 ? '1 fault.' : `${faults} faults.`);
  return lines.join('\n');
}
