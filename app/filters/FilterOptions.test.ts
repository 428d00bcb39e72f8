import { describe, expect, it } from 'vitest';

import { filterOptions, toggled, type FilterOption } from './FilterOptions.tsx';

const heli = [
  { key: 'sls westpac heli report', count: 2430 },
  { key: 'fisheries advise', count: 360 },
  { key: 'sls westpac heli', count: 1 },
];
const labelled = (options: readonly FilterOption[], label: string): FilterOption => {
  const option = options.find((each) => each.label === label);
  if (!option) throw new Error(`no option ${label}`);
  return option;
};

describe('the options of a filter', () => {
  it('are in the order of the result, except kinds, whose order is fixed', () => {
    const species = [
      { key: 'tiger', count: 3 },
      { key: 'white', count: 9 },
    ];
    expect(filterOptions('species', species, []).map(({ label }) => label)).toEqual(['Tiger shark', 'White shark']);
    const kinds = [
      { key: 'Detected', count: 10 },
      { key: 'Sighted', count: 5 },
    ];
    expect(filterOptions('kinds', kinds, []).map(({ label }) => label)).toEqual([
      'Sightings',
      'Detections by receivers',
    ]);
  });

  it('combine values that share a name', () => {
    const option = labelled(filterOptions('sources', heli, []), 'Surf lifesaving helicopter');
    expect(option).toMatchObject({ count: 2431, isSelected: false });
    expect(toggled(['fisheries advise'], option)).toEqual([
      'fisheries advise',
      'sls westpac heli report',
      'sls westpac heli',
    ]);
  });

  it('are deselected together, even if a URL selected only one of them', () => {
    const option = labelled(filterOptions('sources', heli, ['sls westpac heli']), 'Surf lifesaving helicopter');
    expect(option.isSelected).toBe(true);
    expect(toggled(['sls westpac heli', 'fisheries advise'], option)).toEqual(['fisheries advise']);
  });
});
