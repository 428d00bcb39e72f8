import type { LatLng, LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import { type RefObject, useEffect, useState } from 'react';

import { IconButton } from '../components/buttons.tsx';
import { useEngineQuery } from '../explorer/use-engine-query.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { TargetName } from '../map/controls/CrosshairList.tsx';
import { LineLayer } from '../map/layers/drawn-layers.ts';
import type { DrawnMarks } from '../map/layers/Marks.tsx';
import { crosshairReachInPixels, touchToleranceInPixels, touchToleranceOfPlacesInPixels } from '../map/map-options.ts';
import type { Target } from '../map/scene/hit-test.ts';
import { targetsAround } from '../map/use-map-clicks.ts';
import { smallestZoomToSelect } from '../view/search-around.ts';
import { type Filters, type Selection, type ViewState, wholeCoast } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import { formatPeriod } from '../vocabulary/dates.ts';
import { countsInWords } from '../vocabulary/observation-counts.ts';
import { plainPosition } from '../vocabulary/positions.ts';
import { capitalise } from '../vocabulary/text.ts';
import { fullRecordTitle, placeTitle } from '../vocabulary/titles.ts';
import type { Engine, MapBox } from '../engine/engine.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { site } from '../vocabulary/site.ts';

interface TargetPopupProps {
  readonly map: LeafletMap;
  readonly drawn: RefObject<DrawnMarks | null>;
}

/** Describes the mark or place that is pressed, or that is at the crosshair when Enter is pressed. */
export function TargetPopup({ map, drawn }: TargetPopupProps) {
  const [target, setTarget] = useState<Target | null>(null);
  useCouncilArea(map);
  useEffect(() => {
    const container = map.getContainer();
    const showAt = (position: LatLng, reach: number, reachOfPlaces: number): void => {
      setTarget(targetsAround(drawn.current, position, reach, reachOfPlaces)[0] ?? null);
    };
    const handleClick = ({ latlng }: LeafletMouseEvent): void => {
      showAt(latlng, touchToleranceInPixels, touchToleranceOfPlacesInPixels);
    };
    const handleKey = ({ key, target: pressed }: KeyboardEvent): void => {
      if (key === 'Enter' && pressed === container) {
        showAt(map.getCenter(), crosshairReachInPixels, crosshairReachInPixels);
      }
    };
    map.on('click', handleClick);
    container.addEventListener('keydown', handleKey);
    return () => {
      map.off('click', handleClick);
      container.removeEventListener('keydown', handleKey);
    };
  }, [map, drawn]);
  const close = (): void => {
    setTarget(null);
    map.getContainer().focus();
  };
  if (!target) return null;
  const { item } = target;
  const position = item.kind === 'place' ? item.place.inshore : item.mark.position;
  return <TargetCard key={`${item.kind} ${plainPosition(position)}`} target={target} onClose={close} />;
}

/** Outlines the box of the council area, and dims the map around it. */
function useCouncilArea(map: LeafletMap): void {
  const { engine } = useExplorer();
  const council = useView((view) => view.council) ?? '';
  const summary = useEngineQuery(council === '' ? null : `area ${council}`, () => engine.summarise({ council }));
  const box = summary.state === 'ready' ? (summary.value?.box ?? null) : null;
  useEffect(() => {
    if (!box) return;
    const layer = new LineLayer();
    layer.set('embed-dimmed', [...ringAround(box, 0), ...ringAround(box, dimmedReach).toReversed()], true);
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, box]);
}

/** In degrees: more than the map shows around a council area. */
const dimmedReach = 20;

/** The corners of a box that is extended by `reach` on each side, the first of them again at the end. */
function ringAround({ west, south, east, north }: MapBox, reach: number): readonly Position[] {
  const [left, right, bottom, top] = [west - reach, east + reach, south - reach, north + reach];
  return [
    { longitude: left, latitude: bottom },
    { longitude: left, latitude: top },
    { longitude: right, latitude: top },
    { longitude: right, latitude: bottom },
    { longitude: left, latitude: bottom },
  ];
}

/** What a mark or a place of the map is, with a link that opens it in the explorer. */
function TargetCard({ target, onClose }: { readonly target: Target; readonly onClose: () => void }) {
  const { engine, siteUrl, view: store } = useExplorer();
  // The view at the time of the press: following every movement of the map would render the card in every frame.
  const [view] = useState(() => store.getState());
  const selection = selectionOf(target);
  const key = selection && `card ${JSON.stringify([selection, view.filters])}`;
  const words = useEngineQuery(key, () =>
    selection ? describe(selection, engine, view.filters) : Promise.resolve(''),
  );
  return (
    <div
      className="embed-card floating row apart label inset"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className="stack gap-4">
        <span className="row strong" role="status">
          {words.state === 'ready' && words.value !== '' ? <bdi>{words.value}</bdi> : <TargetName target={target} />}
        </span>
        <a href={addressOf({ ...view, ...explorerStateFor(target, view) }, siteUrl)} target="_blank" rel="noopener">
          Open in {site.title}
        </a>
      </div>
      <IconButton icon="close" iconSize={18} kind="plain" label="Close" onClick={onClose} />
    </div>
  );
}

/** Null for a cluster, which is not one item. */
function selectionOf({ item }: Target): Selection | null {
  if (item.kind === 'place') return { kind: 'place', id: item.place.id };
  const { locations, onlyRecord, position } = item.mark;
  if (locations > 1) return null;
  return onlyRecord === null ? { kind: 'location', position } : { kind: 'record', id: onlyRecord };
}

/** "White shark, detected near Albany, 31 July 2021", "3 sightings at Trigg Beach, …"; '' for a place, which is named. */
async function describe(selection: Selection, engine: Engine, filters: Filters): Promise<string> {
  if (selection.kind === 'record') {
    const record = await engine.record(selection.id, wholeCoast.centre);
    return record ? fullRecordTitle(record) : '';
  }
  const location = selection.kind === 'location' ? await engine.location(selection.position, filters) : null;
  if (!location) return '';
  const period = formatPeriod(location.first?.slice(0, 10) ?? null, location.last?.slice(0, 10) ?? null);
  return `${capitalise(countsInWords(location))}, ${placeTitle(location.name)}, ${period}`;
}

/** What the explorer shows of it: its details, or the area of a cluster. */
function explorerStateFor(target: Target, { map }: ViewState): Partial<ViewState> {
  const selection = selectionOf(target);
  if (selection) return { selection };
  if (target.item.kind === 'place') return {};
  return { map: { centre: target.item.mark.position, zoom: Math.max(map.zoom + 2, smallestZoomToSelect) } };
}
