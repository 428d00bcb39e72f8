import { readFile, writeFile } from 'node:fs/promises';

import { socialCardPath } from '../../core/storage/format/layout.ts';
import { findChromium, launchChromium } from '../support/find-chromium.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * Draws the preview image that social media show with a link to the site, from the outline of the coast in the
 * explorer's page, and writes it to public/. Run `node --import tsx tests/run/draw-social-card.ts` when the design
 * changes.
 */
const page = await readFile(fromRoot('app/index.html'), 'utf8');
const [, outline = ''] = /id="outline"[^>]*\sd="([^"]+)"/.exec(page) ?? [];
if (outline === '')
  throw new Error('app/index.html has no path with the id "outline" and a d attribute: adapt the pattern above');

const textElement = (x: number, y: number, size: number, weight: number, colour: string, text: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${text}</text>`;
const card = `<!doctype html><style>body{margin:0}</style>
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="system-ui, 'DejaVu Sans', sans-serif">
  <rect width="1200" height="630" fill="#dcebf2"/>
  <svg x="560" y="0" width="640" height="630" viewBox="1100 1925 200 266" preserveAspectRatio="xMidYMid slice">
    <g vector-effect="non-scaling-stroke" stroke-linejoin="round">
      <path d="${outline}" fill="none" stroke="#c3ddea" stroke-width="9"/>
      <path d="${outline}" fill="#f2e7c9" stroke="#6e5f41" stroke-width="0.8"/>
    </g>
  </svg>
  <g stroke="#fbfaf6" stroke-width="3">
    <circle cx="700" cy="330" r="13" fill="#a0145a"/><rect x="686" y="410" width="24" height="24" fill="#0a5876"/>
    <path d="M735 505l15 26h-30z" fill="#9a4a06"/>
  </g>
  ${textElement(72, 250, 80, 700, '#13242d', 'Coastwatch')}
  ${textElement(72, 318, 34, 400, '#13242d', 'Shark records and places of the')}
  ${textElement(72, 362, 34, 400, '#13242d', 'Western Australian coast')}
  ${textElement(72, 440, 26, 400, '#4a5b63', 'Historical records, not live warnings.')}
</svg>`;
const browser = await launchChromium(await findChromium());
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await tab.setContent(card);
  await writeFile(fromRoot(`public/${socialCardPath}`), await tab.screenshot());
} finally {
  await browser.close();
}
