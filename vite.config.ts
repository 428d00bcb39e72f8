import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

import { coastFiles, coastPath, type DescribedCoast } from './build-data/pages/coast.ts';
import { coastOutline, outlinePlaceholder } from './build-data/pages/coast-outline.ts';
import { withContentSecurityPolicy } from './build-data/pages/content-security-policy.ts';
import { fillSiteWords } from './build-data/pages/fill-site-words.ts';
import { defaultSiteFile, readSiteFile, siteOf } from './build-data/site/site-file.ts';
import { fingerprintOf, appendBuildManifest, type ShellFiles } from './core/http/build-manifest.ts';
import { embedModulePath, embedPagePath } from './core/http/embedding.ts';
import { pageTemplatePath } from './core/storage/format/layout.ts';
import { createSiteServer } from './hosts/node/site-server.ts';
import { thirdPartyLicences } from './vite.licences.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const siteDirectory = fromRoot('dist/explorer');
const clientDirectory = fromRoot('dist/explorer/client');
const clientPackageDirectory = fromRoot('client/dist');
const edgeDirectory = fromRoot('dist/edge');
const serverDirectory = fromRoot('dist/server');
/** The supported browsers in `package.json`, as build targets: "safari17" for "safari >= 17". */
const browsers = (
  JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { browserslist: string[] }
).browserslist.map((query) => query.replace(' >= ', ''));
const explorerLicences = thirdPartyLicences({ isFirst: true, outDir: siteDirectory });

/** In development, the Node host handles requests for the API and the data files, with the data of a built site. */
function serveBuiltData(): Plugin {
  const directory = process.env['COASTWATCH_DATA'] ?? fromRoot('dist/sample-site');
  return {
    name: 'coastwatch-data',
    configureServer(server) {
      const site = createSiteServer({ directory });
      server.middlewares.use((request, response, next) => {
        if (/^\/(?:webapi|data|feeds\/places)(?:\/|$)/.test(request.url ?? '')) site.emit('request', request, response);
        else next();
      });
    },
  };
}

/** In development, the pages have the words of the default site. Builds of the data fill those of their site. */
const fillDefaultSite: Plugin = {
  name: 'coastwatch-site-words',
  apply: 'serve',
  transformIndexHtml: (page) => fillSiteWords(page, siteOf(readSiteFile(defaultSiteFile)), 'html'),
};

/**
 * The coast of the default site. A build of the data replaces it and completes the page; in development, there is no such
 * build.
 */
function coastOfDefaultSite(): Plugin {
  const coast = readSiteFile(defaultSiteFile);
  const files = coastFiles(coast, fromRoot('public')) ?? new Map<string, Buffer>();
  return {
    name: 'coastwatch-coast',
    generateBundle() {
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = files.get(request.url?.slice(1) ?? '');
        if (file) response.end(file);
        else next();
      });
    },
    transformIndexHtml: (page, { server }) => {
      const outline = files.get(coastPath('outline'));
      if (!server || !outline) return page;
      const { text } = coastOutline(JSON.parse(outline.toString()) as DescribedCoast, coast.landingBox);
      return page.replace(outlinePlaceholder, text);
    },
  };
}

/**
 * The modules of Leaflet that can be tree-shaken: all except the gestures, which add themselves to the map when they
 * are loaded; `app/map/ExplorerMap.tsx` imports those that are used. Leaflet itself is published as one file. See
 * decision 0020.
 */
const sideEffectFreeModules = /leaflet\/src\/(?!map\/handler\/)/;

/**
 * Replaces the geodesic library, whose one file combines four source files, with the source files that are needed: two
 * for distances and bearings, and a third for the direct problem in `geodesic-point.ts`. Nothing needs areas. See
 * decision 0018.
 */
