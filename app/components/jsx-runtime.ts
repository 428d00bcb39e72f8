import type { ElementType, ReactElement, ReactNode } from 'react';
import { Fragment, type JSX as ReactJSX, jsx as create, jsxs as createWithChildren } from 'react/jsx-runtime';

/*
 * The explorer's JSX runtime, which keeps the page working while the browser translates it. Translation replaces text
 * nodes with elements. React then fails to remove its text node, or updates one that is no longer in the page. A text
 * that is an element's only child is safe: React sets the content of the element instead. A text next to other children
 * therefore gets an element of its own here. White space alone does not: it is not translated, and the element would
 * become an item of a flex container.
 */

interface Properties {
  readonly [name: string]: unknown;
  readonly children?: unknown;
}

const isText = (node: unknown): node is string | number => typeof node === 'string' || typeof node === 'number';
const isNothing = (node: unknown): boolean => node === null || node === undefined || typeof node === 'boolean';

/** Units and directions, which are part of a figure. */
const figureWords = /\b(?:k?m|nmi|[NS]?[EW]|[NS])\b/g;
const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text.replaceAll(figureWords, ''));
/** Elements with published names, times, and labels of charts: HTML in an SVG text would be invisible. */
const untranslated = new Set<unknown>(['bdi', 'time', 'text', 'title']);

/** Joins adjacent texts, and wraps those next to other children. Every other child keeps its index, which may be its key. */
function separateTexts(children: readonly unknown[]): readonly unknown[] {
  const separated: unknown[] = [];
  let start: number | null = null;
  for (const [index, node] of children.entries()) {
    separated.push(Array.isArray(node) ? separateTexts(node) : node);
    if (isText(node)) {
      if (start === null) start = index;
      else {
        separated[start] = `${String(separated[start])}${node}`;
        separated[index] = null;
      }
    } else if (!isNothing(node)) start = null;
  }
  return separated.map((node, index) =>
    isText(node) && String(node).trim() !== '' ? jsx('span', { children: node }, `text ${index}`) : node,
  );
}

/** The properties of an element whose texts are safe. */
function withSafeTexts(type: unknown, properties: Properties): Properties {
  if (typeof type !== 'string' && type !== Fragment) return properties;
  let { children } = properties;
  const list: readonly unknown[] = Array.isArray(children) ? children : [children];
  const texts = list.filter(isText);
  const hasOnlyTexts = texts.length > 0 && list.every((node) => isText(node) || isNothing(node));
  if (hasOnlyTexts && type !== Fragment) children = texts.join('');
  else if (Array.isArray(children) || hasOnlyTexts) children = separateTexts(list);
  const isUntranslated = untranslated.has(type) || (hasOnlyTexts && type !== Fragment && isFigure(String(children)));
  if (children === properties.children && !isUntranslated) return properties;
  return isUntranslated ? { translate: 'no', ...properties, children } : { ...properties, children };
}

export { Fragment };

export function jsx(type: ElementType, properties: Properties, key?: string): ReactElement {
  return create(type, withSafeTexts(type, properties), key);
}

export function jsxs(type: ElementType, properties: Properties, key?: string): ReactElement {
  const safe = withSafeTexts(type, properties);
  return (Array.isArray(safe.children) ? createWithChildren : create)(type, safe, key);
}

/** For development and tests. */
export const jsxDEV = (type: ElementType, properties: Properties, key: string | undefined, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, properties, key);

/** The types of React, but a component must not return a text, which would become a text node. */
// eslint-disable-next-line @typescript-eslint/no-namespace -- TypeScript looks for this namespace.
export declare namespace JSX {
  type ElementType =
    | keyof ReactJSX.IntrinsicElements
    | ((properties: never) => ReactElement | readonly ReactElement[] | null)
    | (new (properties: never) => { render(): ReactNode })
    | { readonly $$typeof: symbol };
  type Element = ReactJSX.Element;
  type ElementClass = ReactJSX.ElementClass;
  type ElementAttributesProperty = ReactJSX.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJSX.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = ReactJSX.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = ReactJSX.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = ReactJSX.IntrinsicClassAttributes<T>;
  type IntrinsicElements = ReactJSX.IntrinsicElements;
}
