/** What one client did to one object, and what it was told. Times are milliseconds of one clock that only goes forward. */
export interface Operation {
  readonly client: number;
  readonly action: Action;
  readonly invoked: number;
  /** Absent while nobody knows: the operation may take effect at any later time, or never. */
  readonly outcome?: { readonly at: number; readonly result: Result };
}

/** What an object can be asked for. Every value is written once only, so that it tells who wrote it. */
export type Action =
  | { readonly type: "read" }
  /** Only where nothing is. */
  | { readonly type: "create"; readonly value: string }
  /** Only over this value: told by the version that the client saw, or by a patch that tests the value itself. */
  | { readonly type: "replace"; readonly expected: string; readonly value: string; readonly tests?: true }
  /** Over whatever is there. */
  | { readonly type: "overwrite"; readonly value: string }
  /** Only this value, or whatever is there. */
  | { readonly type: "remove"; readonly expected?: string };

/** What a client is told. */
export type Result =
  /** The action was done; a read found this value. */
  | { readonly type: "done"; readonly value?: string }
  /** There was nothing. */
  | { readonly type: "absent" }
  /** There was something else than the action needs. */
  | { readonly type: "refused" };

/** The value of an object; undefined for none. */
export type State = string | undefined;

/** Where an action leads from a state, and what it says; several results when the server may say either. */
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

/** Whether a client can be told this when its action meets that state. */
export function explains(state: State, action: Action, told: Result): boolean {
  const { result } = step(state, action);
  if (result !== told.type) return false;
  return action.type !== "read" || told.type !== "done" || told.value === state;
}

/** One line for people. */
export function describe({ client, action, invoked, outcome }: Operation): string {
  const end = outcome === undefined ? "…" : outcome.at.toFixed(1);
  const result = outcome === undefined ? "unknown" : JSON.stringify(outcome.result);
  return `${invoked.toFixed(1)}–${end} client ${client}: ${JSON.stringify(action)} → ${result}`;
}
