import { interfaceDocumentPath } from '../../../core/storage/layout.ts';
import { becomePage, changeText } from './faulty-host.ts';
import type { SingleFault } from './single-fault.ts';

const [service, description] = [interfaceDocumentPath('index.json'), interfaceDocumentPath('openapi.json')];

/** Faults of a host in the documents of the interface, and in what they link to. */
export const documentFaults: readonly SingleFault[] = [
  [
    'a service document of an earlier version',
    (answer, { path }) =>
      void (
        path === service &&
        changeText(answer, (text) => text.replace(/"dataVersion":"[0-9a-f]+"/, '"dataVersion":"0123456789abcdef"'))
      ),
    /^\/webapi\/v1\/index\.json is not the document of version [0-9a-f]{16}: it is of version 0123456789abcdef$/,
    /empty the cache/,
  ],
  [
    'a description of another interface',
    (answer, { path }) => void (path === description && changeText(answer, (text) => text.replace('3.1', '3.0'))),
    /^\/webapi\/v1\/openapi\.json is not the document of version [0-9a-f]{16}$/,
    /upload the tree again/,
  ],
  [
    'a description that is missing',
    (answer, { path }) => void (path === description && becomePage(answer, 404)),
    /^(?:HEAD )?\/webapi\/v1\/openapi\.json is answered with status 404, not 200$/,
    /npm run configure|upload the tree whole/,
  ],
  [
    'a dictionary that is missing',
    (answer, { path }) => void (path === 'docs/RawData-dictionary.csv' && becomePage(answer, 404)),
    /^HEAD \/docs\/RawData-dictionary\.csv is answered with status 404, not 200$/,
    /^\/webapi\/v1\/index\.json links to it: upload the tree whole/,
  ],
];
