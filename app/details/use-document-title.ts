import { useEffect } from 'react';

import { plainText } from '../vocabulary/text.ts';

/** Sets the title of the page, for the browser's history and for sharing, while the component is mounted. */
export function useDocumentTitle(subject: string | null): void {
  useEffect(() => {
    if (subject === null) return;
    const before = document.title;
    document.title = `${plainText(subject)} – Coastwatch`;
    return () => {
      document.title = before;
    };
  }, [subject]);
}
