import type { CauseLedger } from "./causeLedger.ts";
import { type Action, type Change, changeId, type ObjectName, type Write } from "./change.ts";

/** What led to changes of an object, and what came of them. */
export interface CauseGraph {
  /** In the order in which they began. */
  readonly actions: readonly Action[];
  /** There are more actions than were asked for. */
  readonly isCut: boolean;
}

/** The changes of an object to begin with; all that are kept unless a revision is named. */
export interface GraphStart extends ObjectName {
  readonly revision?: string | undefined;
}

/** Follows causes backwards, and effects forwards, from changes of an object. @param limit the most actions */
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
