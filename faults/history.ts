/** What one client did to one object, and the answer it received. Times are milliseconds of one monotonic clock. */
export interface Operation {
  readonly client: number;
  readonly action: Action;
  readonly invoked: number;
  /** Absent when unknown: the operation may take effect at any later time, or never. */
  readonly outcome?: { readonly at: number; readonly result: Result };
}

/** An operation on an object. Every value is written only once, so that it identifies its writer. */
export type Action =
  | { readonly type: "read" }
  /** Succeeds only when the object is absent. */
  | { readonly type: "create"; readonly value: string }
  /**
   * Succeeds only when the object has this value: checked by the version that the client saw, or by a patch that tests
   * the value itself.
   */
  | { readonly type: "replace"; readonly expected: string; readonly value: string; readonly tests?: true }
  /** Succeeds whatever the present value is. */
  | { readonly type: "overwrite"; readonly value: string }
  /** Removes only this value, or without `expected` any value. */
  | { readonly type: "remove"; readonly expected?: string };

/** The answer to a client. */
export type Result =
  /** The action was executed; a read found this value. */
  | { readonly type: "done"; readonly value?: string }
  /** The object was absent. */
  | { readonly type: "absent" }
  /** The object was not in the state that the action requires. */
  | { readonly type: "refused" };

/** The value of an object; undefined for none. */
export type State = string | undefined;

/** The state after an action, and its result; several results when the server may give either. */
export function step(state: State, action: Action): { readonly next: State; readonly result: Result["type"] } {
  switch (action.type) {
    case "read":
      return { next: state, result: state === undefined ? "absent" : "done" };
    case "create":
      return state === undefined ? { next: action.value, result: "done" } : { next: state, result: "refused" };
    case "overwrite":
      return state === undefined ? { next: state, result: "absent" } : { next: action.value, result: "done" };
    case "replace":
      if (state === undefined) return { next: state, result: "absent" };
      return state === action.expected ? { next: action.value, result: "done" } : { next: state, result: "refused" };
    case "remove":
      if (state === undefined) return { next: state, result: "absent" };
      if (action.expected !== undefined && action.expected !== state) return { next: state, result: "refused" };
      return { next: undefined, result: "done" };
  }
}

/** Whether the action in that state can give the client this result. */
export function isConsistentWith(state: State, action: Action, answer: Result): boolean {
  const { result } = step(state, action);
  if (result !== answer.type) return false;
  return action.type !== "read" || answer.type !== "done" || answer.value === state;
}

/** A description in one line. */
export function describe({ client, action, invoked, outcome }: Operation): string {
  const end = outcome === undefined ? "…" : outcome.at.toFixed(1);
  const result = outcome === undefined ? "unknown" : JSON.stringify(outcome.result);
  return `${invoked.toFixed(1)}–${end} client ${client}: ${JSON.stringify(action)} → ${result}`;
}
