import { useState } from 'react';

/** A link to a page with live warnings, which a build with `--warnings-url` writes into the page. */
export function WarningsLink() {
  const [url] = useState(
    () => document.querySelector<HTMLMetaElement>('meta[name="coastwatch-warnings"]')?.content ?? '',
  );
  return url === '' ? null : (
    <a href={url} target="_blank" rel="noopener">
      Live warnings
    </a>
  );
}
