import { useAsync } from './use-engine-query.ts';
import { useExplorer } from './use-explorer.ts';

/** The part of a data dictionary, as JSON, that is used here. */
interface Dictionary {
  readonly records: number;
  readonly fields: readonly { readonly name: string; readonly nullRecords: number }[];
}

const none: ReadonlySet<string> = new Set();

/**
 * The names of the fields of a dataset that are null in all of its records. Empty until the data dictionary has been read,
 * and if it cannot be read.
 */
export function useEmptyFields(dataset: string): ReadonlySet<string> {
  const { siteUrl } = useExplorer();
  const fields = useAsync(dataset, async () => {
    const response = await fetch(`${siteUrl}docs/${dataset}-dictionary.json`);
    const { records, fields } = (await response.json()) as Dictionary;
    return new Set(fields.filter(({ nullRecords }) => nullRecords === records).map(({ name }) => name));
  });
  return fields.state === 'ready' ? fields.value : none;
}
