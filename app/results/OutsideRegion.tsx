import { useSession } from '../session/use-session.ts';
import { focusCount } from '../components/focus-count.ts';
import { showWholeCoast } from './show-whole-coast.ts';

/** Says that the data knows nothing near here, and leads back to where it does. */
export function OutsideRegion() {
  const { view } = useSession();
  return (
    <div className="notice-box results-outside">
      <h3>Outside the region this data covers</h3>
      <p>The data tells of the coast of Western Australia alone.</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          showWholeCoast(view);
          focusCount();
        }}
      >
        Back to the coast
      </button>
    </div>
  );
}
