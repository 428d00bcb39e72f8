import { useEffect, useId, useRef } from 'react';

import { Button } from '../../components/buttons.tsx';
import { MarkIcon } from '../../components/Icon.tsx';
import { recordLabel } from '../../vocabulary/titles.ts';
import { countOf, formatCount } from '../../vocabulary/numbers.ts';
import { featureTypeInSentence } from '../../vocabulary/value-names.ts';
import type { Target } from '../scene/hit-test.ts';
import { mainCountsTitle } from '../../vocabulary/site-words.ts';

/** The marks and places at the crosshair, as buttons. The list closes on Escape and when it loses the focus. */
export function CrosshairList({
  targets,
  onChoose,
  onSearch,
  onClose,
}: {
  readonly targets: readonly Target[];
  readonly onChoose: (target: Target) => void;
  readonly onSearch: () => void;
  readonly onClose: (shouldReturnFocus: boolean) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    list.current?.querySelector('button')?.focus();
  }, []);

  return (
    <div
      ref={list}
      className="map-here floating stack label"
      role="dialog"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose(false);
      }}
    >
      <h3 id={titleId}>At the crosshair</h3>
      <ul className="stack gap-4">
        {targets.map((target, index) => (
          <li key={index}>
            <Button
              className="full-width"
              onClick={() => {
                onChoose(target);
              }}
            >
              <TargetName target={target} />
            </Button>
          </li>
        ))}
        <li>
          <Button className="full-width" onClick={onSearch}>
            {mainCountsTitle} around this point
          </Button>
        </li>
      </ul>
    </div>
  );
}

/** Describes a hit target in a few words. */
export function TargetName({ target: { item } }: { readonly target: Target }) {
  if (item.kind === 'place') {
    return (
      <span>
        <bdi>{item.place.name}</bdi>, <bdi>{featureTypeInSentence(item.place.featureType)}</bdi>
      </span>
    );
  }
  const { mark, observations, locations, onlyRecord } = item.mark;
  return (
    <>
      <MarkIcon mark={mark} />
      {locations > 1
        ? `${countOf(observations, 'observation')} at ${formatCount(locations)} points`
        : onlyRecord === null
          ? `${countOf(observations, 'observation')} at one point`
          : // A mark does not say whether its record has a tag.
            recordLabel({ mark })}
    </>
  );
}
