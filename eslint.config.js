import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

import { noImportCycles } from './eslint.import-cycles.js';

/** The only folders of the explorer that its features may import. They never import each other. */
const sharedInApp = [
  'vocabulary',
  'view',
  'engine',
  'connection',
  'explorer',
  'components',
  'rows',
  'base-map',
  'saved',
  'play',
  'charts',
].map((part) => `app/${part}`);
/** The folders of the steps of the build. Each may import the folders before it. */
const buildFolders = [
  ...['site', 'write', 'hosting', 'validate', 'sample', 'mapping', 'read'],
  ...['exports', 'documents', 'pages', 'publish', 'report'],
].map((part) => `build-data/${part}`);
/** Modules of the build that all its folders may import. */
const sharedInBuild = ['format-text', 'publication'].map((name) => `build-data/${name}.ts`);
/** The other zones that each zone may import, so that imports flow one way. Test files may import anything. */
const mayImport = {
  'core/coastline': [],
  'core/collections': [],
  'core/cql2': [],
  'core/datasets': [],
  'core/geo': [],
  'core/query': [],
  'core/storage': ['core/collections', 'core/datasets'],
  'core/search': ['core/collections', 'core/datasets', 'core/geo', 'core/storage'],
  'core/engine': ['core/collections', 'core/cql2', 'core/datasets', 'core/geo', 'core/storage'],
  'core/feeds': ['core/collections', 'core/datasets', 'core/search', 'core/storage'],
  'core/http': [],
  'core/api': [
    ...['core/collections', 'core/cql2', 'core/datasets', 'core/engine', 'core/feeds', 'core/query'],
    ...['core/search', 'core/storage'],
  ],
  'build-data': ['core'],
  ...Object.fromEntries(
    buildFolders.map((folder, index) => [folder, ['core', ...sharedInBuild, ...buildFolders.slice(0, index)]]),
  ),
  'build-data/coast': ['core', 'build-data/format-text.ts', 'build-data/run-command.ts'],
  'build-data/programs': [],
  'hosts/node': ['core'],
  'hosts/service-worker': ['core'],
  'hosts/edge': ['core'],
  'app/vocabulary': ['core'],
  'app/view': ['core', 'app/vocabulary'],
  'app/engine': ['core', 'app/vocabulary', 'app/view'],
  'app/connection': ['core'],
  'app/explorer': ['core', 'app/vocabulary', 'app/view', 'app/engine'],
  'app/components': ['core', 'app/vocabulary'],
  'app/charts': ['core', 'app/vocabulary', 'app/engine', 'app/components'],
  'app/play': ['core', 'app/vocabulary', 'app/view', 'app/engine', 'app/explorer', 'app/components'],
  'app/rows': ['core', 'app/vocabulary', 'app/view', 'app/engine', 'app/explorer', 'app/components'],
  'app/base-map': ['core', 'app/vocabulary', 'app/view', 'app/engine', 'app/explorer', 'app/components'],
  'app/saved': ['core', 'app/vocabulary', 'app/view', 'app/engine', 'app/explorer', 'app/components'],
  ...Object.fromEntries(
    [
      ...['compare', 'details', 'documents', 'filters', 'help', 'map'],
      ...['place-search', 'results', 'search', 'shell', 'timeline'],
    ].map((feature) => [`app/${feature}`, ['core', ...sharedInApp]]),
  ),
  // The printed page and the Share dialog contain a picture of the map.
  'app/print': ['core', ...sharedInApp, 'app/map'],
  'app/sharing': ['core', ...sharedInApp, 'app/map'],
  // Not a feature, but a second page, which shows the map without the rest of the explorer.
  'app/embed': ['core', 'app/map', 'app/styles', ...sharedInApp],
  client: [],

  tests: ['core', 'build-data', 'client', 'hosts/node'],
  bench: ['core', 'build-data', 'hosts/node', 'tests'],
  e2e: [],
};
const zones = Object.entries(mayImport).map(([zone, allowed]) => ({
  target: `./${zone}`,
  from: './',
  except: [zone, ...allowed, 'node_modules'].map((folder) => `./${folder}`),
  message: `${zone} may import only from itself${allowed.map((folder) => `, ${folder}`).join('')}`,
}));

/** Globals that only some platforms have. Code in `core/` receives them as arguments. */
const platformGlobals = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'self', 'caches', 'indexedDB', 'importScripts', 'navigator', 'location'],
  ...['window', 'document', 'process', 'Buffer', 'global'],
];
/** The packages that `core/` may import. A new one needs a decision record. */
const packagesOfCore = ['flatbush', 'geographiclib-geodesic', '@noble/hashes'];

const unescapedHtml = [
  {
    selector: "MemberExpression[property.name='innerHTML']",
    message: 'set textContent instead: text from data must not become HTML',
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'render the text as a child: text from data must not become HTML',
  },
];
/** Code serves the data of any coast: no text in it names a region. */
const regionOfOneSite = /Western Australia|\bWA\b|Perth|Cottesloe|Australian/;
/** Texts of the explorer name no animal either. */
const wordsOfOneSite = new RegExp(`${regionOfOneSite.source}|\\s[Ss]hark|[Ss]harks?\\s`);
const textsLike = (pattern) =>
  ['Literal[value=PATTERN]', 'TemplateElement[value.raw=PATTERN]', 'JSXText[value=PATTERN]'].map((selector) => ({
    selector: selector.replace('PATTERN', () => pattern.toString()),
    message: 'take the names of regions, places and animals from the site: see core/datasets/site.ts',
  }));

export default tseslint.config(
  { ignores: ['dist', 'client/dist', 'data-site', '.cache', 'node_modules', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx,js}'],
    plugins: { 'import-x': importX, coastwatch: { rules: { 'no-import-cycles': noImportCycles } } },
    settings: {
      'import-x/extensions': ['.ts', '.tsx', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'coastwatch/no-import-cycles': 'error',
      'import-x/no-unresolved': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...unescapedHtml],
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['core/**/*.ts'],
    ignores: ['**/*.test.ts', 'core/**/testing/**'],
    rules: {
      'no-restricted-globals': ['error', ...platformGlobals],
      'no-restricted-properties': ['error', ...platformGlobals.map((property) => ({ object: 'globalThis', property }))],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(?!\\.|(?:${packagesOfCore.join('|')})(?:/|$))`,
              message: 'core may import only these packages: see packagesOfCore',
            },
          ],
        },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...unescapedHtml, ...textsLike(wordsOfOneSite)] },
  },
  {
    files: ['{core,build-data,hosts,client}/**/*.ts'],
    // The sample data is that of the default site.
    ignores: ['**/*.test.ts', '**/testing/**', 'build-data/sample/**'],
    rules: { 'no-restricted-syntax': ['error', ...unescapedHtml, ...textsLike(regionOfOneSite)] },
  },
  // Test files may import anything, for example the build.
  { files: ['**/*.test.ts'], rules: { 'import-x/no-restricted-paths': 'off', 'no-restricted-imports': 'off' } },
  // React's compiler does not compile tests, and its rules take as long as all others together.
  { files: ['app/**/*.{ts,tsx}'], ignores: ['**/*.test.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  { files: ['**/*.js'], languageOptions: { globals: globals.node } },
);
