import type { Position } from '../../core/geo/wgs84.ts';
import { bringIntoView } from '../view/search-around.ts';
import { useExplorer, useView } from './use-explorer.ts';

/** The radius of the circle around a selected place or point, and how to change it. */
export function useSelectionRadius(centre: Position | undefined) {
  const { view } = useExplorer();
  const units = useView((state) => state.units);
  const radiusInMetres = useView((state) => state.selectionRadiusInMetres);
  const actions = {
    slideTo: view.getState().setSelectionRadius,
    settle: () => {
      const state = view.getState();
      if (centre) bringIntoView(state, { centre, radiusInMetres: state.selectionRadiusInMetres });
    },
  };
  return { radiusInMetres, units, actions };
}
