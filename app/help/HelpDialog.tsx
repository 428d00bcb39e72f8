import { useEffect, useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { datasets } from '../../core/datasets/datasets.ts';
import { Dialog } from '../components/Dialog.tsx';
import type { HelpTopic } from '../components/HelpLink.tsx';
import { MarkIcon } from '../components/Icon.tsx';
import { useData } from '../explorer/use-explorer.ts';
import { cachedBytes } from '../connection/service-worker.ts';
import { formatMegabytes } from '../vocabulary/numbers.ts';
import {
  allCounts,
  coastOfRegion,
  hasReceivers,
  hasReports,
  marksIn,
  taggedSubject,
} from '../vocabulary/site-words.ts';
import { capitalise, withArticle } from '../vocabulary/text.ts';
import { sightingInWords } from '../vocabulary/observation-sentences.ts';
import { site } from '../vocabulary/site.ts';
import './help-dialog.css';

const keys = [
  ['Arrow keys', 'on the map: move it; while months are played: show the month before or after'],
  ['+ and −', 'on the map: zoom in and out'],
  ['Enter', 'on the map: list everything at the crosshair'],
  [
    'Escape',
    'on the map: go to the list; while months are played: show all of them again; elsewhere: close the open window',
  ],
  ['Up and down', 'in the list: previous and next row'],
  ['Home and End', 'in the list: first and last row'],
  ['?', 'open this help'],
] as const;

const { subject, time } = site;
const { sighting, detection: visit } = site.marks;
const sources = [
  ...(hasReports ? [`${subject.one} ${sighting.many} reported by people`] : []),
  ...(hasReceivers
    ? [`detections of ${taggedSubject.many} by receivers`, 'catches and other reports']
    : ['and other reports']),
].join(hasReceivers ? ', ' : ' ');
const silences = [
  ...(hasReports ? ['nobody looked', 'nobody reported'] : []),
  ...(hasReceivers ? ['no receiver listened'] : []),
]
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** The help: what the page shows, its limits, and how to use it. */
export default function HelpDialog({ topic, onClose }: { readonly topic: HelpTopic; readonly onClose: () => void }) {
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const section = body.current?.querySelector<HTMLElement>(`#help-${topic}`);
    section?.focus({ preventScroll: true });
    if (topic !== 'about') section?.scrollIntoView({ block: 'start' });
  }, [topic]);

  const renderHeading = (name: HelpTopic, title: string): React.ReactNode => (
    <h3 id={`help-${name}`} tabIndex={-1}>
      {title}
    </h3>
  );
  return (
    <Dialog title="About the data" onClose={onClose} isFullOnPhone>
      <div className="help stack gap-12" ref={body}>
        {renderHeading('about', 'What this shows')}
        <p>
          {capitalise(sources)}, along {coastOfRegion}. They are historical records, not live warnings. If nothing is
          recorded at a place, there may have been no {subject.many}, or {silences}: the data cannot show which.
        </p>
        {hasReceivers && (
          <p>
            A receiver makes a record each time it detects a {taggedSubject.one}, so one {subject.one} near one receiver
            can produce more than a thousand records. {site.title} therefore counts {visit.many}:{' '}
            {withArticle(visit.one)} is one {taggedSubject.one} in an area on one day. On the map,{' '}
            {withArticle(subject.one)} that passes two receivers on one day counts at each. An observation is{' '}
            {hasReports ? `${withArticle(sighting.one)}, ` : ''}
            {withArticle(visit.one)}, a catch or another record. A {taggedSubject.one} is a tag number with the species
            as recorded; the number alone does not identify an animal. Untagged {subject.many} are not detected. The
            details of a detection open the journey of its tag: its stops in order, joined by straight lines, which are
            not its route.
          </p>
        )}
        <p>
          {hasReceivers
            ? `A receiver is known to have listened in a month in which it detected anything, and probably listened between its first and its last such month. Nothing is known about other months: the receiver may not have been there, or no ${taggedSubject.one} came near. `
            : ''}
          {hasReports ? `${sightingInWords} ` : ''}Nobody has counted the {subject.many} themselves.
        </p>
        {renderHeading('terms', 'Terms of use')}
        <ol className="help-terms">
          {site.terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ol>
        <p>
          The <a href="./docs/data-dictionary/">data dictionary</a> explains every field and value. Its{' '}
          <a href="./docs/data-dictionary/#terms">terms of use</a> give the licence, publisher and attribution of the
          data, as far as the publisher stated them.
        </p>
        <p>
          This page contains software by others: <a href="./third-party-licences.txt">third-party licences</a>.
        </p>
        {renderHeading('positions', 'How positions were derived')}
        <p>
          {site.positions
            ? [site.positions.notice, ...(site.positions.derivation ?? [])].join(' ')
            : 'The publisher does not say.'}
        </p>
        {renderHeading('times', 'What the times mean')}
        <p>
          All times are shown in {time.name} (“{time.shortName}”).{' '}
          {time.conversion === undefined
            ? ''
            : `${time.convertedMark} marks a time that was recorded in Coordinated Universal Time (UTC) and converted: ${time.conversion}. `}
          Lists are sorted by the published time, which the details also show. {time.rule}
        </p>
        {renderHeading('marks', 'Marks on the map')}
        <ul className="stack gap-4">
          {marksIn(useData()).map((mark) => (
            <li key={mark} className="row">
              <MarkIcon mark={mark} size={22} /> {site.marks[mark].label}
            </li>
          ))}
        </ul>
        <p>
          {hasReceivers
            ? `A few records say “detected” without the number of a tag: they count as ${sighting.many} or, if the species may not be ${withArticle(subject.one)}, as others. `
            : ''}
          A number counts {allCounts}. A ring with a number is a cluster, and shows the share of each kind: press it to
          zoom in or, if its points are too close together, to list its records. Dots with names are coastal places.
          Unless the map credits another source, the coast is from OpenStreetMap; at small scales, from Natural Earth.
        </p>
        {renderHeading('keys', 'Keys')}
        <dl className="help-keys stack">
          {keys.map(([key, action]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{action}</dd>
            </div>
          ))}
        </dl>
        {renderHeading('device', 'Stored on this device')}
        <OfflineStorage />
        {renderHeading('dictionary', 'Data dictionary')}
        <DataDictionary />
        <p>
          All data is available as JSON through the <a href="./docs/">API</a>, and as files on the{' '}
          <a href="./docs/downloads/">downloads</a> page. The <a href="./docs/data-dictionary/">data dictionary</a>{' '}
          lists every value with its counts.
        </p>
      </div>
    </Dialog>
  );
}

