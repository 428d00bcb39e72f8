import { useLayoutEffect, useRef } from 'react';

import type { QueryCounts } from './explorer-state.ts';
import { useExplorer } from './use-explorer.ts';

interface CountTextProps {
  readonly className?: string;
  /** Returns null to leave the shown text unchanged. */
  readonly text: (counts: QueryCounts) => string | null;
}

/**
 * A text that is updated with the counts in every frame of a drag. It is written without React, because a render would
 * restart the interrupted render of the results.
 */
export function CountText({ className, text }: CountTextProps) {
  const { queryState } = useExplorer();
  const element = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const write = (counts: QueryCounts | null): void => {
      const next = counts && text(counts);
      if (!element.current || next === null) return;
      const { firstChild } = element.current;
      // Reuses the text node: a new one would be laid out as a new box. A translator may have replaced it by an element.
      if (firstChild instanceof Text) firstChild.nodeValue = next;
      else element.current.textContent = next;
    };
    write(queryState.getState().counts);
    return queryState.subscribe(({ counts }, before) => {
      if (counts !== before.counts) write(counts);
    });
  });

  return <span ref={element} className={className} />;
}
