import type { LessonAnswer } from "../../shared/lessons/checkEngine.ts";
import type { LessonRequest, LessonStep } from "../../shared/lessons/lesson.ts";
import { LessonError } from "../../shared/lessons/lifecycle.ts";

/** The functions that playing a step needs. */
export interface StepPlayer {
  /** Fills in values of earlier answers. */
  fill<T>(request: T): T;
  send(request: LessonRequest, step: LessonStep): Promise<LessonAnswer>;
  /** Resolves after a short while. */
  wait(): Promise<void>;
}

/** Attempts until a request gets the expected answer: objects that it needs may not exist yet. */
const PATIENCE = 40;

/**
 * Performs a step with the requests of its solution.
 * @throws LessonError with the answer when every attempt of a request gets an unexpected answer
 */
export async function playStep(step: LessonStep, { fill, send, wait }: StepPlayer): Promise<void> {
  for (const { status: wanted, ...planned } of step.solution) {
    let answer = await send(fill(planned), step);
    for (let turn = 1; answer.status !== wanted; turn += 1) {
      if (turn === PATIENCE) {
        throw new LessonError(`${planned.method} ${planned.path}: ${answer.status} ≠ ${wanted}`, answer);
      }
      await wait();
      answer = await send(fill(planned), step);
    }
  }
}
