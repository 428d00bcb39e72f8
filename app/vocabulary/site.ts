import type { Site } from '../../core/datasets/site.ts';

/** The id of the element of a page that contains its site, as JSON. */
export const siteElementId = 'site';

/** The site as JSON. A page passes it on as the name of its workers, which have no document. */
export const siteText: string =
  globalThis.document?.getElementById(siteElementId)?.textContent ?? (globalThis as { name?: string }).name ?? '';

/** The words and the region of the site that this page, or the page of this worker, belongs to. */
export const site = JSON.parse(siteText) as Site;
