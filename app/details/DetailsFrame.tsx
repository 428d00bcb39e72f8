import type { ReactNode } from 'react';

import type { Asked } from './use-asked.ts';
import { DetailsHead } from './DetailsHead.tsx';
import type { Title } from './titles.ts';
import { MissingNote, type MissingWords } from './MissingNote.tsx';
import { WaitingNote } from './WaitingNote.tsx';

export interface DetailsFrameProps<Value> {
  /** What the details are of: when it changes, they open anew. */
  readonly subject: string;
  readonly asked: Asked<Value | null>;
  /** The title until it is known. */
  readonly waitingTitle: string;
  readonly missing: MissingWords;
  /** Before and after in the list. */
  readonly steps?: ReactNode;
  readonly titleOf: (value: Value) => Title;
  readonly leadOf: (value: Value) => ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/**
 * Head and body of details, whether they are known yet or not. The head stays in place from one record to the next, so
 * that its buttons keep the focus.
 */
export function DetailsFrame<Value>(props: DetailsFrameProps<Value>) {
  const { subject, asked, waitingTitle, missing, steps, titleOf, leadOf, children } = props;
  const value = asked.state === 'answered' ? asked.value : null;
  const isMissing = asked.state === 'answered' && value === null;
  const title = value !== null ? titleOf(value) : { published: '', rest: isMissing ? missing.title : waitingTitle };
  return (
    <>
      <DetailsHead title={title} subject={subject} steps={steps}>
        {value === null ? null : <p className="details-lead figure">{leadOf(value)}</p>}
      </DetailsHead>
      <div className="details-body" key={subject}>
        {value !== null ? (
          children(value)
        ) : isMissing ? (
          <MissingNote words={missing} />
        ) : (
          <WaitingNote failure={asked.state === 'failed' ? asked.message : null} />
        )}
      </div>
    </>
  );
}
