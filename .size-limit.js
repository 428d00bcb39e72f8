import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Budgets for a first visit, compressed with Brotli: the files that load before the map is usable, and all files
 * including the data, except the detailed coast and the printed page, which load when the page is idle and have separate
 * budgets. Each is checked with the sample data and, if available, with the published records. Run `npm run size` after
 * `npm run build:programs`.
 */
const fromRoot = (path) => fileURLToPath(new URL(path, import.meta.url));
const built = 'dist/explorer';
const read = (path) => readFileSync(fromRoot(path), 'utf8');

/** The paths of a script and of its static imports, recursively. */
function withImports(script, found = new Set()) {
  if (found.has(script)) return found;
  found.add(script);
  for (const [, imported] of read(script).matchAll(/(?:from|import)\s*"(\.\/[^"]+\.js)"/g)) {
    withImports(join(script, '..', imported), found);
  }
  return found;
}

const assets = readdirSync(fromRoot(`${built}/assets`)).filter((name) => /\.(?:js|css|json)$/.test(name));
const assetsMatching = (pattern) => {
  const matching = assets.filter((name) => pattern.test(name));
  if (matching.length === 0)
    throw new Error(`no file in ${built}/assets matches ${pattern.source}: run npm run build:programs`);
  return matching.map((name) => `${built}/assets/${name}`);
};
const page = read(`${built}/index.html`);
// The page's own script and style, and the script that it imports to create the map.
const linkedFiles = [
  ...Array.from(
    page.matchAll(/(?:src|rel="stylesheet"[^>]*href)="\.\/(assets\/[^"]+)"/g),
    ([, path]) => `${built}/${path}`,
  ),
  ...assetsMatching(/^main-.*\.js$/),
];

const published = process.env.COASTWATCH_REAL_DATA ?? fromRoot('../shared/data');
const sites = { 'sample data': buildSite(['--sample']) };
if (existsSync(published)) {
  sites['published records'] = buildSite([
    ...['--coastal-features', join(published, 'CoastalFeatures.csv')],
    ...['--raw-data', join(published, 'RawData.csv')],
  ]);
} else {
  console.warn('REAL DATA ABSENT: sizes are checked with the sample data only');
}

/** The script of the worker that draws the map, and what it imports. */
const drawingWorker = assetsMatching(/^drawing-worker-/).flatMap((script) => [...withImports(script)]);

/** The files needed before the map is usable. The page is read from the site, because the data build completes it. */
function untilMap(site) {
  const files = new Set([join(site, 'index.html'), join(site, 'coast/outline.json'), ...drawingWorker]);
  for (const path of linkedFiles)
    for (const script of path.endsWith('.js') ? withImports(path) : [path]) files.add(script);
  return [...files];
}

/** The scripts and styles that a first visit on a phone loads after the map. The list loads when the sheet is opened. */
const afterMap = new Set(assetsMatching(/^FilterBar-.*\.css$/));
for (const script of [...assetsMatching(/^FilterBar-.*\.js$/), ...assetsMatching(/^worker-/)])
  withImports(script, afterMap);

/** Builds a site in a temporary directory and returns its path. */
function buildSite(inputs) {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-size-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const commandLine = [
    '--import',
    'tsx',
    'build-data/build-data.ts',
    ...inputs,
    '--target',
    'compute',
    '--out',
    folder,
  ];
  const { status, stderr } = spawnSync(process.execPath, [...commandLine, '--base-url', 'http://localhost/'], {
    cwd: fromRoot('.'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the data could not be built: ${stderr}`);
  return folder;
}

/** The data files that a first visit reads. */
function firstVisitData(folder) {
  const files = readdirSync(join(folder, 'data')).filter((name) => /\.(?:json|bin)$/.test(name));
  const { content } = JSON.parse(readFileSync(join(folder, 'data/manifest.json'), 'utf8'));
  const tables = Object.values(content.datasets).flatMap(({ columns, flatbush }) => [
    `${columns.hash}.bin`,
    `${flatbush.hash}.bin`,
  ]);
  const chunks = files.filter((name) =>
    readFileSync(join(folder, 'data', name), 'latin1').startsWith('{"format":"coastwatch-columns"'),
  );
  return ['manifest.json', ...tables, ...chunks].map((name) => join(folder, 'data', name));
}

/** The API page, and the scripts that it needs to send its examples, also on a host that serves only files. */
function apiPage(site) {
  const files = new Set([join(site, 'docs/index.html')]);
  for (const script of [...assetsMatching(/^document-.*\.js$/), ...assetsMatching(/^page-handler-/)]) {
    withImports(script, files);
  }
  return [...files];
}

/** The files of the page that other sites embed, until its map is usable. */
function untilEmbeddedMap() {
  const pagePath = `${built}/embed/index.html`;
  const files = new Set([pagePath, `${built}/coast/outline.json`, ...drawingWorker]);
  for (const script of assetsMatching(/^worker-/)) withImports(script, files);
  const linked = Array.from(read(pagePath).matchAll(/src="\.\.\/(assets\/[^"]+)"/g), ([, path]) => `${built}/${path}`);
  for (const script of [...linked, ...assetsMatching(/^open-embedded-map-.*\.js$/)]) withImports(script, files);
  return [...files];
}

const detailedCoast = {
  name: 'The detailed coast, which loads from zoom 7 on or when the page is idle',
  path: `${built}/coast/detail.json`,
  limit: '60 kB',
};

/** The files of the printed page that a first visit has not loaded before. */
function printedPage(site) {
  const files = new Set(assetsMatching(/^(?:PrintView|StackedBars)-.*\.css$/));
  for (const script of assetsMatching(/^PrintView-.*\.js$/)) withImports(script, files);
  const loaded = new Set([...untilMap(site), ...afterMap]);
  return [...files].filter((file) => !loaded.has(file));
}

export default [
  detailedCoast,
  {
    name: 'The printed page, which loads when the page is idle',
    path: printedPage(sites['sample data']),
    limit: '29 kB',
  },
  { name: 'The element <coastwatch-map>', path: `${built}/embed/coastwatch-map.js`, limit: '2 kB' },
  { name: 'The page for embedding, without the data', path: untilEmbeddedMap(), limit: '168 kB' },
  ...Object.entries(sites).flatMap(([data, site]) => [
    { name: `Until the map is usable: page, style, script, coast (${data})`, path: untilMap(site), limit: '150 kB' },
    {
      name: `Complete first visit on a phone, with the data (${data})`,
      path: [...new Set([...untilMap(site), ...afterMap, ...firstVisitData(site)])],
      limit: '302 kB',
    },
    { name: `The API page, with the scripts that send its examples (${data})`, path: apiPage(site), limit: '60 kB' },
  ]),
];