function onlyNeededGeodesics(): Plugin {
  const inverse = '\0geodesic-inverse';
  const direct = '\0geodesic-direct';
  const source = (file: string): string =>
    readFileSync(fromRoot(`node_modules/geographiclib-geodesic/src/${file}.js`), 'utf8');
  return {
    name: 'coastwatch-geodesics',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id, importer) => {
      if (id === inverse) return id;
      if (id !== 'geographiclib-geodesic') return null;
      return importer?.endsWith('/geodesic-point.ts') ? direct : inverse;
    },
    load: (id) => {
      if (id === inverse) return `${source('Math')}\n${source('Geodesic')}\nexport default geodesic;`;
      if (id !== direct) return null;
      return `import geodesic from '${inverse}';\n${source('GeodesicLine')}\nexport default geodesic;`;
    },
  };
}

/**
 * The files that the service worker caches, and a version that changes with any of them. The explorer must be built
 * first.
 */
function builtShell(): { version: string; files: string[] } {
  const files = readdirSync(siteDirectory, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.(?:html|js|css|svg|json|webmanifest|woff2)$|^icons[\\/]/.test(path) &&
        path !== 'sw.js' &&
        path !== pageTemplatePath &&
        !/^client[\\/]/.test(path) &&
        path.replaceAll('\\', '/') !== embedModulePath,
    )
    .filter((path) => statSync(join(siteDirectory, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(siteDirectory, file)));
  return { version: hash.digest('hex').slice(0, 16), files };
}

/**
 * Appends the fingerprints of the built files to the service worker, so that a deployed site can be compared with them.
 */
function buildManifestInWorker(): Plugin {
  return {
    name: 'coastwatch-build-manifest',
    apply: 'build',
    generateBundle(_, bundle) {
      const files: ShellFiles = Object.fromEntries(
        builtShell().files.map((file) => [file, fingerprintOf(readFileSync(join(siteDirectory, file)))]),
      );
      for (const script of Object.values(bundle)) {
        if (script.type === 'chunk') script.code = appendBuildManifest(script.code, files);
      }
    },
  };
}

/**
 * Inlines the styles of the pages, so that the first paint waits for one response instead of two in a row. Then adds the
 * content security policy of each page, which contains the hashes of its inline styles and scripts.
 */
function inlineStyles(): Plugin {
  return {
    name: 'coastwatch-inline-styles',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const page of Object.values(bundle)) {
        if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue;
        const source = String(page.source)
          .replace(/<link rel="stylesheet"[^>]* href="\.{1,2}\/([^"]+\.css)">/g, (link, path: string) => {
            const style = bundle[path];
            return style?.type === 'asset' ? `<style>${String(style.source).trim()}</style>` : link;
          })
          // One element needs only one hash in the policy.
          .replace(/<\/style>\s*<style>/g, '')
          // Comments for readers of the source; the build of the data replaces those without spaces.
          .replace(/^ *(?:<!-- .*? -->|\/\/[^\n]*)\n/gms, '');
        page.source = withContentSecurityPolicy(source);
      }
    },
  };
}

/**
 * Compresses the built files once, with the highest effort, which would take too long in each data build that copies
 * them.
 */
