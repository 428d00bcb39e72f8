import { keyOfText } from '../../core/datasets/text-key.ts';
import { capitalise, ownValue } from './text.ts';

/*
 * Display names of filter values, by key (`keyOfText`). For other values, the key is shown with a capital first
 * letter.
 */

/** Published for other animals, for carcasses and for incidents: only the remark says which. */
export const otherSpecies = 'other';

const species: Readonly<Record<string, string>> = {
  '': 'Species not recorded',
  white: 'White shark',
  tiger: 'Tiger shark',
  bull: 'Bull shark',
  blue: 'Blue shark',
  mako: 'Mako',
  dusky: 'Dusky whaler',
  whaler: 'Whaler of unknown kind',
  'grey nurse': 'Grey nurse shark',
  hammerhead: 'Hammerhead',
  blacktip: 'Blacktip shark',
  'unknown sp.': 'Unknown shark',
  'detection event - possible': 'Possible detection',
  [otherSpecies]: 'Other report',
};

const sources: Readonly<Record<string, string>> = {
  '': 'Source not recorded',
  'fisheries advise': 'Fisheries',
  'sls westpac heli report': 'Surf lifesaving helicopter',
  'sls westpac heli': 'Surf lifesaving helicopter',
  'sls lifesavers report': 'Surf lifesavers',
  'smart drumline trial': 'SMART drumline trial',
  'update to prior report': 'Updated report',
  'dbca officers report': 'Parks officers (DBCA)',
  'dpaw report': 'Parks officers (DPaW)',
};

const featureTypes: Readonly<Record<string, string>> = {
  '': 'Type not recorded',
  'ben sign': 'Beach access sign (BEN)',
};

export const speciesName = (key: string): string => findName(species, key);
/** "white shark": the name of a species within a sentence. */
export const speciesInSentence = (key: string): string => lowerFirst(speciesName(key));
export const sourceName = (key: string): string => findName(sources, key);
/** The name of a feature type, given as its key or as published. */
export const featureTypeName = (type: string): string =>
  ownValue(featureTypes, keyOfText(type)) ?? capitalise(type.trim());
/** "beach access sign (BEN)", "boat ramp": the name of a feature type within a sentence. */
export const featureTypeInSentence = (type: string): string => lowerFirst(featureTypeName(keyOfText(type)));

function findName(names: Readonly<Record<string, string>>, key: string): string {
  return ownValue(names, key) ?? capitalise(key);
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
