import type { CauseLedger } from "./causeLedger.ts";
import { type Action, type Change, changeId, type ObjectName, type Write } from "./change.ts";

/** The causes and effects of changes of an object. */
export interface CauseGraph {
  /** In the order in which they began. */
  readonly actions: readonly Action[];
  /** Whether there are more actions than the limit. */
  readonly isCut: boolean;
}

/** The starting point: the changes of an object, or the one change with this revision. */
export interface GraphStart extends ObjectName {
  readonly revision?: string | undefined;
}

/** Follows causes backwards, and effects forwards, from changes of an object. @param limit maximum number of actions */
export function causeGraph(ledger: CauseLedger, start: GraphStart, limit: number): CauseGraph {
  const begin = start.revision === undefined ? ledger.changes(start) : [{ ...start, revision: start.revision }];
  const found = new Map<number, Action>();
  let isCut = false;
  const walk = (
    step: (change: Versioned) => readonly Action[],
    next: (action: Action) => readonly Versioned[],
  ): void => {
    const seen = new Set<string>();
    const line = [...begin];
    for (let change = line.shift(); change !== undefined; change = line.shift()) {
      const id = changeId(change);
      if (seen.has(id)) continue;
      seen.add(id);
      for (const action of step(change)) {
        if (!found.has(action.sequence) && found.size >= limit) {
          isCut = true;
          return;
        }
        found.set(action.sequence, action);
        for (const each of next(action)) line.push(each);
      }
    }
  };
  walk(
    (change) => [ledger.maker(change)].filter((maker) => maker !== undefined),
    ({ causes }) => causes,
  );
  walk(
    (change) => ledger.effects(change),
    ({ writes }) => writes,
  );
  return { actions: [...found.values()].sort((a, b) => a.at - b.at || a.sequence - b.sequence), isCut };
}

type Versioned = Pick<Change | Write, keyof ObjectName | "revision">;
