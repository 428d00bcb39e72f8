import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

/*
 * The licences of the third-party packages in the built scripts. Vite's own `build.license` leaves out web workers and
 * virtual modules, and covers a single build. This module covers all builds of the programs together.
 */

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/**
 * Lists the packages found by earlier builds of the site's scripts. Each build is a separate process. The explorer's
 * build is the first.
 */
const foundFile = fromRoot('.cache/bundled-packages.json');
const titleForSite = `Licences of the third-party software in the scripts of this site

The files in coast/ state where each coast comes from. The outlines are derived from Natural Earth (naturalearthdata.com), which
is in the public domain.

A detailed coast, in coast/detail.json, is a database derived from OpenStreetMap: © OpenStreetMap contributors,
https://www.openstreetmap.org/copyright. It is available under the Open Database License 1.0,
https://opendatacommons.org/licenses/odbl/1-0/. It contains the coastline of the npm package @geo-maps/earth-coastlines-10m,
clipped to the region and simplified with the distance from it. Estuaries may have been added. Those of GSHHG 2.3.7 (Wessel and
Smith, 1996, https://www.soest.hawaii.edu/pwessel/gshhg/) are under the GNU Lesser General Public License 3.

The data that this site shows is not covered by these licences: see docs/data-dictionary/#terms.
`;
const titleForServer = 'Licences of the third-party software in the commands in this directory\n';
/** The directory of licence texts for packages that are published without one. */
const addedLicences = fromRoot('build-data/programs/licences');

/** Virtual modules of the builds, and the packages whose code is in them. */
const virtualModules: readonly (readonly [start: string, packageName: string])[] = [
  ['\0geodesic-', 'geographiclib-geodesic'],
  ['\0vite/', 'vite'],
  ['\0rolldown/', 'rolldown'],
  ['\0@oxc-project+runtime@', 'rolldown'],
];

/**
 * Records the packages in each script that is written. Use one instance for a build and its web workers. The builds of
 * the site's scripts share one licence file, next to the explorer; the build of the server commands has its own.
 */
export function thirdPartyLicences({
  isFirst,
  outDir,
  isForServer = false,
}: {
  readonly isFirst: boolean;
  readonly outDir: string;
  readonly isForServer?: boolean;
}): { readonly inWorkers: Plugin; readonly inBuild: Plugin } {
  const noticesFile = isForServer
    ? join(outDir, 'third-party-licences.txt')
    : fromRoot('dist/explorer/third-party-licences.txt');
  const found = new Set<string>();
  const recordPackages: Plugin['generateBundle'] = (_, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of chunk.moduleIds) {
        const directory = findPackageDirectory(id);
        if (directory !== undefined) found.add(directory);
      }
    }
  };
  return {
    inWorkers: { name: 'coastwatch-licences-of-workers', apply: 'build', generateBundle: recordPackages },
    inBuild: {
      name: 'coastwatch-licences',
      apply: 'build',
      generateBundle: recordPackages,
      writeBundle({ dir }) {
        // Tests build single programs into other directories: those need no licence file.
        if (dir !== outDir || !existsSync(dirname(noticesFile))) return;
        const foundBefore =
          isFirst || !existsSync(foundFile) ? [] : (JSON.parse(readFileSync(foundFile, 'utf8')) as string[]);
        const all = [...new Set([...foundBefore, ...found])].sort();
        if (!isForServer) {
          mkdirSync(dirname(foundFile), { recursive: true });
          writeFileSync(foundFile, JSON.stringify(all));
        }
        writeFileSync(noticesFile, notices(isForServer ? titleForServer : titleForSite, all));
      },
    },
  };
}

/** The directory of the package that contains a module, relative to the repository; undefined for our own modules. */
function findPackageDirectory(id: string): string | undefined {
  const virtual = virtualModules.find(([start]) => id.startsWith(start));
  if (virtual) return `node_modules/${virtual[1]}`;
  const inPackage = /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id);
  if (inPackage) return id.slice(fromRoot('.').length).replace(/(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*/, '$1');
  if (id.startsWith('\0'))
    throw new Error(`${JSON.stringify(id)} has no known package: add it to virtualModules in vite.licences.ts`);
  return undefined;
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

const separator = '='.repeat(80);

function notices(title: string, directories: readonly string[]): string {
  const packages = directories.map((directory) => {
    const { name, version, license } = JSON.parse(
      readFileSync(fromRoot(`${directory}/package.json`), 'utf8'),
    ) as PackageFile;
    return `${separator}\n${name} ${version} (${license})\n${separator}\n\n${readLicence(name, directory)}\n`;
  });
  return [title, ...packages].join('\n');
}

function readLicence(name: string, directory: string): string {
  const files = readdirSync(fromRoot(directory)).filter((file) =>
    /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file),
  );
  const addedLicence = join(addedLicences, `${name.replace('/', '__')}.txt`);
  const paths = files.length > 0 ? files.sort().map((file) => fromRoot(`${directory}/${file}`)) : [addedLicence];
  if (!paths.every((path) => existsSync(path))) {
    throw new Error(`${name} is published without its licence: save the text of the licence as ${addedLicence}`);
  }
  // Vite's licence file also lists the packages that Vite bundles for its own use, which are not in the scripts.
  return paths
    .map((path) =>
      readFileSync(path, 'utf8')
        .replace(/^# Licenses of bundled dependencies$.*/ms, '')
        .trim(),
    )
    .join('\n\n');
}
