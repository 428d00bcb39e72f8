import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import type { FileFormat, LoadedData, Query } from '../engine/engine.ts';
import { useData, useResult, useExplorer, useView } from '../explorer/use-explorer.ts';
import { applicableFilters } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import type { Units } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/text.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { withinRadius } from '../vocabulary/scopes.ts';
import {
  createFile,
  describeDownload,
  type FileChoice,
  createFileName,
  approximateSize,
  saveFile,
} from './download-file.ts';
import './sharing.css';

const formats: readonly { readonly value: FileFormat; readonly label: string; readonly hint: string }[] = [
  { value: 'csv', label: 'CSV', hint: 'a table, for spreadsheets and statistics' },
  { value: 'geojson', label: 'GeoJSON', hint: 'points, for maps' },
];

/** Above this number, the dialog warns that the download takes a long time. */
const manyRecords = 50_000;

/** A dialog that downloads the list as a file: shows what the file contains, and lets the user choose the format. */
export function DownloadDialog({ onClose }: { readonly onClose: () => void }) {
  const explorer = useExplorer();
  const id = useId();
  const data = useData();
  const units = useView((view) => view.units);
  const found = useResult((result) => result.found);
  const query = useResult((result) => result.query);
  const [format, setFormat] = useState<FileFormat>('csv');
  const [hasComments, setHasComments] = useState(true);
  const { state, start, cancel } = useDownload();
  const isReading = state.step === 'reading';
  const startButton = useRef<HTMLButtonElement>(null);
  const label = format === 'csv' ? 'CSV' : 'GeoJSON';

  // When the download ends, the Cancel button disappears. If it had the focus, the start button receives the focus.
  useLayoutEffect(() => {
    if (!isReading && document.activeElement === document.body) startButton.current?.focus();
  }, [isReading]);

  const outcome = useRef<HTMLDivElement>(null);
  // On a short screen, the outcome would otherwise be outside the visible area.
  useEffect(() => {
    if (state.step !== 'idle') outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [state.step]);

  if (!data || !query || found === undefined) {
    return (
      <Dialog title="Download this view" onClose={onClose}>
        <p>The data is still loading. You can download it as soon as the list is shown.</p>
      </Dialog>
    );
  }
  const noun = query.tab === 'records' ? 'record' : 'place';
  return (
    <Dialog title="Download this view" onClose={onClose}>
      <div className="sharing-body stack gap-12 break-anywhere">
        <p className="sharing-count row wrap title figure strong">
          {countOf(found, noun)}
          <span className="not-strong label muted">{approximateSize(query.tab, format, found)}</span>
        </p>
        <DownloadFacts query={query} units={units} data={data} format={format} />
        <fieldset className="sharing-choices" disabled={isReading}>
          <legend className="label strong">Format</legend>
          {formats.map(({ value, label: name, hint }) => (
            <label key={value} className="row">
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
            <label className="row">
              <input
                type="checkbox"
                checked={hasComments}
                disabled={isReading}
                aria-describedby={`${id}-comments`}
                onChange={(event) => {
                  setHasComments(event.target.checked);
                }}
              />
              <span>Include comment lines</span>
            </label>
            <p id={`${id}-comments`} className="muted small sharing-hint">
              Lines before the table that begin with # and describe the filters, the area and the data version. Leave
              them out for programs that expect the field names in the first line.
            </p>
          </div>
        )}
        <p className="small">
          <span className="muted">File name: </span>
          <span className="sharing-file-name">{createFileName(explorer.query(), units, data.sample, format)}</span>
        </p>
        {found > manyRecords && <p className="small">This can take a minute or more. You can cancel at any time.</p>}
        <div ref={outcome} className="stack gap-12">
          <DownloadProgress state={state} noun={noun} />
          <div className="row wrap">
            <Button
              ref={startButton}
              kind="primary"
              aria-disabled={isReading}
              onClick={() => {
                if (!isReading) start({ format, hasComments });
              }}
            >
              <Icon name="download" />
              {state.step === 'failed' ? 'Try again' : `Download ${label}`}
            </Button>
            {isReading && <Button onClick={cancel}>Cancel</Button>}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

interface DownloadFactsProps {
  readonly query: Query;
  readonly units: Units;
  readonly data: LoadedData;
  readonly format: FileFormat;
}

const valueNotes: Readonly<Record<FileFormat, string>> = {
  csv: 'Every field is written as it was published; text that a spreadsheet would run as a formula is preceded by an apostrophe.',
  geojson: 'Every field is written as it was published.',
};

/** The filters and the area of a download, and notes on its content. */
function DownloadFacts({ query, units, data, format }: DownloadFactsProps) {
  const { search, council, tab, filters } = query;
  const area =
    search?.mode === 'radius'
      ? `${withinRadius(search.radiusInMetres, units)} of ${formatPosition(search.centre)}`
      : search
        ? `nearest to ${formatPosition(search.centre)}`
        : council !== null
          ? plainText(council)
          : 'the area on the map';
  return (
    <>
      <dl className="sharing-facts label">
        <dt>Filters</dt>
        <dd>{filtersInWords(applicableFilters(filters, tab)) || 'none'}</dd>
        <dt>Area</dt>
        <dd className="figure">{area}</dd>
      </dl>
      <p className={data.sample ? 'notice-box small' : 'muted small'}>
        {data.sample
          ? 'This is invented sample data for trying the explorer. The file name says so.'
          : `Historical records, not live warnings. ${valueNotes[format]}`}{' '}
        <a href="./docs/data-dictionary/#terms">Terms of use</a>
      </p>
    </>
  );
}

interface DownloadProgressProps {
  readonly state: DownloadState;
  /** Singular noun for the items, "record" or "place". */
  readonly noun: string;
}

/** The progress and the outcome of a download. */
function DownloadProgress({ state, noun }: DownloadProgressProps) {
  const isOver = state.step === 'saved' || state.step === 'cancelled';
  return (
    <>
      {state.step === 'reading' && (
        <div className="stack gap-4">
          <progress
            aria-label={`${noun === 'place' ? 'Places' : 'Records'} read`}
            max={Math.max(1, state.of)}
            value={state.of > 0 ? state.read : undefined}
          />
          <span className="small muted figure">
            {state.of > 0 ? `${formatCount(state.read)} of ${countOf(state.of, noun)} read` : 'Reading …'}
          </span>
        </div>
      )}
      {/* Announced at the start and at the end; the progress bar can be read at any time. */}
      <p role="status" className={isOver ? undefined : 'visually-hidden'}>
        {state.step === 'saved' && `Saved ${countOf(state.count, noun)} as ${state.name}.`}
        {state.step === 'cancelled' && 'Cancelled. Nothing was saved.'}
        {state.step === 'reading' && 'Creating the file'}
      </p>
      {state.step === 'failed' && (
        <p role="alert" className="error">
          The file could not be created. Nothing was saved. {state.message}
        </p>
      )}
    </>
  );
}

type DownloadState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading'; readonly read: number; readonly of: number }
  | { readonly step: 'cancelled' }
  | { readonly step: 'saved'; readonly name: string; readonly count: number }
  | { readonly step: 'failed'; readonly message: string };

interface Download {
  readonly state: DownloadState;
  start(choice: FileChoice): void;
  cancel(): void;
}

/** Exports the list with all fields and saves it as a file. Cancels the download when the component unmounts. */
function useDownload(): Download {
  const explorer = useExplorer();
  const [state, setState] = useState<DownloadState>({ step: 'idle' });
  /** The download in progress. Events of cancelled downloads are ignored. */
  const current = useRef<object | null>(null);

  /** Cancels the download in progress; returns whether there was one. */
  const cancelCurrent = useCallback((): boolean => {
    if (!current.current) return false;
    current.current = null;
    // If this fails, the export continues, but its file is discarded.
    explorer.engine.cancelExport().catch(() => undefined);
    return true;
  }, [explorer]);
  useEffect(() => () => void cancelCurrent(), [cancelCurrent]);

  async function run(choice: FileChoice): Promise<void> {
    const thisDownload = {};
    current.current = thisDownload;
    const isCurrent = (): boolean => current.current === thisDownload;
    setState({ step: 'reading', read: 0, of: 0 });
    try {
      const query = explorer.query();
      const view = explorer.view.getState();
      const { loading } = explorer.queryState.getState();
      if (loading.state !== 'ready') throw new Error('The data is still loading.');
      const exported = await explorer.engine.export(query, choice.format, (read, of) => {
        if (isCurrent()) setState({ step: 'reading', read, of });
      });
      if (!isCurrent()) return;
      const address = addressOf(view, explorer.siteUrl);
      const description = describeDownload(query, loading.data, exported.count, address);
      const name = createFileName(query, view.units, loading.data.sample, choice.format);
      saveFile(createFile(query.tab, exported, choice, description), name);
      // Another thread reports the progress, which may arrive after the file. From here on, it is ignored.
      current.current = null;
      setState({ step: 'saved', name, count: exported.count });
    } catch (error) {
      if (!isCurrent()) return;
      current.current = null;
      setState({ step: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    state,
    start: (choice) => void run(choice),
    cancel: () => {
      if (cancelCurrent()) setState({ step: 'cancelled' });
    },
  };
}