const nullDescriptions = { never: 'Always filled.', documented: 'May be missing.', tolerated: 'Rarely missing.' };

/** Every field of both datasets, from the descriptions against which the build validates the data. */
function DataDictionary() {
  return (
    <>
      {datasets.map((dataset) => (
        <section key={dataset.name}>
          <h4>{dataset.title}</h4>
          <p>{dataset.meaning}</p>
          <dl className="stack">
            {dataset.fields.map((field) => (
              <div key={field.name}>
                <dt className="strong break-anywhere">{field.name}</dt>
                <dd>
                  {field.meaning} {'unit' in field ? `In ${field.unit}. ` : ''}
                  <span className="muted">{nullDescriptions[field.nulls]}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

type StoredAmount =
  { readonly state: 'checking' | 'unknown' } | { readonly state: 'known' | 'removed'; readonly bytes: number };

/** How much the site stores on the device for offline use, and a button that removes it. */
export function OfflineStorage() {
  const [amount, setAmount] = useState<StoredAmount>({ state: 'checking' });
  const message = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    void cachedBytes('size').then((bytes) => {
      setAmount(toAmount('known', bytes));
    });
  }, []);
  const remove = (): void => {
    // The button disappears after the removal, so the focus moves to the message.
    message.current?.focus();
    void cachedBytes('remove').then((bytes) => {
      setAmount(toAmount('removed', bytes));
    });
  };

  return (
    <>
      <p>
        The page and its data are stored on this device, so that both work offline. If the data is too large, only the
        most recently used part is stored. Places that you save are stored only on this device, and nothing about them
        is sent.
      </p>
      <p role="status" tabIndex={-1} ref={message}>
        {describeAmount(amount)}
      </p>
      {amount.state === 'known' && amount.bytes > 0 ? (
        <p>
          <Button onClick={remove}>Remove page data from this device</Button>
        </p>
      ) : null}
    </>
  );
}

function toAmount(state: 'known' | 'removed', bytes: number | undefined): StoredAmount {
  return bytes === undefined ? { state: 'unknown' } : { state, bytes };
}

function describeAmount(amount: StoredAmount): string {
  switch (amount.state) {
    case 'checking':
      return 'Checking how much is stored …';
    case 'unknown':
      return 'The amount of stored data is unknown. Try again later.';
    case 'removed':
      return amount.bytes === 0
        ? 'Removed. The page stores its data again when you next open it.'
        : `Not everything could be removed: ${formatMegabytes(amount.bytes)} is still stored. Try again later.`;
    case 'known':
      return amount.bytes === 0
        ? 'The page and its data are not stored on this device, so it needs a network connection.'
        : `Stored now: ${formatMegabytes(amount.bytes)}.`;
  }
}
