/** Puts content into a cluster. */
import { type Ask, bodyOf, valueAt } from "../lessons/checkEngine.ts";
import { LessonError } from "../lessons/lifecycle.ts";
import { creations } from "../manifests/creations.ts";
import type { Manifest } from "../manifests/manifest.ts";
import type { Content } from "./content.ts";

/** Requests under way at a time. */
const AT_ONCE = 8;

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of objects that exist already. */
  onProgress?(done: number): void;
}

/**
 * Creates the objects of some content; what is there already stays, so that loading again goes on where it broke off.
 * After a refusal it begins no further object.
 *
 * @returns how many were created
 * @throws LessonError with what the server says when it refuses one, and the signal's reason when it aborts
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
      const why = typeof said === "string" ? said : `HTTP ${answer.status}`;
      throw new LessonError(`${manifest.kind} ${manifest.metadata.name}: ${why}`, answer);
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
  // What comes first is what the others need: namespaces, and what is in them, in their order.
  for (let next = objects.next(); next.done !== true; next = objects.next()) {
    await create(next.value);
    if (next.value.kind !== "Namespace") break;
  }
  // Nothing is under way any more once the caller hears of a failure.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return made;
}
