import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Imports flow one way: who may import from where. Each row forbids `from` to everything in `target`. */
const forbidden = (target, from, message) => ({ target, from, message });
const zones = [
  forbidden(
    './core',
    ['./build-data', './hosts', './app', './bench', './contract', './tests', './e2e'],
    'core imports nothing of ours',
  ),
  forbidden('./build-data', ['./hosts', './app', './bench', './contract', './e2e'], 'build-data imports core only'),
  forbidden('./hosts', ['./build-data', './app', './bench', './contract', './e2e'], 'hosts import core only'),
  forbidden('./app', ['./build-data', './hosts', './bench', './contract', './e2e'], 'app imports core only'),
  forbidden('./bench', ['./app', './e2e'], 'nothing imports app'),
  forbidden('./contract', ['./app', './e2e', './bench'], 'nothing imports app'),
  forbidden('./e2e', ['./core', './build-data', './hosts', './app', './bench', './contract'], 'e2e is black box'),
  forbidden('./hosts/service-worker', ['./hosts/node'], 'hosts do not import each other'),
  forbidden('./hosts/node', ['./hosts/service-worker'], 'hosts do not import each other'),
  // Inside core: datasets and geo know nothing of requests; storage nothing of the interface.
  forbidden(
    './core/datasets',
    ['./core/geo', './core/query', './core/storage', './core/api'],
    'datasets are the ground',
  ),
  forbidden('./core/geo', ['./core/datasets', './core/query', './core/storage', './core/api'], 'geo is pure geometry'),
  forbidden('./core/query', ['./core/geo', './core/storage', './core/api'], 'query knows requests, not storage'),
  forbidden('./core/storage', ['./core/query', './core/api'], 'storage knows no requests'),
];

export default tseslint.config(
  { ignores: ['dist', 'data-site', '.cache', 'node_modules', 'test-results', 'playwright-report', 'bench/peers'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx,js}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      'import-x/no-unresolved': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: "MemberExpression[property.name='innerHTML']", message: 'text that comes from data is never HTML' },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'text that comes from data is never HTML',
        },
      ],
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    // What runs anywhere takes its surroundings as arguments.
    files: ['core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'fetch',
        'self',
        'caches',
        'window',
        'document',
        'process',
        'navigator',
        'location',
        'indexedDB',
        'importScripts',
        'Buffer',
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*', 'react', 'react-dom', 'leaflet'], message: 'core runs anywhere' }] },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  // A test may build a tree to read from, whichever zone it stands in; nothing imports a test.
  { files: ['**/*.test.ts'], rules: { 'import-x/no-restricted-paths': 'off', 'no-restricted-imports': 'off' } },
  { files: ['app/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  { files: ['**/*.js'], languageOptions: { globals: globals.node } },
);
