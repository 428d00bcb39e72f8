import { useEffect, useRef, useState } from 'react';

import { useSession } from '../session/use-session.ts';
import { describeDownload } from './describe-download.ts';
import { fileContentOf, type FileChoice } from './download.ts';
import { fileNameOf } from './file-name.ts';
import { saveFile } from './save-file.ts';
import { addressOf } from './view-address.ts';

export type DownloadState =
  | { readonly step: 'idle' }
  | { readonly step: 'reading'; readonly read: number; readonly of: number }
  | { readonly step: 'saved'; readonly name: string; readonly count: number }
  | { readonly step: 'failed'; readonly message: string };

export interface Download {
  readonly state: DownloadState;
  start(choice: FileChoice): void;
  cancel(): void;
}

/** Reads the complete records of the view and saves them as a file. */
export function useDownload(): Download {
  const session = useSession();
  const [state, setState] = useState<DownloadState>({ step: 'idle' });
  /** The download under way. What comes in from one that was cancelled is dropped. */
  const current = useRef<object | null>(null);

  useEffect(
    () => () => {
      current.current = null;
    },
    [],
  );

  async function run(choice: FileChoice): Promise<void> {
    const mine = {};
    current.current = mine;
    const isMine = (): boolean => current.current === mine;
    // News of progress comes from another thread, and may come after the records themselves.
    let isRead = false;
    setState({ step: 'reading', read: 0, of: 0 });
    try {
      const question = session.question();
      const view = session.view.getState();
      const { loading } = session.findings.getState();
      if (loading.state !== 'ready') throw new Error('The data is still being read.');
      const records = await session.engine.export(question, (read, of) => {
        if (isMine() && !isRead) setState({ step: 'reading', read, of });
      });
      isRead = true;
      if (!isMine()) return;
      const address = addressOf(view, session.siteUrl);
      const description = describeDownload(question, loading.data, records.length, address);
      const { pieces, type } = fileContentOf(question.tab, records, choice, description);
      const name = fileNameOf(question, view.units, loading.data.sample, choice.format);
      saveFile(pieces, type, name);
      setState({ step: 'saved', name, count: records.length });
    } catch (error) {
      isRead = true;
      if (isMine()) setState({ step: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    state,
    start: (choice) => void run(choice),
    cancel: () => {
      current.current = null;
      setState({ step: 'idle' });
    },
  };
}
