import type { Severity } from '../validate/finding-kinds.ts';
import type { FindingExample, FindingGroup, Findings } from '../validate/findings.ts';

/** All findings as plain text for a terminal: faults first, by file and kind; empty text if there are none. */
export function formatFindings(findings: Findings): string {
  const sections = [
    ...formatSeverity(findings, 'fault', 'fault', 'faults'),
    ...formatSeverity(findings, 'warning', 'warning', 'warnings'),
  ];
  return sections.length === 0 ? '' : `${sections.join('\n\n')}\n`;
}

function formatSeverity(findings: Findings, severity: Severity, one: string, many: string): string[] {
  const groups = findings.groups.filter((group) => group.kind.severity === severity);
  const files = [...new Set(groups.map(fileOf))];
  return files.map((file) => {
    const groupsOfFile = groups.filter((group) => fileOf(group) === file);
    const total = groupsOfFile.reduce((sum, group) => sum + group.total, 0);
    const heading = `${file}: ${formatCount(total)} ${total === 1 ? one : many}`;
    return [heading, ...groupsOfFile.map(formatGroup)].join('\n');
  });
}

const fileOf = (group: FindingGroup): string => `${group.dataset}, ${group.location}`;

function formatGroup(group: FindingGroup): string {
  const { kind, total, examples } = group;
  const lines = [`  ${kind.title} (${formatCount(total)}). ${kind.whatToDo}`];
  const shown = examples.map(formatExample);
  if (shown.some((example) => example !== '')) {
    lines.push(...shown.map((example) => `    ${example}`));
    if (total > examples.length) lines.push(`    … and ${formatCount(total - examples.length)} more`);
  }
  return lines.join('\n');
}

/** For example `row 12, identifier 63755, LocationY: 95; expected a number from -90 to 90`. */
function formatExample(example: FindingExample): string {
  const { place, identifier, field, value, explanation } = example;
  const where = [
    place === undefined ? undefined : `${place.unit} ${String(place.number)}`,
    identifier === undefined ? undefined : `identifier ${identifier}`,
    field,
  ];
  const position = where.filter((part) => part !== undefined).join(', ');
  const located = [position, value].filter((part) => part !== undefined && part !== '').join(': ');
  return [located, explanation].filter((part) => part !== undefined && part !== '').join('; ');
}

const formatCount = (count: number): string => count.toLocaleString('en');
