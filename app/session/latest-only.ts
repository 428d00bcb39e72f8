/**
 * Asks one question at a time. While an answer is under way, of all questions that come only the latest is kept and
 * asked next: what a finger drags never runs behind, and no answer is older than the one shown before it.
 */
export function latestOnly<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  onAnswer: (answer: Answer, question: Question) => void,
  onFailure: (error: unknown, question: Question) => void,
): (question: Question) => void {
  let isBusy = false;
  let waiting: { readonly question: Question } | undefined;

  async function run(question: Question): Promise<void> {
    isBusy = true;
    try {
      onAnswer(await ask(question), question);
    } catch (error) {
      onFailure(error, question);
    } finally {
      isBusy = false;
      const next = waiting;
      waiting = undefined;
      if (next) void run(next.question);
    }
  }

  return (question) => {
    if (isBusy) waiting = { question };
    else void run(question);
  };
}
