import type { Title } from './titles.ts';

/** A title of which the published part cannot turn our own words round. */
export function TitleText({ title: { published, rest } }: { readonly title: Title }) {
  return (
    <>
      {published === '' ? null : <bdi>{published}</bdi>}
      {rest}
    </>
  );
}
