import { type ReactNode, useEffect, useRef } from 'react';

import { BackToListButton } from '../components/BackToListButton.tsx';
import { useSession } from '../session/use-session.ts';
import { returnToList } from '../view/view-history.ts';
import { TitleText } from './TitleText.tsx';
import { longTitle, type Title } from './titles.ts';

export const titleId = 'details-title';

export interface DetailsHeadProps {
  readonly title: Title;
  /** What the details are of: when it changes, they have opened. */
  readonly subject: string;
  /** Before and after in the list. */
  readonly steps?: ReactNode;
  readonly children?: ReactNode;
}

/** The way back, the title, which takes the focus as details open, and the ways on. */
export function DetailsHead({ title, subject, steps, children }: DetailsHeadProps) {
  const { view } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Whoever goes through the list one by one keeps the focus on that button.
    if (!bar.current?.contains(document.activeElement)) heading.current?.focus();
  }, [subject]);

  return (
    <header className="details-head">
      <div className="details-bar" ref={bar}>
        <BackToListButton
          onPress={() => {
            returnToList(view);
          }}
        />
        {steps}
      </div>
      <h2 ref={heading} id={titleId} tabIndex={-1} className="details-title" title={longTitle(title)}>
        <TitleText title={title} />
      </h2>
      {children}
    </header>
  );
}
