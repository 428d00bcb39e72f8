import { useSession } from '../session/use-session.ts';
import { bringIntoView } from '../view/search-around.ts';

export interface RadiusActions {
  /** Changes the radius in metres while the map holds still, as under a finger. */
  slideTo(radiusInMetres: number): void;
  /** Ends a slide: the map moves if the circle does not fit. */
  settle(): void;
  /** Changes the radius at once, and moves the map if the circle does not fit. */
  setTo(radiusInMetres: number): void;
}

/** What changes the radius of the search that there is. */
export function useRadius(): RadiusActions {
  const { view } = useSession();
  const slideTo = (radiusInMetres: number): void => {
    const { search, setSearch } = view.getState();
    if (search) setSearch({ ...search, radiusInMetres });
  };
  const settle = (): void => {
    const state = view.getState();
    if (state.search) bringIntoView(state, state.search);
  };
  return {
    slideTo,
    settle,
    setTo: (radiusInMetres) => {
      slideTo(radiusInMetres);
      settle();
    },
  };
}
