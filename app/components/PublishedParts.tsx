import { Fragment } from 'react';

/** Published texts with commas between them, those left out that are empty; none can turn the words of another round. */
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
