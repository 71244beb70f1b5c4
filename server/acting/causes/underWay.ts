import { AsyncLocalStorage } from "node:async_hooks";
import type { Action, Change, Write } from "./change.ts";

/** An action in progress. */
export interface Acting {
  readonly at: number;
  readonly actor: string;
  readonly kind: Action["kind"];
  readonly key: string;
  readonly causes: readonly Change[];
  readonly writes: Write[];
}

interface Work {
  readonly acting: Acting;
  isOver: boolean;
}

/** The action of each piece of asynchronous work, for all servers of this process. */
const current = new AsyncLocalStorage<Work>();
let running = 0;

/**
 * Performs the work of an action, which {@link actionUnderWay} then returns to everything that the work calls. While
 * asynchronous contexts are tracked, every promise of the process costs several times as much, and again as much for
 * each further storage. Therefore all servers share one storage, and it is only enabled while an action is in progress.
 */
export async function actDuring<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  const own: Work = { acting, isOver: false };
  running += 1;
  try {
    return await current.run(own, work);
  } finally {
    own.isOver = true;
    running -= 1;
    if (running === 0) current.disable();
  }
}

/**
 * The action in whose work the caller runs, if any; it may be one of another server. Work that an action left behind when
 * it ended is not part of it.
 */
export function actionUnderWay(): Acting | undefined {
  const own = current.getStore();
  return own?.isOver === false ? own.acting : undefined;
}
