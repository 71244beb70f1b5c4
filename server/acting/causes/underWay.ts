import { AsyncLocalStorage } from "node:async_hooks";
import type { Action, Change, Write } from "./change.ts";

/** An action under way. */
export interface Acting {
  readonly at: number;
  readonly actor: string;
  readonly kind: Action["kind"];
  readonly key: string;
  readonly causes: readonly Change[];
  readonly writes: Write[];
}

/** The action that each piece of asynchronous work belongs to, for all servers of this process. */
const current = new AsyncLocalStorage<Acting>();
let running = 0;

/**
 * Does the work of an action, which {@link actionUnderWay} gives to everything that the work calls. While promises are
 * followed for that, each promise of the process costs several times as much, and again as much for each further storage;
 * therefore all servers share one storage, and it follows promises only while an action is under way.
 */
export async function actDuring<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await current.run(acting, work);
  } finally {
    running -= 1;
    if (running === 0) current.disable();
  }
}

/** The action that the caller belongs to, if any; it may be one of another server. */
export const actionUnderWay = (): Acting | undefined => current.getStore();
