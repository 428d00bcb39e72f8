import { createServer, type Server } from 'node:http';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';
import sirv from 'sirv';

import type { BaseMapOption } from '../../build-data/pages/base-maps.ts';
import { listen } from '../../hosts/node/listen.ts';
import { pmtilesArchive, vectorTileOfLand } from '../support/pmtiles-archive.ts';

/** The colour of the tiles, as RGB. */
export const tileColour = 'rgb(40, 160, 60)';

export interface BaseMapHost {
  readonly server: Server;
  /** Tiles and a vector archive of this host, and an archive of images that is a local file. */
  readonly baseMaps: readonly BaseMapOption[];
}

/** A host of map tiles, at another origin than every site. */
export async function startBaseMapHost(browser: Browser, directory: string): Promise<BaseMapHost> {
  const page = await browser.newPage();
  await page.setContent(`<style>body { background: ${tileColour} }</style>`);
  const tile = await page.screenshot({ clip: { x: 0, y: 0, width: 256, height: 256 } });
  await mkdir(directory, { recursive: true });
  const imageArchive = join(directory, 'images.pmtiles');
  await writeFile(imageArchive, pmtilesArchive(tile, 'png'));
  await writeFile(join(directory, 'vector.pmtiles'), pmtilesArchive(vectorTileOfLand(), 'mvt'));
  const files = sirv(directory, {
    setHeaders: (response) => {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', 'Range');
    },
  });
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Range' }).end();
    } else if (/\/\d+\/\d+\/\d+\.png$/.test(request.url ?? '')) {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Access-Control-Allow-Origin': '*' }).end(tile);
    } else files(request, response);
  });
  const url = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const common = { credit: '© Example Mapping', isInvertible: false };
  return {
    server,
    baseMaps: [
      { ...common, title: 'Streets', kind: 'tiles', url: `${url}{z}/{x}/{y}.png`, file: null },
      { ...common, title: 'Vector', kind: 'archive', url: `${url}vector.pmtiles`, file: null },
      { ...common, title: 'Images', kind: 'archive', url: '', file: imageArchive },
    ],
  };
}
