import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

import { repository } from '../support/repository.ts';

const eslint = new ESLint({ cwd: repository });

/** Lists the rules that a file with this path and text would break. */
async function findBrokenRules(path: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: `${repository}${path}` });
  return result?.messages.flatMap(({ ruleId }) => ruleId ?? []) ?? [];
}

describe('lint', () => {
  it.each([
    ['core/datasets/datasets.ts', '../geo/wgs84.ts'],
    ['core/geo/wgs84.ts', '../search/location-search.ts'],
    ['core/query/parameters.ts', '../api/responses.ts'],
    ['core/storage/snapshot/manifest.ts', '../../search/location-search.ts'],
    ['core/search/location-search.ts', '../api/responses.ts'],
    ['core/api/routes.ts', '../../build-data/build.ts'],
    ['build-data/build.ts', '../hosts/node/listen.ts'],
    ['build-data/build.ts', '../tests/support/run-node.ts'],
    ['build-data/write/write-datasets.ts', '../publish/output-directory.ts'],
    ['build-data/report/build-report.ts', '../build.ts'],
    ['hosts/node/node-host.ts', '../../build-data/build.ts'],
    ['hosts/node/node-host.ts', '../service-worker/service-worker.ts'],
    ['app/filters/FilterBar.tsx', '../timeline/Timeline.tsx'],
    ['app/filters/FilterBar.tsx', '../../hosts/node/listen.ts'],
    ['client/dataset.ts', '../core/datasets/datasets.ts'],
    ['bench/host.ts', '../app/main.tsx'],
    ['e2e/start.spec.ts', '../core/storage/format/layout.ts'],
  ])('does not allow %s to import %s', async (path, imported) => {
    expect(await findBrokenRules(path, `import '${imported}';\n`)).toContain('import-x/no-restricted-paths');
  });

  it.each(['zod', 'fs', 'node:fs', 'react', 'csv-parse', 'flatbushes'])(
    'does not allow core to import %s',
    async (name) => {
      expect(await findBrokenRules('core/api/routes.ts', `import '${name}';\n`)).toContain('no-restricted-imports');
    },
  );

  it.each(['fetch("x")', 'new XMLHttpRequest()', 'self.origin', 'process.env', 'document.title'])(
    'does not allow core to use the globals of a platform: %s',
    async (expression) => {
      expect(await findBrokenRules('core/api/routes.ts', `void ${expression};\n`)).toContain('no-restricted-globals');
    },
  );

  it('does not allow core to use the globals of a platform through globalThis', async () => {
    expect(await findBrokenRules('core/api/routes.ts', 'void globalThis.fetch;\n')).toContain(
      'no-restricted-properties',
    );
  });

  it('does not allow import cycles, not even of types', async () => {
    const imported = './geodesic.ts';
    expect(await findBrokenRules('core/geo/wgs84.ts', `import '${imported}';\n`)).toContain(
      'coastwatch/no-import-cycles',
    );
    expect(
      await findBrokenRules(
        'core/geo/wgs84.ts',
        `import type { Geodesic } from '${imported}';\nexport type G = Geodesic;\n`,
      ),
    ).toContain('coastwatch/no-import-cycles');
  });

  it('allows the imports that the folders need', async () => {
    expect(await findBrokenRules('core/search/location-search.ts', "import '../storage/format/layout.ts';\n")).toEqual(
      [],
    );
    expect(
      await findBrokenRules('core/geo/point-index.ts', "import 'flatbush';\nimport '@noble/hashes/sha2.js';\n"),
    ).toEqual([]);
    const lower = "import '../format-text.ts';\nimport '../write/plain-files.ts';\n";
    expect(await findBrokenRules('build-data/hosting/host-files.ts', lower)).toEqual([]);
    expect(await findBrokenRules('app/filters/FilterBar.tsx', "import '../../explorer/use-session.ts';\n")).toEqual([]);
  });
});
