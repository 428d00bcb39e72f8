import { openHelp } from './open-help.ts';

/** Leads from a statement to what the help says about it. */
export function HelpLink({ topic, children }: { readonly topic: 'positions' | 'times'; readonly children: string }) {
  return (
    <button
      type="button"
      className="details-help"
      onClick={() => {
        openHelp(topic);
      }}
    >
      {children}
    </button>
  );
}
