import { fingerprintOf, readShellRecord, type ShellFiles } from '../../core/site/shell-record.ts';
import type { FindingList } from './findings.ts';
import type { SiteAnswer } from './site-under-test.ts';

const uploadExplorer =
  'upload the explorer of one build whole: assets first, then the pages, sw.js last; then empty the caches before the ' +
  'site, and let nothing on the way change files. Pages are changed in app/, before npm run build:programs';

/** The files of the explorer by its worker, each with its fingerprint; none when the worker is not whole. */
export function shellFilesOf(worker: SiteAnswer, list: FindingList): ShellFiles {
  const record = readShellRecord(worker.text);
  if (!record) {
    list.add(
      `${worker.request} is not whole, or of an earlier kind: its last line, which lists the files of its build, is missing`,
      `run npm run build:programs, then ${uploadExplorer}`,
    );
    return {};
  }
  if (!record.isOfThisScript)
    list.add(`${worker.request} is not as it was built: its content is another`, uploadExplorer);
  return record.files;
}

/** That an answer is the file of this name as it was built together with the worker. */
export function checkShellFile(answer: SiteAnswer, files: ShellFiles, list: FindingList): void {
  const path = answer.path === '' ? 'index.html' : answer.path;
  const fingerprint = files[path];
  if (answer.status !== 200 || fingerprint === undefined || fingerprintOf(answer.bytes) === fingerprint) return;
  list.add(
    `${answer.request} is not the file of the build that sw.js is of: its content is another ` +
      `(${answer.bytes.length} bytes came)`,
    uploadExplorer,
  );
}
