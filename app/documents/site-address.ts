/** The address of the site's root, ending in a slash: each page says in how many folders it stands. */
export function siteUrlOf(page: Document): string {
  const root = page.querySelector<HTMLElement>('[data-root]')?.dataset['root'] ?? './';
  return new URL(root, page.baseURI).href;
}

/** Puts the address under which the site is being read into the examples: the build may not have known it. */
export function nameThisSite(page: Document, siteUrl: string): void {
  for (const place of page.querySelectorAll('.site-address')) place.textContent = siteUrl;
  for (const note of page.querySelectorAll<HTMLElement>('.address-note')) note.hidden = true;
}
