import { createStore, type StoreApi, useStore } from 'zustand';

import { type BaseMap, baseMapsMetaName } from '../../core/http/base-maps.ts';
import { readStoredChoice, storeChoice } from '../components/stored-choice.ts';
import { useExplorer } from '../explorer/use-explorer.ts';

interface BaseMapChoice {
  /** The base maps of the site. */
  readonly baseMaps: readonly BaseMap[];
  /** Drawn below the marks; null for the outline of the coast. Nothing is requested from its provider before that. */
  readonly chosen: BaseMap | null;
  /** Also remembers the choice on this device. */
  readonly choose: (baseMap: BaseMap | null) => void;
}

let store: StoreApi<BaseMapChoice> | undefined;

/** The base maps, and which of them the user has chosen on this device. */
export function useBaseMap(): BaseMapChoice {
  const { siteUrl } = useExplorer();
  return useStore((store ??= createBaseMapStore(siteUrl)));
}

function createBaseMapStore(siteUrl: string): StoreApi<BaseMapChoice> {
  const baseMaps = parseBaseMaps(document);
  // Sites under different paths of one origin share its storage.
  const key = `coastwatch base map ${new URL(siteUrl).pathname}`;
  return createStore<BaseMapChoice>((set) => ({
    baseMaps,
    chosen: baseMaps.find(({ title }) => title === readStoredChoice(key)) ?? null,
    choose: (chosen) => {
      set({ chosen });
      storeChoice(key, chosen && chosen.title);
    },
  }));
}

/** The list that the build has written into the page; empty in a page that no build has completed. */
function parseBaseMaps(page: Document): readonly BaseMap[] {
  const meta = page.querySelector<HTMLMetaElement>(`meta[name="${baseMapsMetaName}"]`);
  return meta ? (JSON.parse(meta.content) as BaseMap[]) : [];
}
