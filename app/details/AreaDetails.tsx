import { useEffect } from 'react';

import type { Summary } from '../engine/engine.ts';
import { useSession } from '../session/use-session.ts';
import { fitArea } from '../view/fit-positions.ts';
import { missingTitles } from '../vocabulary/titles.ts';
import { mapSizeNow } from '../view/search-around.ts';
import { DetailsFrame } from './DetailsFrame.tsx';
import { SummarySections } from './SummarySections.tsx';
import { useEngineQuery } from '../session/use-async.ts';

/** A council area: the summary of the records whose nearest coastal feature is in it. */
export function AreaDetails({ name }: { readonly name: string }) {
  const { engine } = useSession();
  const subject = `area ${name}`;
  const result = useEngineQuery(subject, () => engine.summarise({ council: name }));
  return (
    <DetailsFrame
      subject={subject}
      result={result}
      loadingTitle={name}
      notFound={{
        title: missingTitles.area,
        text: `No coastal feature in this data is in a council area named “${name}”. The address may be mistyped.`,
      }}
      getTitle={() => ({ published: name, rest: '' })}
      renderLead={() => 'Council area'}
    >
      {(summary) => <AreaBody name={name} first={summary} />}
    </DetailsFrame>
  );
}

function AreaBody({ name, first }: { readonly name: string; readonly first: Summary }) {
  const { view } = useSession();
  const { box } = first;

  useEffect(() => {
    if (!box) return;
    const { widthInPixels: x, heightInPixels: y } = mapSizeNow();
    view.getState().moveMap(fitArea(box, { x, y }));
  }, [view, box]);

  return <SummarySections scope={{ council: name }} initial={first} name={<bdi>{name}</bdi>} />;
}
