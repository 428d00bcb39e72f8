import { beforeAll, describe, it } from 'vitest';

import { inProcessHost } from '../hosts/in-process-host.ts';
import { coreCases } from './core-cases.ts';
import { crsCases } from './crs-cases.ts';
import { OgcClient } from './ogc-client.ts';

describe.each(['/', '/coast/'])('OGC API Features in process, under %s', (basePath) => {
  let client: OgcClient;

  beforeAll(async () => {
    client = new OgcClient(await inProcessHost(basePath), basePath);
  });

  it.each([...coreCases, ...crsCases])('$name', ({ run }) => run(client));
});
