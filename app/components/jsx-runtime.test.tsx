// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { Fragment, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Content of an element: a text, a number, nothing, an element, or a list, which may be nested. */
type Content =
  | string
  | number
  | null
  | boolean
  | { readonly tag: 'b' | 'bdi' | 'fragment' | 'list'; readonly of: readonly Content[] };

const content = fc.letrec<{ node: Content; list: readonly Content[] }>((tie) => ({
  list: fc.array(tie('node'), { maxLength: 5 }),
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('near ', 'Trigg Beach', ' · ', ' ', '', '17,330', '8.2 km NW', 5, 0),
    fc.constantFrom(null, true, false),
    fc.record({ tag: fc.constantFrom('b', 'bdi', 'fragment', 'list'), of: tie('list') }) as fc.Arbitrary<Content>,
  ),
}));

function toNode(node: Content, key?: number): ReactNode {
  if (node === null || typeof node !== 'object') return node;
  const nodes = node.of.map(toNode);
  switch (node.tag) {
    case 'b':
      return <b key={key}>{nodes}</b>;
    case 'bdi':
      return (
        <bdi key={key}>
          {nodes[0]}
          {nodes.slice(1)}
        </bdi>
      );
    case 'fragment':
      return (
        <Fragment key={key}>
          {nodes[0]}
          {nodes[1]}
          {nodes.slice(2)}
        </Fragment>
      );
    case 'list':
      return nodes;
  }
}

function textOf(node: Content): string {
  if (node === null || typeof node === 'boolean') return '';
  return typeof node === 'object' ? node.of.map(textOf).join('') : String(node);
}

/** Does what the translator of Chrome does to the texts of an element. */
function translate(root: Node): void {
  const texts: Text[] = [];
  const collect = (node: Node): void => {
    if (node instanceof Text) texts.push(node);
    else if (!(node instanceof HTMLElement) || (node.getAttribute('translate') !== 'no' && node.localName !== 'font')) {
      node.childNodes.forEach(collect);
    }
  };
  collect(root);
  for (const text of texts) {
    if (text.data.trim() === '') continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.replaceWith(outer);
  }
}

beforeEach(() => {
  // React logs every error of a render, and that lists of texts and elements have no keys.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Two arrangements of the children, because the compiler passes them in different ways. */
const arrangements: readonly ((nodes: readonly ReactNode[]) => ReactNode)[] = [
  (nodes) => <p>{nodes}</p>,
  ([first, ...others]) => (
    <p>
      {first} of {others[0]}
      <i>after</i>
      {others.slice(1)}
    </p>
  ),
];

describe('after a translation of the page', () => {
  it.each([0, 1])('every change of texts, elements and lists is rendered with the current texts, %#', (arrangement) => {
    const show = (list: readonly Content[]): ReactNode => arrangements[arrangement]?.(list.map(toNode));
    const expected = (list: readonly Content[]): string => {
      const texts = list.map(textOf);
      if (arrangement === 0) return texts.join('');
      return `${texts[0] ?? ''} of ${texts[1] ?? ''}after${texts.slice(2).join('')}`;
    };
    fc.assert(
      fc.property(fc.array(content.list, { minLength: 2, maxLength: 4 }), (changes) => {
        const page = render(null);
        for (const list of changes) {
          page.rerender(show(list));
          expect(page.container.textContent.toLowerCase()).toBe(expected(list).toLowerCase());
          translate(page.container);
        }
        page.unmount();
      }),
      { numRuns: 200 },
    );
  });
});