function compressBuiltFiles(isIncluded: (path: string) => boolean): Plugin {
  return {
    name: 'coastwatch-compress',
    apply: 'build',
    writeBundle({ dir = siteDirectory }) {
      for (const path of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!isIncluded(path) || !/\.(?:html|js|css|svg|json)$/.test(path)) continue;
        const bytes = readFileSync(join(dir, path));
        if (bytes.length < 512) continue;
        writeFileSync(join(dir, `${path}.br`), brotliCompressSync(bytes));
        writeFileSync(join(dir, `${path}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** The edge worker, one file next to the site: hosts run it, browsers never read it. */
const edgeBuild: UserConfig = {
  publicDir: false,
  plugins: [thirdPartyLicences({ isFirst: false, outDir: edgeDirectory }).inBuild],
  build: {
    outDir: edgeDirectory,
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: fromRoot('hosts/edge/edge-worker.ts'), formats: ['es'], fileName: () => 'worker.js' },
    rollupOptions: { output: { codeSplitting: false } },
  },
};

/**
 * Writes the types of the client into one file next to its script: the declarations of its modules without their
 * imports. The script does not export the functions that make requests, so their types are not exported either.
 */
function combineTypes(directory: string): Plugin {
  const declarations = fromRoot('.cache/types/client/client');
  return {
    name: 'coastwatch-client-types',
    apply: 'build',
    closeBundle() {
      const internalModule = 'request-json';
      const modules = ['coastwatch-error', internalModule, 'dataset', 'coastwatch-client'];
      execFileSync(process.execPath, [fromRoot('node_modules/typescript/bin/tsc'), '-b', fromRoot('client')]);
      const text = modules
        .map((name) => {
          const declared = readFileSync(join(declarations, `${name}.d.ts`), 'utf8');
          return name === internalModule ? declared.replaceAll(/^export (?=declare |interface )/gm, '') : declared;
        })
        // Without an export statement, a declaration file exports everything in it.
        .concat('export {};\n')
        .join('\n')
        .replaceAll(/^(?:import|export) (?:type )?\{[^}]*\} from '[^']*';\n/gm, '');
      writeFileSync(join(directory, 'coastwatch-client.d.ts'), text);
    },
  };
}

/** The API client: one file without dependencies and without any part of the explorer. */
const clientBuild = (outDir: string, plugins: readonly Plugin[]): UserConfig => ({
  publicDir: false,
  plugins: [...plugins, combineTypes(outDir), thirdPartyLicences({ isFirst: false, outDir }).inBuild],
  build: {
    outDir,
    emptyOutDir: true,
    target: [...browsers, 'node20'],
    minify: false,
    lib: { entry: fromRoot('client/coastwatch-client.ts'), formats: ['es'], fileName: () => 'coastwatch-client.js' },
  },
});

/** The module with the element `<coastwatch-map>`: one file with a fixed name, which pages of other sites load. */
const embedModuleBuild: UserConfig = {
  publicDir: false,
  plugins: [compressBuiltFiles((path) => path.replaceAll('\\', '/') === embedModulePath)],
  build: {
    outDir: siteDirectory,
    emptyOutDir: false,
    target: browsers,
    lib: { entry: fromRoot('app/embed/coastwatch-map.ts'), formats: ['es'], fileName: () => embedModulePath },
  },
};

/** The service worker: a classic script at the root of the site, one file with a fixed name. */
const serviceWorkerBuild = (): UserConfig => ({
  publicDir: false,
  plugins: [
    buildManifestInWorker(),
    compressBuiltFiles((path) => path === 'sw.js'),
    thirdPartyLicences({ isFirst: false, outDir: siteDirectory }).inBuild,
  ],
  define: { builtShell: JSON.stringify(builtShell()) },
  build: {
    outDir: siteDirectory,
    emptyOutDir: false,
    target: browsers,
    lib: {
      entry: fromRoot('hosts/service-worker/service-worker.ts'),
      formats: ['iife'],
      name: 'worker',
      fileName: () => 'sw.js',
    },
  },
});

/**
 * Small modules that nearly every part of the explorer imports, and the parts of the map that the page for embedding
 * also has.
 */
const sharedModules =
  /app\/(?:explorer\/(?!CountText|DocumentTitle|count-line|summaries|use-engine-query|use-selection-)|view\/(?!text-size|view-url|view-state)|components\/Icon|map\/(?:ChartMap|use-(?!map-clicks)|camera|leaflet-camera|map-options|controls\/(?:Map|Scale)|layers\/(?:Ground|Marks|drawn-layers)|paint\/(?:drawing-thread|canvas)|scene\/fit-view))/;

const explorerBuild: UserConfig = {
  root: fromRoot('app'),
  resolve: { alias: [{ find: /^leaflet$/, replacement: fromRoot('node_modules/leaflet/src/Leaflet.js') }] },
  publicDir: fromRoot('public'),
  // Relative URLs let the same build work at the root or under a path.
  base: './',
  plugins: [
    react(),
    onlyNeededGeodesics(),
    serveBuiltData(),
    fillDefaultSite,
    coastOfDefaultSite(),
    inlineStyles(),
    compressBuiltFiles(() => true),
    explorerLicences.inBuild,
  ],
  build: {
    outDir: siteDirectory,
    emptyOutDir: true,
    target: browsers,
    rollupOptions: {
      checks: { pluginTimings: false },
      // Words of the site that a script does not use are not in it.
      treeshake: { moduleSideEffects: (path) => !sideEffectFreeModules.test(path), propertyReadSideEffects: false },
      input: ['index.html', embedPagePath, pageTemplatePath].map((page) => fromRoot(`app/${page}`)),
      // One script for React compresses better than the three that Vite makes. One script for the small modules that
      // nearly every part of the explorer imports compresses better than a script for each of them.
      output: {
        // Scripts contain the names of others, and hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            // The entry script imports it, and must not wait for the larger scripts that import it too.
            { name: 'preload-helper', test: /vite\/preload-helper/, priority: 2 },
            // Separate, because documentation pages use these modules too, but nothing else of the explorer.
            { name: 'core', test: /core\/(?:.*\/plain-number|geo\/wgs84|datasets\/(?:kinds|text-key))/, priority: 1 },
            { name: 'view', test: sharedModules },
          ],
        },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [onlyNeededGeodesics(), explorerLicences.inWorkers],
    rollupOptions: {
      output: {
        // WebKit runs the script of a worker again when another script imports it, so that there would be a second worker
        // in the same thread, without data. The modules that scripts loaded later share are therefore separate.
        codeSplitting: {
          groups: [
            { name: 'engine', test: /app\/engine\/column-engine/ },
            { name: 'drawing', test: /app\/map\/paint\/paint-(?:ground|scene)/ },
          ],
        },
      },
    },
  },
};

/**
 * The commands that run on a server, as JavaScript with everything that they import: apart from Node, a server needs
 * only `dist/`.
 */
const serverBuild: UserConfig = {
  publicDir: false,
  plugins: [
    thirdPartyLicences({ isFirst: true, outDir: serverDirectory, isForServer: true }).inBuild,
    {
      // These files are read at run time: in compiled programs, they are next to the program.
      name: 'coastwatch-read-files',
      transform: (code, id) =>
        /\/build-data\/(?:pages\/api-reference|site\/site-file)\.ts$/.test(id)
          ? { code: code.replace(/\.\.\/\.\.\/(?:docs|sites)\//, './'), map: null }
          : null,
      writeBundle({ dir = serverDirectory }) {
        for (const path of ['build-data/sample/sample-places.csv', 'docs/api.md'])
          copyFileSync(fromRoot(path), join(dir, basename(path)));
        cpSync(fromRoot('sites'), dir, { recursive: true });
      },
    },
  ],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: serverDirectory,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rollupOptions: {
      input: {
        serve: fromRoot('hosts/node/node-host.ts'),
        'build-data': fromRoot('build-data/build-data.ts'),
        verify: fromRoot('tests/contract/verify/verify.ts'),
      },
      // The extension .mjs marks modules without a package.json, wherever the files are copied to.
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' },
    },
  },
};

export default defineConfig(({ mode }) => {
  if (mode === 'edge') return edgeBuild;
  if (mode === 'server') return serverBuild;
  if (mode === 'embed-module') return embedModuleBuild;
  if (mode === 'client') return clientBuild(clientDirectory, [compressBuiltFiles((path) => path.endsWith('.js'))]);
  // The same files for the npm package; `npm pack ./client` runs this build.
  if (mode === 'client-package') return clientBuild(clientPackageDirectory, []);
  return mode === 'service-worker' ? serviceWorkerBuild() : explorerBuild;
});
