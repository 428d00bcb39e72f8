import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { findChromium, findChromiumForLighthouse, launchChromium } from './find-chromium.ts';

describe('the Chromium for tests', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['browser tests', findChromium],
    ['Lighthouse', findChromiumForLighthouse],
  ])('for %s draws text wherever temporary files are', async (_purpose, find) => {
    const directory = await mkdtemp(join(tmpdir(), 'coastwatch-no-fonts-'));
    vi.stubEnv('TMPDIR', directory);
    vi.stubEnv('FONTCONFIG_PATH', undefined);
    await (await launchChromium(await find())).close();
    await rm(directory, { recursive: true });
  });

  it.skipIf(process.platform !== 'linux')('is refused with one line if it finds no font', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'coastwatch-no-fonts-'));
    const configuration = join(directory, 'fonts.conf');
    await writeFile(configuration, `<fontconfig><dir>${directory}</dir></fontconfig>`);
    vi.stubEnv('FONTCONFIG_FILE', configuration);
    const found = await findChromiumForLighthouse();
    const message = await launchChromium(found).then(
      () => 'launched',
      (error: unknown) => String(error),
    );
    expect(message).toMatch(/^Error: The Chromium at .* cannot draw text: .*Install a font.*$/);
    await rm(directory, { recursive: true });
  });
});
