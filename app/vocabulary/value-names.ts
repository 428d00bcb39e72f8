import { keyOfText } from '../../core/datasets/text-key.ts';
import { site } from './site.ts';
import { capitalise, ownValue } from './text.ts';

/*
 * Display names of filter values, by key (`keyOfText`). For other values, the key is shown with a capital first
 * letter.
 */

/** Published for other animals, for carcasses and for incidents: only the remark says which. */
export const otherSpecies = 'other';

const species = new Map(site.species.map((each) => [each.value, each]));

export const speciesName = (key: string): string => species.get(key)?.name ?? capitalise(key);
/** "white shark": the name of a species within a sentence. */
export const speciesInSentence = (key: string): string => species.get(key)?.inSentence ?? lowerFirst(speciesName(key));
export const sourceName = (key: string): string => ownValue(site.owners, key) ?? capitalise(key);
/** The name of a feature type, given as its key or as published. */
export const featureTypeName = (type: string): string =>
  ownValue(site.featureTypes, keyOfText(type)) ?? capitalise(type.trim());
/** "beach access sign (BEN)", "boat ramp": the name of a feature type within a sentence. */
export const featureTypeInSentence = (type: string): string => lowerFirst(featureTypeName(keyOfText(type)));

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
