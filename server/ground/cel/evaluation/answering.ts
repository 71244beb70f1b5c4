/** Lets evaluations ask authorization questions, although an evaluation is synchronous. */
import type { AccessAnswer, AccessQuestion } from "../overload.ts";

/** Answers a question, possibly asynchronously. */
export type Answer = (question: AccessQuestion) => AccessAnswer | Promise<AccessAnswer>;

/** The synchronous interface for an evaluation: returns the answer to a question. */
export type Ask = (question: AccessQuestion) => AccessAnswer;

/** Thrown through an evaluation when its next answer is not available yet. */
class Waiting extends Error {
  readonly answer: Promise<void>;
  constructor(answer: Promise<void>) {
    super("an answer is awaited");
    this.answer = answer;
  }
}

/**
 * Runs evaluations that may ask questions. Each time an answer has arrived, the evaluation is run again, until no
 * answer is missing. Each question is asked once, even across several evaluations.
 * @throws whatever the evaluation throws
 */
export function answering(answerTo: Answer): <T>(evaluate: (ask: Ask) => T | Promise<T>) => Promise<T> {
  const answers = new Map<string, AccessAnswer>();
  const ask: Ask = (question) => {
    const id = JSON.stringify(question);
    const known = answers.get(id);
    if (known !== undefined) return known;
    const answer = answerTo(question);
    if (!(answer instanceof Promise)) {
      answers.set(id, answer);
      return answer;
    }
    throw new Waiting(answer.then((came) => void answers.set(id, came)));
  };
  return async (evaluate) => {
    for (;;) {
      try {
        return await evaluate(ask);
      } catch (error) {
        if (!(error instanceof Waiting)) throw error;
        await error.answer;
      }
    }
  };
}
