/** Loads content into a cluster. */
import { type Ask, bodyOf, valueAt } from "../lessons/checkEngine.ts";
import { LessonError } from "../lessons/lifecycle.ts";
import { creations } from "../manifests/creations.ts";
import type { Manifest } from "../manifests/manifest.ts";
import type { Content } from "./content.ts";

/** Maximum number of concurrent requests. */
const AT_ONCE = 8;

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of objects that already exist. */
  onProgress?(done: number): void;
}

/**
 * Creates the objects of some content. Objects that already exist are left unchanged, so that loading again resumes an
 * interrupted load. After a refusal, no further object is created.
 *
 * @returns the number of created objects
 * @throws LessonError with the server's message when it refuses an object; the signal's reason when the signal aborts
 */
export async function loadContent(content: Content, ask: Ask, options: LoadOptions = {}): Promise<number> {
  const creation = creations(ask);
  const objects = content.objects()[Symbol.iterator]();
  let done = 0;
  let made = 0;
  const create = async (manifest: Manifest): Promise<void> => {
    options.signal?.throwIfAborted();
    const answer = await ask(await creation(manifest));
    if (answer.status >= 300 && answer.status !== 409) {
      const said = valueAt(bodyOf(answer.text), "/message");
      const message = typeof said === "string" ? said : `HTTP ${answer.status}`;
      throw new LessonError(`${manifest.kind} ${manifest.metadata.name}: ${message}`, answer);
    }
    if (answer.status < 300) made += 1;
    done += 1;
    options.onProgress?.(done);
  };
  let isOver = false;
  const work = async (): Promise<void> => {
    try {
      for (let next = objects.next(); !isOver && next.done !== true; next = objects.next()) await create(next.value);
    } finally {
      isOver = true;
    }
  };
  // Creates the leading namespaces and the first object after them one by one, because the other objects need the
  // namespaces.
  for (let next = objects.next(); next.done !== true; next = objects.next()) {
    await create(next.value);
    if (next.value.kind !== "Namespace") break;
  }
  // Waits for all requests, so that none is running when the caller receives an error.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return made;
}
