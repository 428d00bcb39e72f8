import { expect, it } from 'vitest';

import { siteOf } from '../site/site-file.ts';
import { site as siteFile } from '../site/testing/default-site.ts';
import { fillSiteWords } from './fill-site-words.ts';

const hostile = `</script><b>"'\`\${x}\\{{title}}`;
const defaultSite = siteOf(siteFile);
const site = { ...defaultSite, title: hostile };

it('words of the site are filled in by their path, and with a capital first letter', () => {
  const page = '<h1>{{Subject.one}} records of {{region.name}}: newest {{mainRecords}}</h1>';
  expect(fillSiteWords(page, defaultSite, 'html')).toBe(
    '<h1>Shark records of Western Australia: newest sightings and detections</h1>',
  );
  const withoutReports = { ...defaultSite, mainMarks: ['detection'] } as const;
  expect(fillSiteWords('{{mainRecords}}', withoutReports, 'html')).toBe('detections');
});

it('words with special characters are only text in a page, and the whole site is JSON in a script element', () => {
  const filled = fillSiteWords('<title>{{title}}</title><script>{{site}}</script>', site, 'html');
  const [, title = '', json = ''] = /^<title>([^<"']*)<\/title><script>([^<]*)<\/script>$/.exec(filled) ?? [];
  expect(title).toBe(hostile.replace('</script><b>"\'', '&lt;/script&gt;&lt;b&gt;&quot;&#39;'));
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(site)));
});

it.each(['"', "'", '`'])('words with special characters are only text in a string between %s', (quote) => {
  const filled = fillSiteWords(`${quote}{{title}}${quote}`, site, 'script');
  expect(filled.slice(1, -1)).not.toMatch(/(?<!\\)["'`]|\$\{|</);
  if (quote === '"') expect(JSON.parse(filled)).toBe(hostile);
});

it.each(['{{unknown}}', '{{region}}', '{{region.box.west}}', '{{constructor.name}}', '{{ title }}', '{{title'])(
  'the placeholder %s is refused',
  (placeholder) => {
    expect(() => fillSiteWords(`<p>${placeholder}</p>`, defaultSite, 'html')).toThrow(/placeholder/);
  },
);
