import { Fragment } from 'react';

/**
 * Published texts joined by commas, without empty ones. Each text is isolated, so that it cannot change the text
 * direction of the others.
 */
export function PublishedParts({ parts }: { readonly parts: readonly string[] }) {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, index) => (
      <Fragment key={index}>
        {index === 0 ? '' : ', '}
        <bdi>{part}</bdi>
      </Fragment>
    ));
}
