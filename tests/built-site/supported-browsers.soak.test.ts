import { readdirSync, readFileSync } from 'node:fs';

import type { BrowserName, CompatData, Identifier } from '@mdn/browser-compat-data';
import { Linter } from 'eslint';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import configure from '../../vite.config.ts';
import { read } from '../documentation/markdown.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * Compares what runs in browsers with MDN's data on browser support: no API, syntax or style may be newer than the
 * oldest supported browsers, which `browserslist` in package.json states. Build targets derived from the same list make
 * the build translate newer syntax.
 */

const { browserslist } = JSON.parse(read('package.json')) as { browserslist: string[] };
/** The oldest supported version of each browser, by the browser's name in MDN's data. */
const oldest = browserslist.map((query): readonly [BrowserName, number] => {
  const [, name, version] = /^(chrome|edge|firefox|safari|ios) >= ([\d.]+)$/.exec(query) ?? [];
  if (name === undefined) throw new Error(`"${query}" in browserslist is not of the form "safari >= 17"`);
  return [name === 'ios' ? 'safari_ios' : (name as BrowserName), Number(version)];
});
const data = JSON.parse(read('node_modules/@mdn/browser-compat-data/data.json')) as CompatData;

/** What browsers may lack, because the page works without it. */
const exempt = new Set([
  // Used only after a check that the browser has it.
  ...['requestIdleCallback', 'navigator.share', 'Error.captureStackTrace', 'details-content'],
  ...['navigation', 'setImmediate', 'orientation'],
  // Touch events occur only in browsers that have them.
  ...['TouchEvent.touches', 'TouchList.length', 'Touch.clientX', 'Touch.clientY', 'TouchEvent'],
  // Hints for keyboards on screens, and appearance.
  ...['autoCapitalize', 'forced-color-adjust', 'scrollbar-color', 'text-wrap', 'text-size-adjust'],
  ...['resize', 'scrollbar-width', 'scrollbar-gutter', 'page'],
  // Written with a prefix too.
  ...['user-select', 'line-clamp'],
  // Without it, documentation pages show a line about scripts that are off.
  'scripting',
]);

/** The supported browsers that lack a feature. Undefined if MDN has no data on it. */
function browsersWithout(feature: Identifier | undefined): string[] | undefined {
  if (!feature?.__compat) return undefined;
  const { support } = feature.__compat;
  const lacking = oldest.filter(([browser, version]) => {
    const statements = [support[browser] ?? []].flat();
    return !statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: otherName }) =>
        typeof added === 'string' &&
        Number.parseFloat(added.replace('≤', '')) <= version &&
        !(typeof removed === 'string' && Number.parseFloat(removed) <= version) &&
        (flags ?? prefix ?? otherName) === undefined,
    );
  });
  return lacking.map(([browser]) => browser);
}

function featureAt(...path: string[]): Identifier | undefined {
  return path.reduce<Identifier | undefined>((parent, key) => parent?.[key], data as unknown as Identifier);
}

/** The browsers without any of the features that a name may refer to. Empty if all browsers have one of them. */
function browsersWithoutAny(features: readonly (Identifier | undefined)[]): string[] {
  const known = features.flatMap((feature) => {
    const lacking = browsersWithout(feature);
    return lacking ? [lacking] : [];
  });
  return known.every((lacking) => lacking.length > 0) ? [...new Set(known.flat())] : [];
}

/** Adds the features below a part of the data to a map by their last name. */
function addByName(parent: Identifier | undefined, features: Map<string, Identifier[]>): Map<string, Identifier[]> {
  for (const [name, feature] of Object.entries(parent ?? {}) as [string, Identifier][]) {
    if (name === '__compat') continue;
    features.set(name, [...(features.get(name) ?? []), feature]);
    addByName(feature, features);
  }
  return features;
}

