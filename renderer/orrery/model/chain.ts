import { type Action, changeId, changesOfPeople, PEOPLE } from "./action.ts";
import { inOrder } from "./timeline.ts";

/** The causes and the effects of an action. */
export interface Chain {
  /** Causes precede their effects, even if a cause was reported after its effect was shown. */
  readonly actions: readonly Action[];
  readonly sequences: ReadonlySet<number>;
  /** Names of the acting bodies, including the users. */
  readonly bodies: ReadonlySet<string>;
}

/**
 * Follows an action back to its causes, and forward to its effects. @param made ids of the changes that actions made
 */
export function chainOf(actions: readonly Action[], made: ReadonlySet<string>, start: Action): Chain {
  const makers = new Map<string, Action>();
  const effects = new Map<string, Action[]>();
  for (const action of actions) {
    for (const write of action.writes) makers.set(changeId(write), action);
    for (const cause of action.causes) {
      const id = changeId(cause);
      const same = effects.get(id);
      if (same === undefined) effects.set(id, [action]);
      else same.push(action);
    }
  }
  const found = new Map<number, Action>();
  const walk = (next: (action: Action) => readonly Action[]): void => {
    const line = [start];
    const seen = new Set([start.sequence]);
    for (let action = line.pop(); action !== undefined; action = line.pop()) {
      found.set(action.sequence, action);
      for (const each of next(action)) {
        if (seen.has(each.sequence)) continue;
        seen.add(each.sequence);
        line.push(each);
      }
    }
  };
  walk(({ causes }) => causes.flatMap((cause) => makers.get(changeId(cause)) ?? []));
  walk(({ writes }) => writes.flatMap((write) => effects.get(changeId(write)) ?? []));
  const all = inOrder(actions.filter(({ sequence }) => found.has(sequence)));
  const bodies = new Set(all.map(({ actor }) => actor));
  if (all.some((action) => changesOfPeople(action, made).length > 0)) bodies.add(PEOPLE);
  return { actions: all, sequences: new Set(found.keys()), bodies };
}
