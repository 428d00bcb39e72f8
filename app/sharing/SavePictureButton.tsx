import { useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { Icon } from '../components/Icon.tsx';
import type { Session } from '../session/session.ts';
import { useData, useSession } from '../session/use-session.ts';
import { createFileName, saveFile } from './download-file.ts';

/** Saves the map of the view, with its circle, scale and credits, as a PNG file. */
export function SavePictureButton() {
  const session = useSession();
  const data = useData();
  const [state, setState] = useState<'idle' | 'drawing' | 'saved' | 'failed'>('idle');

  async function save(isSample: boolean): Promise<void> {
    if (state === 'drawing') return;
    setState('drawing');
    try {
      const { units } = session.view.getState();
      saveFile(await drawPng(session), createFileName(session.query(), units, isSample, 'png'));
      setState('saved');
    } catch {
      setState('failed');
    }
  }

  return (
    <div className="row wrap">
      <Button
        aria-disabled={!data || state === 'drawing'}
        onClick={() => {
          if (data) void save(data.sample);
        }}
      >
        <Icon name="download" size={18} />
        Save a picture of the map (PNG)
      </Button>
      <p role="status" className="small muted">
        {state === 'drawing' ? 'Drawing …' : null}
        {state === 'saved' ? 'The picture was saved. Please keep its credit.' : null}
        {state === 'failed' ? 'The picture could not be drawn. Please try again.' : null}
      </p>
    </div>
  );
}

/** The map of the view, 1600 pixels wide. Its code is loaded for the first picture. */
async function drawPng(session: Session): Promise<Blob> {
  const { drawMapPicture } = await import('../map/map-picture.ts');
  const { selection, units } = session.view.getState();
  const { filters, search, area } = session.query();
  const found = search?.mode === 'nearest' ? session.queryState.getState().result : null;
  const content = { filters, selection, search, found, area, units, isAreaFramed: false, credit: 'Coastwatch' };
  const canvas = await drawMapPicture(session.engine, content);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture of the map could not be written.'));
    }, 'image/png');
  });
}
