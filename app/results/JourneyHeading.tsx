import { focusCount } from '../components/focus-count.ts';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { tagCaution } from '../vocabulary/filter-texts.ts';
import { omittedStopsInWords, stopsInWords, visitsInWords } from '../vocabulary/journey-texts.ts';
import { capitalise } from '../vocabulary/text.ts';
import { speciesInSentence } from '../vocabulary/value-names.ts';
import { site } from '../vocabulary/site.ts';

/** Above the list of a tag: for which sharks it is recorded, how often, where and when, and what it does not say. */
export function JourneyHeading({ tag }: { readonly tag: string }) {
  const { engine } = useExplorer();
  const filters = useView((view) => view.filters);
  const changeFilters = useView((view) => view.changeFilters);
  const journey = useEngineQuery(`journey ${JSON.stringify(filters)}`, () => engine.journey(filters));
  if (journey.state !== 'ready') return null;
  const { sharks } = journey.value;
  const [shark, ...others] = sharks;
  return (
    <section className="results-journey close-lines stack gap-4 small figure" aria-label={`Journey of tag ${tag}`}>
      {shark && others.length === 0 ? (
        <h2 className="label">
          Tag {tag}, <bdi>{speciesInSentence(shark.species)}</bdi>: {visitsInWords(shark)}
        </h2>
      ) : (
        <h2 className="label">
          Tag {tag}
          {shark && `: recorded as ${sharks.length} species, perhaps ${sharks.length} ${site.subject.many}`}
        </h2>
      )}
      {others.length > 0 &&
        sharks.map((each) => (
          <p key={each.species}>
            {capitalise(stopsInWords(each))}, <bdi>{speciesInSentence(each.species)}</bdi>: {visitsInWords(each)}
          </p>
        ))}
      <p className="muted">
        {tagCaution} {omittedStopsInWords(sharks)}{' '}
        <button
          type="button"
          className="results-journey-end bare"
          onClick={() => {
            changeFilters({ tag: null });
            focusCount();
          }}
        >
          Close the journey
        </button>
      </p>
    </section>
  );
}
