import { type ReactNode, useEffect, useRef } from 'react';

import { BackToListButton, Button } from '../components/buttons.tsx';
import { useQueryState, useExplorer, useView } from '../explorer/use-explorer.ts';
import { returnToList } from '../view/view-history.ts';
import { hasFilters } from '../view/view-state.ts';
import { plainText } from '../vocabulary/text.ts';
import type { Title } from '../vocabulary/titles.ts';
import type { AsyncResult } from '../explorer/use-engine-query.ts';

interface DetailsFrameProps<Value> {
  /** Identifies the item shown; a change remounts the body. */
  readonly subject: string;
  readonly result: AsyncResult<Value | null>;
  /** Title while loading. */
  readonly loadingTitle: string;
  readonly notFound: NotFoundText;
  /** Links to the previous and next item of the list. */
  readonly steps?: ReactNode;
  readonly getTitle: (value: Value) => Title;
  readonly renderLead: (value: Value) => ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/**
 * Head and body of the details, while loading and afterwards. The head stays mounted from one record to the next, so
 * that its buttons keep the focus.
 */
export function DetailsFrame<Value>(props: DetailsFrameProps<Value>) {
  const { subject, result, loadingTitle, notFound, steps, getTitle, renderLead, children } = props;
  const value = result.state === 'ready' ? result.value : null;
  const isMissing = result.state === 'ready' && value === null;
  const title = value !== null ? getTitle(value) : { published: '', rest: isMissing ? notFound.title : loadingTitle };
  return (
    <>
      <DetailsHead title={title} subject={subject} steps={steps}>
        {value === null ? null : <p className="details-lead figure row label muted">{renderLead(value)}</p>}
      </DetailsHead>
      <div className="details-body stack" key={subject}>
        {value !== null ? (
          children(value)
        ) : isMissing ? (
          <NotFoundNote text={notFound} />
        ) : (
          <LoadingNote failure={result.state === 'failed' ? result.message : null} />
        )}
      </div>
    </>
  );
}

const titleId = 'details-title';

interface DetailsHeadProps {
  readonly title: Title;
  /** Identifies the item shown; when it changes, the title receives the focus. */
  readonly subject: string;
  /** Links to the previous and next item of the list. */
  readonly steps?: ReactNode;
  readonly children?: ReactNode;
}

/** The back button, the links to neighbours in the list, and the title, which receives the focus when details open. */
function DetailsHead({ title, subject, steps, children }: DetailsHeadProps) {
  const { view } = useExplorer();
  const heading = useRef<HTMLHeadingElement>(null);
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A page that was just opened leaves the focus at its start, before the skip link. While the user steps through the
    // list, the focus remains on the link.
    const wasUsed = !('userActivation' in navigator) || navigator.userActivation.hasBeenActive;
    if (wasUsed && !bar.current?.contains(document.activeElement)) {
      heading.current?.focus();
    }
  }, [subject]);

  return (
    <header className="details-head ruled">
      <div className="details-bar row wrap apart gap-0" ref={bar}>
        <BackToListButton
          onPress={() => {
            returnToList(view);
          }}
        />
        {steps}
      </div>
      <h2 ref={heading} id={titleId} tabIndex={-1} className="details-title clamped" title={longTitle(title)}>
        <TitleText title={title} />
      </h2>
      {children}
    </header>
  );
}

interface NotFoundText {
  readonly title: string;
  readonly text: string;
  /** Whether the filters may exclude the item. */
  readonly mayBeFiltered?: boolean;
}

/** Shown when the item in the address does not exist. */
function NotFoundNote({ text: { text, mayBeFiltered } }: { readonly text: NotFoundText }) {
  const { view } = useExplorer();
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  return (
    <>
      <p>{text}</p>
      {mayBeFiltered && isFiltered ? (
        <p>
          <Button
            onClick={() => {
              view.getState().clearFilters();
              // The button disappears, so the focus moves to the title.
              document.getElementById(titleId)?.focus();
            }}
          >
            Clear filters
          </Button>
        </p>
      ) : null}
    </>
  );
}

/** A placeholder while the data loads, or the reason why it could not be loaded. */
function LoadingNote({ failure }: { readonly failure: string | null }) {
  const explorer = useExplorer();
  const loadingFailure = useQueryState(({ loading }) => (loading.state === 'failed' ? loading.message : null));
  const message = failure ?? loadingFailure;
  if (message !== null) {
    return (
      <div className="stack at-start" role="alert">
        <p>The records could not be loaded. {message}</p>
        <p>The map of the coast and the help still work.</p>
        <Button
          onClick={() => {
            document.getElementById(titleId)?.focus();
            void explorer.load();
          }}
        >
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div aria-busy="true" className="details-loading">
      <p className="visually-hidden">Loading</p>
      <div className="details-skeleton skeleton" aria-hidden="true" />
      <div className="details-skeleton skeleton" aria-hidden="true" />
      <div className="details-skeleton skeleton" aria-hidden="true" />
    </div>
  );
}

const maxShortTitleLength = 60;

/** The full text of a title that may be truncated on the screen, for a `title` attribute; undefined for a short one. */
export function longTitle({ published, rest }: Title): string | undefined {
  const whole = plainText(published + rest);
  return whole.length > maxShortTitleLength ? whole : undefined;
}

/** Isolates the published part, so that it cannot change the direction of the text after it. */
export function TitleText({ title: { published, rest } }: { readonly title: Title }) {
  return (
    <>
      {published === '' ? null : <bdi>{published}</bdi>}
      {rest}
    </>
  );
}
