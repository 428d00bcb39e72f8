import type { RadiusActions } from '../components/RadiusSlider.tsx';
import { useSession } from '../session/use-session.ts';
import { bringIntoView } from '../view/search-around.ts';

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
