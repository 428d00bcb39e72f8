import { type RefObject, useEffect } from 'react';

import { untilIdle } from '../components/task-scheduling.ts';
import { useExplorer } from '../explorer/use-explorer.ts';

/**
 * Requests the details of records when the page is idle after an element has become visible. On a phone, the list may
 * never be, and its details are a tenth of the data of a visit.
 */
export function useDetailsWhenVisible(element: RefObject<Element | null>): void {
  const explorer = useExplorer();
  useEffect(() => {
    if (!element.current || typeof IntersectionObserver === 'undefined') return;
    let isMounted = true;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting, intersectionRect }) => isIntersecting && intersectionRect.height > 0))
        return;
      observer.disconnect();
      void untilIdle().then(() => {
        if (isMounted) explorer.requestDetails();
      });
    });
    observer.observe(element.current);
    return () => {
      isMounted = false;
      observer.disconnect();
    };
  }, [explorer, element]);
}
