import type { JsonObject } from './open-api/json.ts';

const text: JsonObject = { type: 'string' };
const count: JsonObject = { type: 'integer', minimum: 0 };
const href: JsonObject = {
  type: 'string',
  format: 'uri-reference',
  description: "Relative to this document's address.",
};
const uri: JsonObject = { type: 'string', format: 'uri' };
const texts: JsonObject = { type: 'array', items: text };

function objectOf(properties: Readonly<Record<string, JsonObject>>, optional: readonly string[] = []): JsonObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const link = objectOf({ rel: text, href, type: text, title: text });

/** What holds of the service document, for the document that describes the interface. */
export const serviceDocumentSchema: JsonObject = {
  ...objectOf(
    {
      title: text,
      description: text,
      notice: { ...text, description: 'Only of sample data: say it wherever anything is said of the data.' },
      interfaceVersion: { const: 'v1' },
      sample: { type: 'boolean', description: 'Whether every record is invented.' },
      dataVersion: { type: 'string', pattern: '^[0-9a-f]{16}$' },
      builtAt: { type: 'string', format: 'date-time', description: 'When the data was built, in UTC.' },
      newestRecord: {
        ...objectOf({ dataset: text, identifier: count, time: text, timeBasis: { enum: ['UTC', '+08:00'] }, href }),
        type: ['object', 'null'],
        description: 'The newest record, of the dataset that is in order of time.',
      },
      datasets: {
        type: 'array',
        items: objectOf({
          name: text,
          title: text,
          description: text,
          records: count,
          identifierField: text,
          sortKey: text,
          href,
          recordTemplate: { type: 'string', description: 'The address of one record, as a template of RFC 6570.' },
          staticFiles: {
            ...objectOf({ href, recordTemplate: text, pageTemplate: text, pageSize: count }),
            description:
              'Addresses that take no parameters and also work on hosts that only send files: the complete dataset and, as ' +
              'RFC 6570 templates, one record and one page. sortOrder is asc or desc, pageNumber counts from 1.',
          },
          dictionary: { type: 'array', items: link },
          downloads: {
            type: 'array',
            items: objectOf({
              format: text,
              title: text,
              type: text,
              href,
              hashedHref: href,
              bytes: count,
              sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
            }),
          },
        }),
      },
      links: { type: 'array', items: link },
      termsOfUse: texts,
      publication: {
        ...objectOf({ licenceUrl: uri, publisher: objectOf({ name: text, url: uri }, ['url']), attribution: text }, [
          'licenceUrl',
          'publisher',
          'attribution',
        ]),
        description: 'What the publisher states about the data. Missing values were not stated.',
      },
    },
    ['notice'],
  ),
  description: 'What the service has, and where everything else is.',
};
