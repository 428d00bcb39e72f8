import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import type { FileFormat } from '../engine/questions.ts';
import { useAnswer, useData, useSession, useView } from '../session/use-session.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { DownloadFacts } from './DownloadFacts.tsx';
import { DownloadProgress } from './DownloadProgress.tsx';
import { fileNameOf } from './file-name.ts';
import { roughSize } from './file-size.ts';
import { useDownload } from './use-download.ts';
import './sharing.css';

const formats: readonly { readonly value: FileFormat; readonly label: string; readonly hint: string }[] = [
  { value: 'csv', label: 'CSV', hint: 'a table, for spreadsheets and statistics' },
  { value: 'geojson', label: 'GeoJSON', hint: 'points, for maps' },
];

/** From here on a person waits long enough to be told so beforehand. */
const manyRecords = 50_000;

/** What the list holds, as a file: which records, in which form, under which name. */
export function DownloadDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const id = useId();
  const data = useData();
  const units = useView((view) => view.units);
  const found = useAnswer((answer) => answer.found);
  const question = useAnswer((answer) => answer.question);
  const [format, setFormat] = useState<FileFormat>('csv');
  const [hasComments, setHasComments] = useState(true);
  const { state, start, cancel } = useDownload();
  const isReading = state.step === 'reading';
  const startButton = useRef<HTMLButtonElement>(null);
  const label = format === 'csv' ? 'CSV' : 'GeoJSON';

  // The button that cancels goes when there is nothing to cancel, and the focus on it would be nowhere.
  useLayoutEffect(() => {
    if (!isReading && document.activeElement === document.body) startButton.current?.focus();
  }, [isReading]);

  const outcome = useRef<HTMLDivElement>(null);
  // On a low screen what has come of the press would stand below what is seen.
  useEffect(() => {
    if (state.step !== 'idle') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [state.step]);

  if (!data || !question || found === undefined) {
    return (
      <Dialog title="Download this view" onClose={onClose}>
        <p>The data is still being read. It can be downloaded as soon as the list is there.</p>
      </Dialog>
    );
  }
  const one = question.tab === 'records' ? 'record' : 'place';
  return (
    <Dialog title="Download this view" onClose={onClose}>
      <div className="sharing-body">
        <p className="sharing-count figure">
          {countOf(found, one)}
          <span className="sharing-size">{roughSize(question.tab, format, found)}</span>
        </p>
        <DownloadFacts question={question} units={units} data={data} format={format} />
        <fieldset className="sharing-choices" disabled={isReading}>
          <legend>Format</legend>
          {formats.map(({ value, label: name, hint }) => (
            <label key={value}>
              <input
                type="radio"
                name={`${id}-format`}
                checked={format === value}
                onChange={() => {
                  setFormat(value);
                }}
              />
              <span>
                <strong>{name}</strong>, {hint}
              </span>
            </label>
          ))}
        </fieldset>
        {format === 'csv' && (
          <div className="sharing-choices">
            <label>
              <input
                type="checkbox"
                checked={hasComments}
                disabled={isReading}
                aria-describedby={`${id}-comments`}
                onChange={(event) => {
                  setHasComments(event.target.checked);
                }}
              />
              <span>With a header of comments</span>
            </label>
            <p id={`${id}-comments`} className="muted small sharing-hint">
              Lines before the table that begin with # and tell the filters, the area and the version of the data. Leave
              them out for programs that expect the names of the fields in the first line.
            </p>
          </div>
        )}
        <p className="small">
          <span className="muted">File name: </span>
          <span className="sharing-file-name">{fileNameOf(session.question(), units, data.sample, format)}</span>
        </p>
        {found > manyRecords && (
          <p className="small">
            So many are read from this site piece by piece, which can take a minute or more. It can be cancelled at any
            time.
          </p>
        )}
        <div ref={outcome} className="sharing-body">
          <DownloadProgress state={state} one={one} />
          <div className="sharing-row">
            <button
              ref={startButton}
              type="button"
              className="button"
              data-kind="primary"
              aria-disabled={isReading}
              onClick={() => {
                if (!isReading) start({ format, hasComments });
              }}
            >
              <Icon name="download" />
              {state.step === 'failed' ? 'Try again' : `Download ${label}`}
            </button>
            {isReading && (
              <button type="button" className="button" onClick={cancel}>
                Cancel
              </button>
            )}
          </div>
        </div>
      </div>
    </Dialog>
  );
}
