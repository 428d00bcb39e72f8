import { startTransition, useEffect, useState, type ReactNode } from 'react';

export interface LaterProps {
  readonly meanwhile: ReactNode;
  readonly children: ReactNode;
}

/**
 * Renders its children once everything around them stands, in tasks of their own: what is large comes onto the page part
 * by part, and a press in between is heard.
 */
export function Later({ meanwhile, children }: LaterProps) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    startTransition(() => {
      setIsTime(true);
    });
  }, []);
  return isTime ? children : meanwhile;
}
