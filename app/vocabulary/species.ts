import { nameIn } from './name-in.ts';

const names: Readonly<Record<string, string>> = {
  '': 'Species not recorded',
  white: 'White shark',
  tiger: 'Tiger shark',
  bull: 'Bull shark',
  blue: 'Blue shark',
  mako: 'Mako',
  dusky: 'Dusky whaler',
  whaler: 'Whaler, kind unknown',
  'grey nurse': 'Grey nurse shark',
  hammerhead: 'Hammerhead',
  blacktip: 'Blacktip shark',
  'unknown sp.': 'Unknown shark',
  'detection event - possible': 'Possible detection',
  other: 'Other animal',
};

/** "White shark", from a key as `keyOfText` gives it; a species not known here keeps its own words. */
export function speciesName(key: string): string {
  return nameIn(names, key) ?? key.charAt(0).toUpperCase() + key.slice(1);
}
