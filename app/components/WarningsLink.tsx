import { useState } from 'react';

/** What a build wrote into a `<meta>` element of the page; '' if nothing. */
export function useMetaContent(name: string): string {
  const [content] = useState(() => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '');
  return content;
}

/** A link to a page with live warnings, which a build with `--warnings-url` writes into the page. */
export function WarningsLink() {
  const url = useMetaContent('coastwatch-warnings');
  return url === '' ? null : (
    <a href={url} target="_blank" rel="noopener">
      Live warnings
    </a>
  );
}
