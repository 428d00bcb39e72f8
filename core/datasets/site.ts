import type { DegreeBox } from './dataset-description.ts';
import type { Kind, KindRules, Mark } from './kinds.ts';
import type { TimeRule } from './recorded-time.ts';

/** A countable noun. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** A species as it is published, compared by `keyOfText`. */
export interface SpeciesName {
  readonly value: string;
  /** As a title, such as "White shark". */
  readonly name: string;
  /** What people also type in the search box. */
  readonly otherNames?: readonly string[];
}

/**
 * The words and the region of a site: the part of its site file that pages, the explorer and the API use. No other code
 * names a region or an animal. docs/sites.md explains the file for publishers.
 */
export interface Site {
  /** The name of the service. */
  readonly title: string;
  /** A BCP 47 tag, such as en-AU. */
  readonly language: string;
  /** One sentence below the title. */
  readonly tagline: string;
  /** What the records are about, in lower case. */
  readonly subject: Noun;
  readonly region: {
    /** As in "the coast of Western Australia". */
    readonly name: string;
    /** As in "the Western Australian coast". */
    readonly adjective: string;
    /** As in "the WA coast". */
    readonly shortName: string;
    /** What people write after the name of a town, besides the names above. */
    readonly otherNames: readonly string[];
    /** Positions outside are probably wrong. */
    readonly box: DegreeBox;
  };
  /** The area that the first view shows. */
  readonly landingBox: DegreeBox;
  /** The names of the local time in which the explorer shows all times. */
  readonly time: {
    /** As in "10:35 WA time". */
    readonly shortName: string;
    /** As in "on a day in Western Australian time". */
    readonly name: string;
    /** Follows a time that was converted from UTC. */
    readonly convertedMark: string;
  };
  /** By kind: the label of its filter, and the text after the species: "White shark, detected". */
  readonly kinds: Readonly<Record<Kind, { readonly label: string; readonly verb: string }>>;
  /** By mark: the label of one record in a legend, of many, and the noun for counts. Detections count as visits. */
  readonly marks: Readonly<Record<Mark, Noun & { readonly label: string; readonly labelOfMany: string }>>;
  readonly species: readonly SpeciesName[];
  /** The names of owners of records, by the key of the published value. */
  readonly owners: Readonly<Record<string, string>>;
  /** The names of types of places, by the key of the published value. */
  readonly featureTypes: Readonly<Record<string, string>>;
  /** The best-known places, whose names the map shows first. */
  readonly places: {
    readonly towns: readonly string[];
    readonly suburbs: readonly string[];
    readonly others: readonly string[];
    /** What people write instead of a word in the name of a place. */
    readonly nicknames: Readonly<Record<string, string>>;
  };
}

/** How records of a site are read: with the data, these decide the results of the API and the explorer. */
export interface SiteRules extends KindRules {
  readonly times: TimeRule;
}
