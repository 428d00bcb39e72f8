import { mkdir, readFile, writeFile } from 'node:fs/promises';

import { findChromium, launchChromium } from '../support/find-chromium.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * Draws the icons of the installed explorer from public/icon.svg, and writes them to public/icons/. Run
 * `node --import tsx tests/run/draw-icons.ts` when the icon changes.
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

await mkdir(fromRoot('public/icons'), { recursive: true });
const browser = await launchChromium(await findChromium());
try {
  for (const [name, svg, size] of icons) {
    const tab = await browser.newPage({ viewport: { width: size, height: size } });
    await tab.setContent(`<style>body{margin:0;background:transparent}svg{display:block;width:100vw}</style>${svg}`);
    await writeFile(fromRoot(`public/icons/${name}.png`), await tab.screenshot({ omitBackground: true }));
    await tab.close();
  }
} finally {
  await browser.close();
}
