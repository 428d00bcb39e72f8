import { useAnswer, useFindings } from '../session/use-session.ts';

/**
 * The one status of the page for those who hear it: says what was found once the view stands still, and nothing while
 * something is being dragged.
 */
export function StatusAnnouncer({ sentence }: { readonly sentence: string }) {
  const isSettled = useFindings(({ isSettled }) => isSettled);
  const hasAnswer = useAnswer(() => true) ?? false;
  return (
    <p className="visually-hidden" role="status">
      {isSettled && hasAnswer ? sentence : ''}
    </p>
  );
}
