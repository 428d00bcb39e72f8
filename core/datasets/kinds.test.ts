import { describe, expect, it } from 'vitest';

import { interactionOf, isUnidentified, type Kind, kindOf, markOf } from './kinds.ts';
import { defaultRules } from './testing/default-rules.ts';
import { keyOfText } from './text-key.ts';

describe('a recorded interaction', () => {
  it.each([
    ['Detected', 'Detected'],
    ['detected', 'Detected'],
    ['sighted ', 'Sighted'],
    ['caught & released', 'Caught'],
    ['tagged and released', 'Tagged'],
    ['caught, relocated & released', 'Relocated'],
    ['tagged, relocated & released', 'Relocated'],
    ['washed up', 'Other'],
    [null, 'Other'],
  ])('of the default site has a kind: %j is %s', (published, kind) => {
    expect(interactionOf(published, defaultRules)).toBe(kind);
  });

  it('has the kind of the first pattern that matches its beginning, its end, a part or all of it', () => {
    const kindsOf = (...values: string[]): Kind[] => {
      const interactions = [
        { value: ' Live* ', kind: 'Sighted' },
        { value: '*dead', kind: 'Other' },
        { value: '*strand*', kind: 'Relocated' },
        { value: 'tag', kind: 'Tagged' },
        { value: '*', kind: 'Caught' },
      ] as const;
      return values.map((value) => interactionOf(value, { ...defaultRules, interactions }));
    };
    expect(kindsOf('live stranding', 'found dead ', 'Mass stranding', 'TAG', 'tags', 'not live', '')).toEqual([
      ...['Sighted', 'Other', 'Relocated', 'Tagged', 'Caught', 'Caught', 'Caught'],
    ]);
  });
});

describe('a recorded species', () => {
  it('has the mark `other` if the rules say so, regardless of the kind', () => {
    expect(markOf('Sighted', keyOfText('Whale Carcass '), defaultRules)).toBe('other');
    expect(markOf('Detected', 'sonar object', defaultRules)).toBe('other');
    expect(markOf('Sighted', 'white', defaultRules)).toBe('sighting');
    expect(markOf('Relocated', 'tiger', defaultRules)).toBe('handled');
    expect(markOf('Relocated', 'tiger', { ...defaultRules, otherSpecies: ['tiger'] })).toBe('other');
  });

  it('is filtered under the kind that its mark shows', () => {
    expect(kindOf('Sighted', 'whale carcass', defaultRules)).toBe('Other');
    expect(kindOf('Detected', 'sonar object', defaultRules)).toBe('Other');
    expect(kindOf('Sighted', 'white', defaultRules)).toBe('Sighted');
    expect(kindOf('Relocated', 'tiger', defaultRules)).toBe('Relocated');
  });

  it('has no influence on the kind and the mark if `Other` is a kind that interactions name', () => {
    const interactions = [{ value: 'live*', kind: 'Other' }, ...defaultRules.interactions] as const;
    const rules = { ...defaultRules, interactions, otherSpecies: ['turtle'] };
    const dead = interactionOf('Sighted dead', rules);
    expect([kindOf(dead, 'turtle', rules), markOf(dead, 'turtle', rules)]).toEqual(['Sighted', 'sighting']);
    const live = interactionOf('live stranding', rules);
    expect([kindOf(live, 'dolphin', rules), markOf(live, 'dolphin', rules)]).toEqual(['Other', 'other']);
  });

  it('is unidentified if the rules say so', () => {
    expect(['', 'unknown sp.', 'white'].map((key) => isUnidentified(key, defaultRules))).toEqual([true, true, false]);
  });
});
