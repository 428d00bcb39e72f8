import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { Icon } from '../components/Icon.tsx';
import { useData, useResult, useView } from '../explorer/use-explorer.ts';
import { datesInWords, daysToMonths, formatPeriodShort, type MonthRange, monthsToDays } from '../vocabulary/dates.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { sightingsAndVisitsInWords } from '../vocabulary/observation-counts.ts';
import { steppedWindow, usualLength, windowFrom } from './playback.ts';
import './play.css';

const monthsPerSecond = { Slow: 1, Normal: 2, Fast: 5 } as const;
type Speed = keyof typeof monthsPerSecond;
const speeds = Object.keys(monthsPerSecond) as Speed[];
const lengths = [1, 3, 6, 12] as const;

/** The window in words, with what was observed, and the controls: where no chart of the months shows them. */
export function PlayBar({ period }: { readonly period: MonthRange }) {
  const words = useResult(({ byMark, query: { filters } }) => ({
    dates: datesInWords(filters),
    observed: sightingsAndVisitsInWords(byMark),
    others: filtersInWords({ ...filters, from: null, to: null, months: [] }),
  }));
  return (
    <section className="play-bar stack gap-4" aria-label="Play the months">
      <p className="stack gap-0 label figure">
        <strong>{words?.dates}</strong>
        <span>{[words?.observed, words?.others].filter(Boolean).join('; ')}</span>
      </p>
      <PlayControls period={period} />
    </section>
  );
}

/**
 * Play, pause, steps, speed and length of the window. Nothing is animated between two months. While a result is late, the
 * window waits.
 */
export function PlayControls({ period }: { readonly period: MonthRange }) {
  const from = useView(({ filters }) => filters.from);
  const to = useView(({ filters }) => filters.to);
  const changeFilters = useView((view) => view.changeFilters);
  const isPlaying = useView((view) => view.isPlaying);
  const setIsPlaying = useView((view) => view.setIsPlaying);
  const setPlay = useView((view) => view.setPlay);
  const datesBeforePlay = useView((view) => view.datesBeforePlay);
  const playButton = useRef<HTMLButtonElement>(null);
  const [isStarted] = useState(isPlaying);
  const data = useData();
  const [speed, setSpeed] = useState<Speed>('Normal');
  const months = daysToMonths({ from, to }, period);
  const length = months.end - months.start + 1;
  const isShown = useResult(({ query }) => query.filters.from === from && query.filters.to === to) === true;

  // The button that was pressed has been replaced by these controls.
  useEffect(() => {
    if (isStarted) playButton.current?.focus();
  }, [isStarted]);

  useEffect(() => {
    if (!isPlaying || !isShown) return undefined;
    const timer = setTimeout(() => {
      const next = steppedWindow({ from, to }, 1, period);
      if (next) changeFilters(next);
      else setIsPlaying(false);
    }, 1000 / monthsPerSecond[speed]);
    return () => {
      clearTimeout(timer);
    };
  }, [isPlaying, isShown, speed, from, to, period, changeFilters, setIsPlaying]);

  const toggle = (): void => {
    if (!isPlaying && steppedWindow({ from, to }, 1, period) === null) {
      const isWhole = months.start <= period.start;
      changeFilters(windowFrom(period.start, isWhole ? usualLength(period) : length, period));
    }
    setIsPlaying(!isPlaying);
  };
  const step = (direction: -1 | 1): void => {
    setIsPlaying(false);
    const next = steppedWindow({ from, to }, direction, period);
    if (next) changeFilters(next);
  };
  const end = (): void => {
    const { firstMonth: start = period.start, lastMonth = period.end } = data?.histogram ?? {};
    setPlay(null, datesBeforePlay ?? monthsToDays(period, { start, end: lastMonth }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === 'ArrowLeft' ? -1 : 1);
    else if (event.key === 'Escape') end();
    else return;
    event.preventDefault();
  };
  return (
    <div className="play row gap-4" role="group" aria-label="Play the months" onKeyDown={onKeyDown}>
      <Button ref={playButton} className="play-button" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      </Button>
      {([-1, 1] as const).map((direction) => {
        const next = steppedWindow({ from, to }, direction, period);
        const name = direction === -1 ? 'One month back' : 'One month forward';
        return (
          <Button
            key={direction}
            className="play-button"
            aria-label={next ? `${name}: ${formatPeriodShort(next.from, next.to)}` : name}
            aria-disabled={next === null}
            onClick={() => {
              step(direction);
            }}
          >
            <Icon name={direction === -1 ? 'back' : 'forward'} size={16} />
          </Button>
        );
      })}
      <select
        className="field play-select"
        aria-label="Speed"
        value={speed}
        onChange={({ target }) => {
          setSpeed(speeds.find((each) => each === target.value) ?? speed);
        }}
      >
        {speeds.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <select
        className="field play-select"
        aria-label="Months shown at a time"
        value={length}
        onChange={({ target }) => {
          changeFilters(windowFrom(months.start, Number(target.value), period));
        }}
      >
        {[...new Set([...lengths, length])]
          .sort((a, b) => a - b)
          .map((each) => (
            <option key={each} value={each}>
              {countOf(each, 'month')}
            </option>
          ))}
      </select>
      <Button className="play-button" aria-label="Show the whole period" title="Show the whole period" onClick={end}>
        <Icon name="close" size={16} />
      </Button>
    </div>
  );
}
