import { Icon } from './Icon.tsx';

/** The way back from details, or from what stands in their place. */
export function BackToListButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button type="button" className="button" data-kind="plain" onClick={onPress}>
      <Icon name="back" size={18} />
      Back to list
    </button>
  );
}
