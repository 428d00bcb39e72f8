import type { ReactNode } from 'react';

import { addCount } from '../../core/collections/add-count.ts';
import type { FacetValue } from '../engine/engine.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import type { Observations } from '../vocabulary/observation-sentences.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { CountsTable } from './CountsTable.tsx';
import { site } from '../vocabulary/site.ts';
import { hasReceivers, hasReports, taggedSubject } from '../vocabulary/site-words.ts';
import { capitalise } from '../vocabulary/text.ts';
import './charts.css';

/** A longer name is cut off after a few lines, and its tooltip shows the whole name. */
const longNameLength = 80;

/** The number of sharks of each species: see `speciesAmong`, the most frequent first, with bars. */
export function SpeciesBars({ species }: { readonly species: readonly FacetValue[] }) {
  const most = Math.max(1, ...species.map(({ count }) => count));
  return (
    <ul className="species-bars stack gap-4 label">
      {species.map(({ key, count }) => {
        const name = speciesName(key);
        return (
          <li key={key}>
            <span className="clamped" title={name.length > longNameLength ? name : undefined}>
              <bdi>{name}</bdi>
            </span>
            <span className="figure">{formatCount(count)}</span>
            <span className="species-bars-bar" style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
          </li>
        );
      })}
    </ul>
  );
}

type SpeciesCounts = Observations['speciesSighted'];

interface SpeciesRow {
  readonly name: string;
  /** One for each place. */
  readonly counts: readonly number[];
}

/** A row for each species of any place, the most frequent first. Species that are not known are one row, the last. */
export function speciesRows(places: readonly SpeciesCounts[]): readonly SpeciesRow[] {
  const unidentified = 'Not identified';
  const totals = places.map((species) => {
    const byName = new Map<string, number>();
    for (const { key, count, isUnidentified } of species) {
      addCount(byName, isUnidentified ? unidentified : speciesName(key), count);
    }
    return byName;
  });
  const names = [...new Set(totals.flatMap((byName) => [...byName.keys()]))];
  const sumOf = ({ counts }: SpeciesRow): number => counts.reduce((sum, count) => sum + count, 0);
  return names
    .map((name) => ({ name, counts: totals.map((byName) => byName.get(name) ?? 0) }))
    .sort((a, b) => {
      if (a.name === unidentified || b.name === unidentified) return a.name === unidentified ? 1 : -1;
      return sumOf(b) - sumOf(a) || (a.name < b.name ? -1 : 1);
    });
}

interface SpeciesTablesProps {
  /** The head of the column of each place. */
  readonly heads: readonly ReactNode[];
  readonly places: readonly Pick<Observations, 'speciesSighted' | 'speciesOfSharks'>[];
}

/** The species of the sightings, and those of the tagged sharks, at several places. */
export function SpeciesTables({ heads, places }: SpeciesTablesProps) {
  const tables = [
    ...(hasReports
      ? [
          {
            caption: site.marks.sighting.labelOfMany,
            species: places.map((each) => each.speciesSighted),
            isTagged: false,
          },
        ]
      : []),
    ...(hasReceivers
      ? [
          {
            caption: capitalise(taggedSubject.many),
            species: places.map((each) => each.speciesOfSharks),
            isTagged: true,
          },
        ]
      : []),
  ];
  return tables.map(({ caption, species, isTagged }) => {
    // Without detections, no receiver is known to have listened: that says nothing about tagged animals.
    const cellOf = (count: number, place: number) => (isTagged && species[place]?.length === 0 ? '–' : count);
    const rows = speciesRows(species).map(
      ({ name, counts }) => [<bdi key={name}>{name}</bdi>, ...counts.map(cellOf)] as const,
    );
    return (
      <CountsTable
        key={caption}
        className="species-table"
        caption={caption}
        heads={['Species', ...heads]}
        rows={rows.length > 0 ? rows : [['Nothing recorded', ...heads.map((_, place) => cellOf(0, place))]]}
      />
    );
  });
}
