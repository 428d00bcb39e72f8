import { nameIn } from './name-in.ts';

const names: Readonly<Record<string, string>> = {
  '': 'Type not recorded',
  'ben sign': 'Beach emergency number sign',
};

/** "Surf break", from a key as `keyOfText` gives it; a type not known here keeps its own words. */
export function featureTypeName(key: string): string {
  return nameIn(names, key) ?? key.charAt(0).toUpperCase() + key.slice(1);
}
