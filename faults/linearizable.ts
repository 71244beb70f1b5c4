import { isConsistentWith, type Operation, type State, step } from "./history.ts";

/** The result of checking one object's history. */
export type Verdict =
  | { readonly type: "linearizable" }
  /** No order of the operations explains the clients' results. `longest`: the longest partial order that does. */
  | { readonly type: "violated"; readonly longest: readonly Operation[] }
  /** There were too many orders to try. */
  | { readonly type: "undecided" };

/** The begin or end of an operation, in a linked list from which operations are removed and put back. */
interface Entry {
  readonly index: number;
  readonly isCall: boolean;
  /** For a call whose result is known: the entry of its end. */
  end: Entry | undefined;
  before: Entry | undefined;
  after: Entry | undefined;
}

/**
 * Whether the operations on one object, absent at first, can be put into one order that respects time (an operation
 * that ended before another began comes before it) and explains every result. The search is Wing and Gong's, with
 * Lowe's cache of configurations that have already failed. An operation of unknown outcome may take effect at any point
 * after it was invoked, or never.
 *
 * @param limit steps before it gives up
 */
export function checkLinearizable(operations: readonly Operation[], limit = 2_000_000): Verdict {
  const head = entriesOf(operations);
  let open = operations.filter(({ outcome }) => outcome !== undefined).length;
  let state: State;
  const taken = new Set<number>();
  const tried = new Set<string>();
  const stack: { readonly entry: Entry; readonly state: State }[] = [];
  let longest: readonly Operation[] = [];
  let steps = 0;
  let at = head.after;
  while (open > 0) {
    if (++steps > limit) return { type: "undecided" };
    if (at?.isCall === true) {
      const operation = operations[at.index] as Operation;
      const next = after(state, operation);
      if (next !== undefined && isNew(tried, taken, at.index, next.state)) {
        stack.push({ entry: at, state });
        taken.add(at.index);
        state = next.state;
        if (at.end !== undefined) open -= 1;
        if (stack.length > longest.length) longest = stack.map(({ entry }) => operations[entry.index] as Operation);
        takeOut(at);
        at = head.after;
      } else at = at.after;
      continue;
    }
    // Reached the end of a call that is still in the list, or the end of the list: backtrack, because one of the calls
    // taken so far belongs elsewhere.
    const last = stack.pop();
    if (last === undefined) return { type: "violated", longest };
    taken.delete(last.entry.index);
    state = last.state;
    if (last.entry.end !== undefined) open += 1;
    putBack(last.entry);
    at = last.entry.after;
  }
  return { type: "linearizable" };
}

/**
 * The state after an operation; undefined when the state does not explain its result, or when an operation of unknown
 * outcome changes nothing.
 */
function after(state: State, { action, outcome }: Operation): { readonly state: State } | undefined {
  const { next } = step(state, action);
  if (outcome === undefined) return next === state ? undefined : { state: next };
  return isConsistentWith(state, action, outcome.result) ? { state: next } : undefined;
}

function isNew(tried: Set<string>, taken: ReadonlySet<number>, index: number, state: State): boolean {
  const configuration = `${[...taken, index].sort((a, b) => a - b).join()}/${state ?? ""}`;
  if (tried.has(configuration)) return false;
  tried.add(configuration);
  return true;
}

/** Calls and ends in order of time, after a sentinel head. At equal times, the call comes first. */
function entriesOf(operations: readonly Operation[]): Entry {
  const events: { readonly time: number; readonly entry: Entry }[] = [];
  for (const [index, { invoked, outcome }] of operations.entries()) {
    const call: Entry = { index, isCall: true, end: undefined, before: undefined, after: undefined };
    events.push({ time: invoked, entry: call });
    if (outcome === undefined) continue;
    call.end = { index, isCall: false, end: undefined, before: undefined, after: undefined };
    events.push({ time: outcome.at, entry: call.end });
  }
  events.sort((a, b) => a.time - b.time || Number(b.entry.isCall) - Number(a.entry.isCall));
  const head: Entry = { index: -1, isCall: false, end: undefined, before: undefined, after: undefined };
  let last = head;
  for (const { entry } of events) {
    last.after = entry;
    entry.before = last;
    last = entry;
  }
  return head;
}

function takeOut(call: Entry): void {
  for (const entry of [call, call.end]) {
    if (entry?.before !== undefined) entry.before.after = entry.after;
    if (entry?.after !== undefined) entry.after.before = entry.before;
  }
}

function putBack(call: Entry): void {
  for (const entry of [call.end, call]) {
    if (entry?.before !== undefined) entry.before.after = entry;
    if (entry?.after !== undefined) entry.after.before = entry;
  }
}
