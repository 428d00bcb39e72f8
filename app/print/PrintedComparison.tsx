import { Bars, extremesInWords, highestBar, months as monthCategories } from '../charts/StackedBars.tsx';
import { highestMonth, ListeningBars, ListeningKey } from '../charts/ListeningChart.tsx';
import { SpeciesTables } from '../charts/SpeciesCharts.tsx';
import { monthsOfYear } from '../engine/engine.ts';
import { allVisitsOf, type ComparedPlace, summarySentences } from '../explorer/summaries.ts';
import type { Units } from '../vocabulary/distances.ts';
import type { Mark } from '../../core/datasets/kinds.ts';
import { andReceivers, listeningInWords } from '../vocabulary/listening.ts';
import { higherNumbersInWords, visitInWords } from '../vocabulary/observation-sentences.ts';
import { capitalise } from '../vocabulary/text.ts';
import { mainCountsTitle } from '../vocabulary/site-words.ts';

interface PrintedComparisonProps {
  readonly places: readonly ComparedPlace[];
  readonly units: Units;
  readonly fillOf: (mark: Mark) => string;
}

/** The same facts about each place in columns, with one scale for all places. */
export function PrintedComparison({ places, units, fillOf }: PrintedComparisonProps) {
  const months = places.map(({ summary }) => monthsOfYear(summary.histogram));
  const mostByMonth = Math.max(...months.map((counts) => highestBar(monthCategories, counts)));
  const most = Math.max(...places.map(({ summary }) => highestMonth(summary.histogram)));
  const heads = places.map(({ before, name }, index) => (
    <span key={index}>
      {before}
      <bdi>{name}</bdi>
    </span>
  ));
  const listening = places[0]?.summary.listening;
  const common = { fillOf, plot: { width: 330, height: 66 } };
  return (
    <>
      <div className="print-columns">
        {places.map(({ summary }, index) => (
          <section key={index}>
            <h2>{heads[index]}</h2>
            <p>{capitalise(summarySentences(summary, units).join(' '))}</p>
          </section>
        ))}
      </div>
      <p className="print-notes">
        {higherNumbersInWords} {visitInWords} Charts next to each other have the same scale.
      </p>
      <div className="print-compared">
        <div className="print-charts">
          <section>
            <h2>{mainCountsTitle} by month of the year</h2>
            <div className="print-columns print-months">
              {months.map((counts, index) => (
                <Bars
                  key={index}
                  categories={monthCategories}
                  counts={counts}
                  label={extremesInWords(monthCategories, counts, 'month')}
                  most={mostByMonth}
                  isNumbered
                  {...common}
                />
              ))}
            </div>
          </section>
          <section>
            <h2>{`${mainCountsTitle} by month${listening ? andReceivers(listening) : ''}`}</h2>
            <div className="print-columns">
              {places.map(({ summary }, index) => (
                <div key={index} className="print-months">
                  <ListeningBars histogram={summary.histogram} listening={summary.listening} most={most} {...common} />
                  <p className="print-notes">
                    {listeningInWords(summary.listening, allVisitsOf(summary), units).join(' ')}
                  </p>
                </div>
              ))}
            </div>
            {listening ? <ListeningKey listening={listening} /> : null}
          </section>
        </div>
        <div className="print-columns print-species">
          <SpeciesTables heads={heads} places={places.map(({ summary }) => summary)} />
        </div>
      </div>
    </>
  );
}
