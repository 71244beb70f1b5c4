/** Evaluations that block the event loop only for a moment: in this thread if that is enough, otherwise in a worker. */
import { timeout } from "../../../shared/status.ts";
import { awaited, type Steps } from "../../../shared/steps.ts";
import type { Job } from "../offload/lane.ts";
import { type JobOptions, pool } from "../offload/pool.ts";
import { Slice, SliceSpent } from "../turns/slice.ts";
import { TURN_UNITS, withinTurn } from "../turns/turns.ts";
import type { Means } from "./compile.ts";
import { CelError } from "./diagnostics.ts";
import { type Answer, answering } from "./evaluation/answering.ts";
import type { AccessAnswer, AccessQuestion } from "./overload.ts";

/** An authorization question with its answer. */
export type Answered = readonly [AccessQuestion, AccessAnswer];

/** The reply of a worker: the value, or the question that must be answered before it can continue. */
export type Reply = { readonly value: unknown } | { readonly question: AccessQuestion };

/**
 * Evaluates something, usually at once. An evaluation that does not fit into one turn of the event loop is restarted in
 * a worker, which runs the same code on clones of the same values and so gets the same result.
 * @param here evaluates in this thread; it must change nothing before it is finished
 * @param away creates the job for a worker, whose task returns the result of `here` as data
 */
export type Evaluate = <T>(here: (means: Means) => T, away: () => Omit<Job, "answers">) => Promise<T>;

/** The `Answer` for expressions that cannot ask authorization questions. */
export const noQuestions: Answer = () => {
  throw new CelError("authorization checks are not available here");
};

/** @param answerTo answers the questions of evaluations; each question is asked once */
export function evaluator(answerTo: Answer, options: JobOptions, workers: Pick<typeof pool, "run"> = pool): Evaluate {
  const answer = answering(answerTo);
  return async <T>(here: (means: Means) => T, away: () => Omit<Job, "answers">): Promise<T> => {
    try {
      return await answer((ask) => withinTurn((slice) => here({ ask, slice })));
    } catch (error) {
      if (!(error instanceof SliceSpent)) throw error;
    }
    const job = away();
    const answers: Answered[] = [];
    for (;;) {
      const reply = (await workers.run({ ...job, answers }, options).catch((error: unknown) => {
        throw options.inFlight?.signal.aborted === true ? timeout("the request ended before it was judged") : error;
      })) as Reply;
      if ("value" in reply) return reply.value as T;
      const { question } = reply;
      answers.push([question, await answer((ask) => ask(question))]);
    }
  };
}

/** {@link Evaluate} as steps of longer work, for expressions that cannot ask authorization questions. */
export function* offloaded<T>(here: (slice: Slice) => T, away: () => Omit<Job, "answers">): Steps<T> {
  yield;
  try {
    return here(new Slice(TURN_UNITS));
  } catch (error) {
    if (!(error instanceof SliceSpent)) throw error;
  }
  const reply = (yield* awaited(pool.run({ ...away(), answers: [] }, { owner: "" }))) as { readonly value: T };
  return reply.value;
}
