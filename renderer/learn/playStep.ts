import type { LessonAnswer } from "../../shared/lessons/checkEngine.ts";
import type { LessonRequest, LessonStep } from "../../shared/lessons/lesson.ts";
import { LessonError } from "../../shared/lessons/lifecycle.ts";

/** What a step is played with. */
export interface StepPlayer {
  /** Fills in what earlier answers gave. */
  fill<T>(request: T): T;
  send(request: LessonRequest, step: LessonStep): Promise<LessonAnswer>;
  /** Resolves after a short while. */
  wait(): Promise<void>;
}

/** So often a request is sent until it is answered as the solution has it: what it needs may be on its way. */
const PATIENCE = 40;

/**
 * Does what a step asks, as its solution has it.
 * @throws LessonError with the answer when a request is answered otherwise, again and again
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
