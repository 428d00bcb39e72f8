import { z } from 'zod';

import type { ChangeLog } from './change-log.ts';

const count = z.int().nonnegative();
const listed = z.strictObject({ count, identifiers: z.array(count), notListed: count });
const changed = z.strictObject({
  count,
  records: z.array(z.strictObject({ identifier: count, fields: z.array(z.string().max(100)) })),
  notListed: count,
});
const dataVersion = z.string().regex(/^[0-9a-f]{16}$/);
const builtAt = z.iso.datetime();

const changeLogSchema = z.object({
  dataVersion,
  builtAt,
  sample: z.boolean(),
  builds: z.array(
    z.strictObject({
      builtAt,
      dataVersion,
      previousDataVersion: dataVersion.nullable(),
      note: z.string().max(500).optional(),
      datasets: z.record(z.string(), z.strictObject({ records: count, added: listed, changed, removed: listed })),
    }),
  ),
  earlierBuildsLeftOut: count,
});

/** The log that an earlier build has left, of that very version; undefined for anything else. */
export function readChangeLog(text: string | undefined, standing: string): ChangeLog | undefined {
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = changeLogSchema.safeParse(content);
  if (!read.success || read.data.dataVersion !== standing) return undefined;
  return {
    ...read.data,
    builds: read.data.builds.map(({ note, ...build }) => ({ ...build, ...(note !== undefined && { note }) })),
  };
}
