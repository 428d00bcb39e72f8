import { expect, it } from 'vitest';

import { defaultTimes } from '../../core/datasets/testing/default-rules.ts';
import { ogcProblems, problems, type Problem } from '../../core/api/problems.ts';
import { resourceNames, resources, parametersOf } from '../../core/api/ogc/resources.ts';
import { collections } from '../../core/engine/collections.ts';
import { read, section, tableRows } from './markdown.ts';

const text = read('docs/ogc-api.md');
const listed = (heading: string): readonly (readonly string[])[] => tableRows(section(text, heading)).slice(1);

it('docs/ogc-api.md lists the collections, and every path with its formats', () => {
  const names = tableRows(text).map(([cell]) => cell);
  for (const { name } of collections) expect(names).toContain(`\`${name}\``);
  expect(listed('## Paths').map(([path, , formats]) => [path, formats])).toEqual(
    resourceNames.map((name) => [`\`/${resources[name].path}\``, resources[name].formats.join(', ')]),
  );
});

it('docs/ogc-api.md lists every parameter that is not a property', () => {
  const properties = new Set<string>(collections.flatMap(({ dataset }) => dataset.fields.map(({ name }) => name)));
  const all = resourceNames.flatMap((name) =>
    collections.flatMap((collection) => parametersOf(name, collection, defaultTimes)),
  );
  const names = new Set(all.map(({ name }) => name).filter((name) => !properties.has(name)));
  expect(listed('## Parameters').map(([cell]) => cell)).toEqual(
    expect.arrayContaining([...names].map((name) => `\`${name}\``)),
  );
  expect(listed('## Parameters').length).toBe(names.size);
});

it('docs/ogc-api.md lists problems with their status', () => {
  const known = new Map(
    Object.entries({ ...problems, ...ogcProblems }).map(([code, make]) => [
      `\`${code}\``,
      String((make as (...details: readonly unknown[]) => Problem)([], [], []).status),
    ]),
  );
  for (const [code = '', status] of listed('## Errors')) expect([code, status]).toEqual([code, known.get(code)]);
  for (const code of Object.keys(ogcProblems))
    expect(listed('## Errors').map(([cell]) => cell)).toContain(`\`${code}\``);
});
