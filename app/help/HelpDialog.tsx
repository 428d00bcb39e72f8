import { useEffect, useRef } from 'react';

import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import { Dialog } from '../components/Dialog.tsx';
import { MarkIcon } from '../components/MarkIcon.tsx';
import type { HelpTopic } from '../components/open-help.ts';
import { markLabels, marks } from '../vocabulary/kinds.ts';
import { DataDictionary } from './DataDictionary.tsx';
import { KeptOnDevice } from './KeptOnDevice.tsx';
import './help-dialog.css';

const keys = [
  ['Arrow keys', 'on the map: move it'],
  ['+ and −', 'on the map: zoom in and out'],
  ['Enter', 'on the map: list what is at the crosshair'],
  ['Escape', 'on the map: go to the list; elsewhere: close what is open'],
  ['Up and down', 'in the list: the row before and after'],
  ['Home and End', 'in the list: its first and last row'],
  ['?', 'this help'],
] as const;

/** What the page shows, what it does not, and how it is worked. */
export default function HelpDialog({ topic, onClose }: { readonly topic: HelpTopic; readonly onClose: () => void }) {
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const section = body.current?.querySelector<HTMLElement>(`#help-${topic}`);
    section?.focus({ preventScroll: true });
    if (topic !== 'about') section?.scrollIntoView({ block: 'start' });
  }, [topic]);

  const section = (name: HelpTopic, title: string): React.ReactNode => (
    <h3 id={`help-${name}`} tabIndex={-1}>
      {title}
    </h3>
  );
  return (
    <Dialog title="About these records" onClose={onClose} isFullOnPhone>
      <div className="help" ref={body}>
        {section('about', 'What this shows')}
        <p>
          Shark sightings reported by people, and detections of tagged sharks by receivers, along the coast of Western
          Australia. They are historical records, not live warnings. Where nothing is recorded, nobody looked, nobody
          reported, or nothing was there: the records cannot tell which.
        </p>
        <p>
          A receiver records a tagged animal each time that it hears it. One animal near one receiver can make more than
          a thousand records. Untagged animals pass unheard.
        </p>
        {section('terms', 'Terms of use')}
        <ol className="help-terms">
          {termsOfUse.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ol>
        <p>
          The <a href="./docs/data-dictionary/">data dictionary</a> explains every field and value. Licence, publisher
          and attribution of the data, as far as the publisher stated them, are under its{' '}
          <a href="./docs/data-dictionary/#terms">terms of use</a>.
        </p>
        <p>
          This page contains software by others: <a href="./third-party-licences.txt">third-party licences</a>.
        </p>
        {section('positions', 'How positions were derived')}
        <p>
          A record is placed at a point of a coastal feature, not where the animal was: at the feature’s inshore point
          when the report was less than 1,000 m offshore or gave no distance, at its offshore point otherwise.
          Detections of tagged animals are placed at the receiver. The two points of a feature are about a kilometre
          apart. A search by location therefore finds what was reported <em>for</em> a place, not what was measured
          there.
        </p>
        {section('times', 'What the times mean')}
        <p>
          Times are shown as they were recorded; no record tells its time zone. Until about the first week of July 2019
          reports by people are in Universal Time (UTC), eight hours behind Western Australia; later ones are in local
          time. Those of the SMART drumline trial are in UTC throughout. The newest detections are in local time.
        </p>
        {section('marks', 'Marks on the map')}
        <ul className="help-marks">
          {marks.map((mark) => (
            <li key={mark}>
              <MarkIcon mark={mark} size={22} /> {markLabels[mark]}
            </li>
          ))}
        </ul>
        <p>
          A number is the count of records. A larger mark with its number inside stands for neighbours that part as you
          zoom in; its shape is that of its main kind. Dots with names are coastal places. The bundled coast is from
          Natural Earth, at 1:10,000,000: good for an overview, approximate when zoomed in.
        </p>
        {section('keys', 'Keys')}
        <dl className="help-keys">
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        {section('device', 'Kept on this device')}
        <KeptOnDevice />
        {section('dictionary', 'Data dictionary')}
        <DataDictionary />
        <p>
          All of it can be called as JSON: <a href="./docs/">the interface</a>. Each value with its counts is in the{' '}
          <a href="./docs/data-dictionary/">data dictionary</a>, and the whole of it among the{' '}
          <a href="./docs/downloads/">downloads</a>.
        </p>
      </div>
    </Dialog>
  );
}
