import type { Position } from '../../core/geo/wgs84.ts';
import type { RadiusActions } from '../components/RadiusSlider.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { bringIntoView } from '../view/search-around.ts';
import { searchWithinRadiusOf } from '../view/view-state.ts';

export interface PlaceCircle {
  readonly radiusInMetres: number;
  /** Whether the search is this circle; otherwise the circle is the place's own, beside whatever search there is. */
  readonly isSearch: boolean;
  readonly actions: RadiusActions;
  /** Makes the circle the search. */
  search(): void;
}

/** The circle that the map draws around the inshore point of the selected place, and what changes it. */
export function usePlaceCircle(centre: Position): PlaceCircle {
  const { view } = useSession();
  const searchHere = useView((state) => searchWithinRadiusOf(centre, state.search));
  const aroundInMetres = useView((state) => state.aroundInMetres);

  const slideTo = (radiusInMetres: number): void => {
    const { search, setSearch, setAround } = view.getState();
    const here = searchWithinRadiusOf(centre, search);
    if (here) setSearch({ ...here, radiusInMetres });
    else setAround(radiusInMetres);
  };
  const settle = (): void => {
    const state = view.getState();
    const here = searchWithinRadiusOf(centre, state.search);
    bringIntoView(state, here ?? { centre, radiusInMetres: state.aroundInMetres });
  };
  return {
    radiusInMetres: searchHere?.radiusInMetres ?? aroundInMetres,
    isSearch: searchHere !== null,
    actions: {
      slideTo,
      settle,
      setTo: (radiusInMetres) => {
        slideTo(radiusInMetres);
        settle();
      },
    },
    search: () => {
      const state = view.getState();
      state.setSearch({ mode: 'radius', centre, radiusInMetres: state.aroundInMetres });
      settle();
    },
  };
}
