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
  /** Within a sentence, if that is not the name with a small first letter: "Atlantic sturgeon". */
  readonly inSentence?: string | undefined;
  /** What people also type in the search box, and the scientific name. */
  readonly otherNames?: readonly string[] | undefined;
}

export interface KindWords {
  /** The label of its filter. */
  readonly label: string;
  /** The text after the species: "White shark, detected". */
  readonly verb: string;
  /** What people also type in the search box. */
  readonly otherNames?: readonly string[] | undefined;
  /** What its mark marks, below the filter: "whale carcasses and objects". */
  readonly note?: string | undefined;
}

/** As a noun, in counts. Detections count as visits. */
export interface MarkWords extends Noun {
  /** Of one record in a legend. */
  readonly label: string;
  /** Of many in a legend. */
  readonly labelOfMany: string;
  /** In the legend of a small map: one word. */
  readonly shortLabel: string;
}

export type MainMark = Extract<Mark, 'sighting' | 'detection'>;

/**
 * The site document: the words and the region of a site, which are the published part of its site file. Pages, the
 * explorer and the API use it. No other code names a region or an animal. docs/sites.md explains the file for publishers.
 */
export interface Site {
  /** The name of the service. */
  readonly title: string;
  /** A BCP 47 tag, such as en-AU. */
  readonly language: string;
  /** One sentence below the title. */
  readonly tagline: string;
  /** One sentence for search engines. */
  readonly description: string;
  /** One sentence, in the place of the list while it loads. */
  readonly introduction: string;
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
    /** What converted it, as in "Recorded in UTC; eight hours were added." Absent if no times are in UTC. */
    readonly conversion?: string | undefined;
    /** In which zones times were recorded, in sentences. The build derives them from its time rule. */
    readonly rule: string;
  };
  readonly kinds: Readonly<Record<Kind, KindWords>>;
  readonly marks: Readonly<Record<Mark, MarkWords>>;
  /** What titles and summaries count: reports by people, visits that receivers record, or both. */
  readonly mainMarks: readonly [MainMark, ...MainMark[]];
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
  /** The terms of the service, each a sentence. */
  readonly terms: readonly string[];
  /** What is known of the positions of records; absent if nothing is. */
  readonly positions?: Positions | undefined;
}

export interface Positions {
  /** One sentence, next to positions on pages, in feeds and in downloads. */
  readonly notice: string;
  /** How the positions were derived, for the data dictionary: each a sentence. */
  readonly derivation?: readonly string[] | undefined;
  /** How far a record may be from where it happened, by what recorded it: a person or a receiver. */
  readonly uncertaintyInMetres?: { readonly report: number; readonly detection: number } | undefined;
}

/** How records of a site are read: with the data, these decide the results of the API and the explorer. */
export interface SiteRules extends KindRules {
  readonly times: TimeRule;
}