/** A regular expression's syntax that is newer than ES2015, and where its flags are described. */
const patternFeatures = [
  [/\(\?<[=!]/, ['lookbehind_assertion']],
  [/\(\?<[^=!]/, ['named_capturing_group']],
  [/\(\?[ims]*-?[ims]+:/, ['modifier']],
  [/\\[pP]\{/, ['unicode_character_class_escape']],
] as const;
const flagFeatures: Record<string, string> = { d: 'hasIndices', s: 'dotAll', v: 'unicodeSets', y: 'sticky' };

function featuresOfPattern(text: string): (readonly [string, Identifier | undefined])[] {
  const end = text.lastIndexOf('/');
  return [
    ...patternFeatures
      .filter(([pattern]) => pattern.test(text.slice(0, end)))
      .map(([, [name]]) => [name, featureAt('javascript', 'regular_expressions', name)] as const),
    ...[...text.slice(end + 1)].map(
      (flag) => [`flag ${flag}`, featureAt('javascript', 'builtins', 'RegExp', flagFeatures[flag] ?? '')] as const,
    ),
  ];
}

const prototypes = ['Object', 'Array', 'TypedArray', 'ArrayBuffer', 'String', 'RegExp', 'Map', 'Set', 'Promise'];
const builtIns = data.javascript['builtins'];
const methods = addByName(
  Object.fromEntries(prototypes.map((name) => [name, builtIns?.[name] ?? {}])) as Identifier,
  new Map(),
);
const allMembers = addByName(data.api, addByName(builtIns, new Map()));

/**
 * Lists the uses in a built script, which has no types: globals and their static members, regular expressions, and
 * names that only methods of newer browsers' built-in objects have.
 */
function newerUsesInScript(text: string): string[] {
  const file = ts.createSourceFile('script.js', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const declared = new Set<string>();
  const uses: (readonly [string, readonly (Identifier | undefined)[]])[] = [];
  const visit = (node: ts.Node): void => {
    const { name: declaredName } = node as ts.NamedDeclaration;
    if (declaredName && ts.isIdentifier(declaredName) && !ts.isPropertyAccessExpression(node)) {
      declared.add(declaredName.text);
    }
    if (ts.isRegularExpressionLiteral(node))
      uses.push(...featuresOfPattern(node.text).map(([n, f]) => [n, [f]] as const));
    if (ts.isPropertyAccessExpression(node)) {
      const [name, object] = [node.name.text, node.expression.getText()];
      uses.push([`${object}.${name}`, [featureAt('api', object, `${name}_static`), builtIns?.[object]?.[name]]]);
      if (methods.has(name)) uses.push([name, allMembers.get(name) ?? []]);
    } else if (ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node.parent)) {
      uses.push([
        node.text,
        [featureAt('api', node.text), featureAt('api', 'Window', node.text), builtIns?.[node.text]],
      ]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const newer = uses.flatMap(([name, features]) => {
    const isDeclared = declared.has(name.replace(/\..*/, ''));
    const lacking = isDeclared || exempt.has(name) ? [] : browsersWithoutAny(features);
    return lacking.length === 0 ? [] : [`${name} is not in ${lacking.join(', ')}`];
  });
  return [...new Set(newer)];
}

/** What MDN's data calls the parts of styles, and how they are found in a style without strings and comments. */
const styleParts: readonly (readonly [RegExp, (name: string) => string[]])[] = [
  [/(?<=[{;]\s*)[a-z][a-z-]+(?=\s*:)/g, (name) => ['properties', name]],
  [/(?<=@)[a-z][a-z-]+/g, (name) => ['at-rules', name]],
  [/(?<=:)[a-z][a-z-]+(?=[^;{}]*\{)/g, (name) => ['selectors', name]],
  [/(?<=@media[^{]*\()[a-z][a-z-]+/g, (name) => ['at-rules', 'media', name]],
  [/(?<![\w-])[a-z][a-z-]+(?=\()/g, (name) => ['types', name]],
  [/(?<![\w-])(?:color-mix|oklab|oklch|lab|lch|hwb|light-dark)(?=\()/g, (name) => ['types', 'color', name]],
  [/&/g, () => ['selectors', 'nesting']],
  [/\d[dls]v(?:[hwib]|min|max)\b/g, () => ['types', 'length', 'viewport_percentage_units_dynamic']],
  [/\dcq(?:[hwib]|min|max)\b/g, () => ['types', 'length', 'container_query_length_units']],
  [/(?<=@media[^{]*)[<>]/g, () => ['at-rules', 'media', 'range_syntax']],
];

/** Lists the properties, functions, selectors, rules and units in styles that some supported browser lacks. */
function newerUsesInStyles(text: string): string[] {
  const plain = text.replaceAll(/"[^"]*"|'[^']*'|\/\*.*?\*\/|url\([^)]*\)|\[[^\]]*\]/gs, ' ');
  const newer = styleParts.flatMap(([pattern, pathOf]) =>
    (plain.match(pattern) ?? []).flatMap((name) => {
      const lacking = exempt.has(name) ? [] : (browsersWithout(featureAt('css', ...pathOf(name))) ?? []);
      return lacking.length === 0 ? [] : [`${name} is not in ${lacking.join(', ')}`];
    }),
  );
  return [...new Set(newer)];
}

/** The pages that need scripts. Documentation pages are readable without. */
const pages = ['index.html', 'embed/index.html'];
const built = readdirSync(fromRoot('dist/explorer'), { recursive: true, encoding: 'utf8' });
const builtFiles = (pattern: RegExp): string[] => built.filter((path) => pattern.test(path));
const readBuilt = (path: string): string => readFileSync(fromRoot(`dist/explorer/${path}`), 'utf8');

describe('the supported browsers', () => {
  it('have what the built scripts use, with the packages in them', () => {
    const newer = builtFiles(/\.js$/).map((path) => [path, newerUsesInScript(readBuilt(path))] as const);
    expect(newer.length).toBeGreaterThan(50);
    expect(newer.filter(([, uses]) => uses.length > 0)).toEqual([]);
  });

  it('have what the built styles use, also those in pages', () => {
    const newer = builtFiles(/\.(?:css|html)$/).map((path) => {
      const text = readBuilt(path);
      const inPage = Array.from(text.matchAll(/<style>(.*?)<\/style>/gs), ([, css = '']) => css).join('\n');
      return [path, newerUsesInStyles(path.endsWith('.css') ? text : inPage)] as const;
    });
    expect(newer.length).toBeGreaterThan(10);
    expect(newer.filter(([, uses]) => uses.length > 0)).toEqual([]);
  });

  it('are the targets of every build for browsers', () => {
    const targets = browserslist.map((query) => query.replace(' >= ', ''));
    for (const mode of ['production', 'embed-module', 'service-worker', 'client']) {
      const config = configure({ mode, command: 'build' }) as { build?: { target?: string[] } };
      expect(config.build?.target).toEqual(mode === 'client' ? [...targets, 'node20'] : targets);
    }
  });

  it('are the same in the documentation and on the pages', () => {
    const version = Object.fromEntries(browserslist.map((query) => query.split(' >= '))) as Record<string, string>;
    expect(version['edge']).toBe(version['chrome']);
    const sentence = `Chrome or Edge ${version['chrome']}, Firefox ${version['firefox']}, Safari ${version['safari']} or iOS ${version['ios']}`;
    for (const path of ['docs/explorer.md', 'CHANGELOG.md']) expect(read(path)).toContain(sentence);
    for (const path of pages) expect(readBuilt(path).replaceAll(/\s+/g, ' ')).toContain(sentence);
  });

  it('are exactly the browsers with the feature that the pages check', () => {
    const since = featureAt('html', 'global_attributes', 'popover')?.__compat?.support;
    expect(oldest.map(([browser]) => [since?.[browser]].flat()[0]?.version_added)).toEqual(
      oldest.map(([, version]) => String(version)),
    );
    for (const path of pages) {
      const scripts = Array.from(readBuilt(path).matchAll(/<script>(.*?)<\/script>/gs), ([, script = '']) => script);
      expect(scripts.join()).toContain("'popover' in document.documentElement");
      // Browsers that cannot parse the script cannot show the message.
      for (const script of scripts) {
        expect(new Linter().verify(script, { languageOptions: { ecmaVersion: 5, sourceType: 'script' } })).toEqual([]);
      }
    }
  });

  it.each([
    'AbortSignal.any([])',
    'a.union(b)',
    'Array.fromAsync([])',
    '/(?i:a)/',
    'Promise.try(f)',
    'new WebTransport(a)',
  ])('lack what the check of built scripts finds in %s', (code) => {
    expect(newerUsesInScript(code)).not.toEqual([]);
  });

  it.each([
    'a{interpolate-size:allow-keywords}',
    'a{width:anchor-size(width)}',
    '@view-transition {}',
    'a::target-text{}',
    '@media (inverted-colors){}',
  ])('lack what the check of styles finds in %s', (css) => {
    expect(newerUsesInStyles(css)).not.toEqual([]);
  });
});
