import { mkdir, readFile, writeFile } from 'node:fs/promises';

import { socialCardPath } from '../../core/storage/format/layout.ts';
import { findChromium, launchChromium } from '../support/find-chromium.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * Draws the pictures in public/: the icons of the installed explorer, from public/icon.svg, and the preview image that
 * social media show with a link to the site, from the outline of the coast in the explorer's page. Run
 * `node --import tsx tests/run/draw-pictures.ts` when the icon or the design changes.
 */
const icon = await readFile(fromRoot('public/icon.svg'), 'utf8');
const [background, ground = ''] = /<rect[^>]*fill="(#[0-9A-Fa-f]{6})"[^>]*\/>/.exec(icon) ?? [];
if (background === undefined) throw new Error('public/icon.svg has no filled background: adapt the pattern above');

/** Devices cut these icons to their own shape. Everything within 40 % of the middle remains visible. */
const shareOfMaskable = 0.75;
const drawing = icon.replace(background, '');
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/>
<g transform="translate(16 16) scale(${shareOfMaskable}) translate(-16 -16)">${drawing}</g></svg>`;

const icons: readonly (readonly [name: string, svg: string, sizeInPixels: number])[] = [
  ['icon-192', icon, 192],
  ['icon-512', icon, 512],
  ['maskable-192', maskable, 192],
  ['maskable-512', maskable, 512],
  // iOS rounds the corners itself, and shows transparent corners in black.
  ['apple-touch-icon', maskable.replace(`scale(${shareOfMaskable})`, 'scale(0.9)'), 180],
];

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

await mkdir(fromRoot('public/icons'), { recursive: true });
const browser = await launchChromium(await findChromium());
const draw = async (path: string, width: number, height: number, content: string): Promise<void> => {
  const tab = await browser.newPage({ viewport: { width, height } });
  await tab.setContent(content);
  await writeFile(fromRoot(path), await tab.screenshot({ omitBackground: true }));
  await tab.close();
};
try {
  const style = '<style>body{margin:0;background:transparent}svg{display:block;width:100vw}</style>';
  for (const [name, svg, size] of icons) await draw(`public/icons/${name}.png`, size, size, style + svg);
  await draw(`sites/western-australia/${socialCardPath}`, 1200, 630, card);
} finally {
  await browser.close();
}
