import { Button } from '../components/buttons.tsx';
import { useSession } from '../session/use-session.ts';

/** Opens the comparison of the selected place or point with another one. */
export function CompareButton() {
  const { view } = useSession();
  return (
    <Button
      size="small"
      onClick={() => {
        view.getState().compareWith('choose');
      }}
    >
      <ColumnsIcon />
      Compare
      <span className="visually-hidden"> this place with another</span>
    </Button>
  );
}

/** Two columns. */
function ColumnsIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="icon">
      <path d="M4 4h6v16H4ZM14 4h6v16h-6Z" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  );
}
