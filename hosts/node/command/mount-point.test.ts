import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { writeFixtureSite } from '../../../tests/contract/fixture/fixture-tree.ts';
import { warningAboutMountPoint } from './options.ts';
import { repository } from '../../../tests/support/repository.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

const canMount = spawnSync('unshare', ['--mount', '--map-root-user', 'true']).status === 0;
if (!canMount) console.warn('unshare --mount does not work here: the warning about mount points is NOT TESTED.');

const folder = join(temporaryFolder(), 'a folder');
beforeAll(() => writeFixtureSite(join(folder, 'site'), 'compute'));

describe('the warning about a mount point', () => {
  it('is not given for a plain directory, or for one that does not exist', () => {
    expect(warningAboutMountPoint(folder)).toBeUndefined();
    expect(warningAboutMountPoint(join(folder, 'nothing'))).toBeUndefined();
  });

  it.skipIf(!canMount)('is logged by the server for a bind mount of the site, and not for one of its parent', () => {
    const output = join(folder, 'output');
    const serve = (directory: string): string =>
      `: > "${output}"; "${process.execPath}" --import tsx hosts/node/node-host.ts --dir "${directory}" --port 0 >> "${output}" 2>&1 & server=$!
      until grep -q "Coastwatch is at" "${output}" || ! kill -0 $server; do sleep 0.1; done
      kill $server; wait $server; cat "${output}"`;
    const run = (mounted: string, served: string): string => {
      const script = `mkdir "${folder}/target" && mount --bind "${mounted}" "${folder}/target" && ${serve(served)}`;
      const { stdout, stderr } = spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-c', script], {
        cwd: repository,
        encoding: 'utf8',
      });
      spawnSync('rmdir', [join(folder, 'target')]);
      return stdout + stderr;
    };
    const warned = run(join(folder, 'site'), join(folder, 'target'));
    expect(warned).toContain(`--dir ${folder}/target is a mount point`);
    expect(warned).toContain('Coastwatch is at');
    const silent = run(folder, join(folder, 'target', 'site'));
    expect(silent).toContain('Coastwatch is at');
    expect(silent).not.toContain('mount point');
  });
});
