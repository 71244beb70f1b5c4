import type { LessonAnswer } from "../../shared/lessons/checkEngine.ts";
import type { LessonRequest, LessonStep } from "../../shared/lessons/lesson.ts";
import { LessonError } from "../../shared/lessons/lifecycle.ts";

/** The functions that playing a step needs. */
export interface StepPlayer {
  /** Fills in values from earlier responses. */
  fill<T>(request: T): T;
  send(request: LessonRequest, step: LessonStep): Promise<LessonAnswer>;
  /** Resolves after a short delay. */
  wait(): Promise<void>;
}

/** Maximum number of attempts until a request gets the expected response: objects that it needs may not exist yet. */
const MAX_ATTEMPTS = 40;

/**
 * Performs a step by sending the requests of its solution.
 * @throws LessonError with the response if all attempts of a request get an unexpected one
 */
export async function playStep(step: LessonStep, { fill, send, wait }: StepPlayer): Promise<void> {
  for (const { status: wanted, ...planned } of step.solution) {
    let answer = await send(fill(planned), step);
    for (let attempt = 1; answer.status !== wanted; attempt += 1) {
      if (attempt === MAX_ATTEMPTS) {
        throw new LessonError(`${planned.method} ${planned.path}: ${answer.status} ≠ ${wanted}`, answer);
      }
      await wait();
      answer = await send(fill(planned), step);
    }
  }
}
