import { useCallback, useEffect, useRef, useState } from 'react';

import { useSession } from '../session/use-session.ts';
import { addressOf } from '../view/view-url.ts';
import { describeDownload, type FileChoice, fileNameOf, createFile, saveFile } from './download-file.ts';

export type DownloadState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading'; readonly read: number; readonly of: number }
  | { readonly step: 'cancelled' }
  | { readonly step: 'saved'; readonly name: string; readonly count: number }
  | { readonly step: 'failed'; readonly message: string };

export interface Download {
  readonly state: DownloadState;
  start(choice: FileChoice): void;
  cancel(): void;
}

/** Exports the complete records of the view and saves them as a file. Cancelled when the component unmounts. */
export function useDownload(): Download {
  const session = useSession();
  const [state, setState] = useState<DownloadState>({ step: 'idle' });
  /** The download in progress. Events of cancelled downloads are ignored. */
  const current = useRef<object | null>(null);

  /** Cancels the download in progress; returns whether there was one. */
  const end = useCallback((): boolean => {
    if (!current.current) return false;
    current.current = null;
    // If this fails, the export continues, but its file is dropped.
    session.engine.cancelExport().catch(() => undefined);
    return true;
  }, [session]);
  useEffect(() => () => void end(), [end]);

  async function run(choice: FileChoice): Promise<void> {
    const mine = {};
    current.current = mine;
    const isMine = (): boolean => current.current === mine;
    setState({ step: 'reading', read: 0, of: 0 });
    try {
      const query = session.query();
      const view = session.view.getState();
      const { loading } = session.queryState.getState();
      if (loading.state !== 'ready') throw new Error('The data is still loading.');
      const exported = await session.engine.export(query, choice.format, (read, of) => {
        if (isMine()) setState({ step: 'reading', read, of });
      });
      if (!isMine()) return;
      const address = addressOf(view, session.siteUrl);
      const description = describeDownload(query, loading.data, exported.count, address);
      const name = fileNameOf(query, view.units, loading.data.sample, choice.format);
      saveFile(createFile(query.tab, exported, choice, description), name);
      // Progress comes from another thread, and may arrive after the file itself.
      current.current = null;
      setState({ step: 'saved', name, count: exported.count });
    } catch (error) {
      if (!isMine()) return;
      current.current = null;
      setState({ step: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    state,
    start: (choice) => void run(choice),
    cancel: () => {
      if (end()) setState({ step: 'cancelled' });
    },
  };
}
