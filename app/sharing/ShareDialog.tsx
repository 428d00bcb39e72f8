import { type ReactNode, useId, useState } from 'react';

import { Button, CopyButton } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { useData, useExplorer, useView } from '../explorer/use-explorer.ts';
import { addressOf, writeView } from '../view/view-url.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { createFileName, saveFile } from './download-file.ts';
import type { LoadedData } from '../engine/engine.ts';
import { initialView, type ViewState } from '../view/view-state.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { site } from '../vocabulary/site.ts';
import { mainCounts, mapTitle, marksIn } from '../vocabulary/site-words.ts';
import './sharing.css';

/** The address of the view, and the code that shows it on another page, each with a button that copies it. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteUrl } = useExplorer();
  const view = useView((state) => state);
  const address = addressOf(view, siteUrl);
  const [title] = useState(titleOfMap);
  const { iframe, element } = embedCodeOf(view, siteUrl, title);
  return (
    <Dialog title="Share this view" onClose={onClose}>
      <div className="stack gap-12">
        <p>
          Anyone who opens this address sees the same map, search, filters and details.
          {(view.search !== null || view.selection?.kind === 'location') &&
            ' It includes the position of the search or point. If you used Near me, that is your position.'}
        </p>
        <CopyField label="Address" text={address} copyLabel="Copy" />
        <NativeShareButton address={address} />
        <SavePictureButton />
        <h3>Show this map on your website</h3>
        <p>
          Paste one of these into a page. Readers see the map, the circle, the numbers of {mainCounts}, the disclaimer
          and the credit, always with the newest data. <a href="./docs/embedding/">How to embed the map</a>
        </p>
        <CopyField label="As an iframe, for any site" text={iframe} copyLabel="Copy the iframe" isCode />
        <CopyField
          label="As an element that loads when readers scroll to it"
          text={element}
          copyLabel="Copy the element"
          isCode
        />
      </div>
    </Dialog>
  );
}

/** The title of the page, which names what is selected, or a general one. */
function titleOfMap(): string {
  const title = document.title.trim();
  return title === '' || title === site.title ? mapTitle : title;
}

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
  /** Whether the text is shown in several lines. */
  readonly isCode?: boolean;
}

/** A text that can be selected, with a button that copies it. */
function CopyField({ label, text, copyLabel, isCode = false }: CopyFieldProps) {
  const id = useId();
  const field: ReactNode = isCode ? (
    <textarea
      id={id}
      className="field grow sharing-code break-anywhere"
      readOnly
      rows={4}
      spellCheck={false}
      value={text}
    />
  ) : (
    <input
      id={id}
      className="field grow sharing-address"
      type="text"
      readOnly
      value={text}
      onFocus={(event) => {
        event.target.select();
      }}
    />
  );
  return (
    <div className="stack gap-4">
      <label htmlFor={id} className="label strong">
        {label}
      </label>
      <div className="row wrap">
        {field}
        <CopyButton text={text} label={copyLabel} size="full" />
      </div>
    </div>
  );
}

/** Opens the device's own sharing dialog, where there is one, as on phones. */
function NativeShareButton({ address }: { readonly address: string }) {
  const [hasShareSheet] = useState(
    () => typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches,
  );
  if (!hasShareSheet) return null;
  return (
    <div className="row wrap">
      <Button
        kind="primary"
        onClick={() => {
          // It fails when the user closes it, or when the browser does not allow it: the address can still be copied.
          navigator.share({ title: document.title, url: address }).catch(() => undefined);
        }}
      >
        <Icon name="share" size={18} />
        Send the address …
      </Button>
    </div>
  );
}

