import type { ReactNode } from 'react';

import { isUnidentified } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import type { Observations } from '../vocabulary/observation-sentences.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import './counts-table.css';

type SpeciesCounts = Observations['speciesSighted'];

interface SpeciesRow {
  readonly name: string;
  /** One for each place. */
  readonly counts: readonly number[];
}

/** A row for each species of any place, the most frequent first. Species that are not known are one row, the last. */
export function speciesRows(places: readonly SpeciesCounts[]): readonly SpeciesRow[] {
  const unidentified = 'Not identified';
  const nameOf = (key: string): string => (isUnidentified(key) ? unidentified : speciesName(key));
  const totals = places.map((species) => {
    const byName = new Map<string, number>();
    for (const { key, count } of species) byName.set(nameOf(key), (byName.get(nameOf(key)) ?? 0) + count);
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
  return (
    <>
      <SpeciesTable caption="Sightings" heads={heads} places={places.map((each) => each.speciesSighted)} />
      <SpeciesTable caption="Tagged sharks" heads={heads} places={places.map((each) => each.speciesOfSharks)} />
    </>
  );
}

interface SpeciesTableProps {
  readonly caption: string;
  readonly heads: readonly ReactNode[];
  readonly places: readonly SpeciesCounts[];
}

/** The numbers of each species at several places. */
function SpeciesTable({ caption, heads, places }: SpeciesTableProps) {
  const rows = speciesRows(places);
  return (
    <table className="counts-table species-table full-width figure">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Species</th>
          {heads.map((head, index) => (
            <th key={index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {counts.map((count, index) => (
              <td key={index}>{formatCount(count)}</td>
            ))}
          </tr>
        ))}
        {rows.length === 0 ? (
          <tr>
            <th scope="row">None</th>
            {heads.map((_, index) => (
              <td key={index}>0</td>
            ))}
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
