import { nameIn } from './name-in.ts';

const names: Readonly<Record<string, string>> = {
  '': 'Source not recorded',
  'fisheries advise': 'Fisheries',
  'sls westpac heli report': 'Surf lifesaving helicopter',
  'sls westpac heli': 'Surf lifesaving helicopter',
  'sls lifesavers report': 'Surf lifesavers',
  'smart drumline trial': 'SMART drumline trial',
  'update to prior report': 'Update of an earlier report',
  'dbca officers report': 'Parks officers (DBCA)',
  'dpaw report': 'Parks officers (DPaW)',
};

/** "Surf lifesavers", from a key as `keyOfText` gives it; a source not known here keeps its own words. */
export function sourceName(key: string): string {
  return nameIn(names, key) ?? key.charAt(0).toUpperCase() + key.slice(1);
}