/** Saves the map of the view, with its circle, scale and credits, as a PNG file. */
function SavePictureButton() {
  const explorer = useExplorer();
  const data = useData();
  const [state, setState] = useState<'idle' | 'drawing' | 'saved' | 'failed'>('idle');

  async function save(loaded: LoadedData): Promise<void> {
    if (state === 'drawing') return;
    setState('drawing');
    try {
      const { units } = explorer.view.getState();
      saveFile(await drawPng(explorer, loaded), createFileName(explorer.query(), units, loaded.sample, 'png'));
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
          if (data) void save(data);
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

/** The map of the view with a footer, 1600 by 1000 pixels. Its code is loaded for the first picture. */
async function drawPng(explorer: Explorer, data: LoadedData): Promise<Blob> {
  const [{ drawMapPicture, mapPictureSize, readLightPalette }, { footerHeightInPixels, paintFooter }] =
    await Promise.all([import('../map/map-picture.ts'), import('./picture-footer.ts')]);
  const { sample: isSample, histogram } = data;
  const { view, siteUrl } = explorer;
  const { selection, units } = view.getState();
  const { filters, search, area } = explorer.query();
  const found = search?.mode === 'nearest' ? explorer.queryState.getState().result : null;
  const content = { filters, selection, search, found, area, units, isAreaFramed: false, isSample };
  const { width, ratio } = mapPictureSize;
  const size = { width, height: mapPictureSize.height - footerHeightInPixels, ratio };
  const map = await drawMapPicture(explorer.engine, content, size);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * ratio, mapPictureSize.height * ratio];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture of the map cannot be drawn in this browser.');
  context.drawImage(map, 0, 0);
  context.scale(ratio, ratio);
  const years = [histogram.firstMonth, histogram.lastMonth].map((month) => Math.floor(month / 12));
  const words = filtersInWords(filters);
  const [title, suffix] = [titleOfMap(), ` – ${site.title}`];
  const footer = {
    title: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    marks: marksIn(data),
    period: `Records ${[...new Set(years)].join(' to ')}${words === '' ? '' : ` · ${words}`}`,
    address: addressOf(view.getState(), siteUrl),
    siteAddress: siteUrl,
  };
  paintFooter(context, footer, readLightPalette(), size);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The picture of the map could not be written.'));
    }, 'image/png');
  });
}

const heightInPixels = 400;
/** The permissions that the embedded map needs; it asks for none of the reader's. */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** The HTML with which another page shows the map of a view. */
interface EmbedCode {
  readonly iframe: string;
  /** The element `<coastwatch-map>` and the script that defines it. */
  readonly element: string;
}

/** `siteUrl` ends in a slash. `title` is the accessible name of the map on the other page. */
export function embedCodeOf(view: ViewState, siteUrl: string, title: string): EmbedCode {
  // The embedded map has no list, so these parameters would have no effect.
  const query = writeView({ ...view, tab: initialView.tab, sort: initialView.sort });
  const src = new URL(`embed/${query}`, siteUrl).href;
  const size = { width: '100%', height: String(heightInPixels) };
  const module = new URL('embed/coastwatch-map.js', siteUrl).href;
  const link = new URL(query, siteUrl).href;
  return {
    iframe: `<iframe ${attributes({ src, title, ...size, frameborder: '0', loading: 'lazy', sandbox })}></iframe>`,
    element:
      `<script type="module" src="${escape(module)}"></script>\n` +
      `<coastwatch-map ${attributes({ ...attributesOf(query), height: size.height, title })} ` +
      `style="display:block;min-height:${heightInPixels}px">\n  <a href="${escape(link)}">${escape(title)}</a>\n</coastwatch-map>`,
  };
}

/** The attributes of the element for a query string; `query` has the parameters without an attribute of their own. */
function attributesOf(query: string): Record<string, string> {
  const rest = new URLSearchParams(query);
  const take = (parameter: string): string => {
    const value = rest.get(parameter) ?? '';
    rest.delete(parameter);
    return value;
  };
  const [place, centre, zoom] = [take('place'), take('c'), take('z')];
  // With a place, the attribute is the radius around it, unless there is also a search.
  const hasSearch = rest.has('r') || rest.has('at');
  const radius = place !== '' && !hasSearch ? take('around') : place === '' ? take('r') : '';
  const named = { place, centre, zoom, radius, query: rest.toString().replaceAll('%2C', ',') };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
