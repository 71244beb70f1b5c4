/** Sets up and resets lessons. */
import { type Ask, bodyOf, type LessonAnswer, valueAt } from "./checkEngine.ts";
import type { Lesson } from "./lesson.ts";

/** A lesson could not be set up or reset; the message is that of the server. */
export class LessonError extends Error {
  /** The server's response; undefined after a timeout. */
  readonly answer: LessonAnswer | undefined;

  constructor(message: string, answer?: LessonAnswer) {
    super(message);
    this.answer = answer;
  }
}

/** Maximum number of checks whether the namespace is gone. */
const MAX_ATTEMPTS = 60;

/** The message of the Status in a response, or else its status code. */
const problemOf = ({ status, text }: LessonAnswer): string => {
  const message = valueAt(bodyOf(text), "/message");
  return typeof message === "string" && message !== "" ? message : `HTTP ${status}`;
};

const namespacePath = (lesson: Lesson): string => `/api/v1/namespaces/${lesson.namespace}`;

/**
 * Creates the namespace and the initial objects of a lesson. Objects that already exist are left unchanged.
 *
 * @returns whether the namespace is new, in contrast to a lesson that is resumed
 * @throws LessonError
 */
export async function setUpLesson(lesson: Lesson, ask: Ask): Promise<boolean> {
  const requests = [
    { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: lesson.namespace } } } as const,
    ...lesson.setup,
  ];
  const statuses: number[] = [];
  for (const request of requests) {
    const answer = await ask(request);
    if (answer.status >= 300 && answer.status !== 409) throw new LessonError(problemOf(answer), answer);
    statuses.push(answer.status);
  }
  return statuses[0] !== 409;
}

/**
 * Deletes everything that belongs to the lesson, and waits until its namespace is gone.
 *
 * @param wait resolves after a short delay
 * @throws LessonError when the server refuses, or the namespace is not deleted in time
 */
export async function resetLesson(lesson: Lesson, ask: Ask, wait: () => Promise<void>): Promise<void> {
  for (const request of [...lesson.cleanup, { method: "DELETE", path: namespacePath(lesson) } as const]) {
    const answer = await ask(request);
    if (answer.status >= 300 && answer.status !== 404 && answer.status !== 409)
      throw new LessonError(problemOf(answer), answer);
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const answer = await ask({ method: "GET", path: namespacePath(lesson) });
    if (answer.status === 404) return;
    await wait();
  }
  throw new LessonError(`namespace ${lesson.namespace}`);
}
