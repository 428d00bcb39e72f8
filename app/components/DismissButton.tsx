import { Icon } from './Icon.tsx';

/** Takes a notice away. */
export function DismissButton({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <button
      type="button"
      className="button"
      data-kind="plain"
      data-size="icon"
      aria-label="Dismiss"
      onClick={onDismiss}
    >
      <Icon name="close" size={18} />
    </button>
  );
}
