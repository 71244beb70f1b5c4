import { type Action, changesOfPeople, PEOPLE } from "./action.ts";

/** A pulse between the API server and a body; represents all writes or events in one direction during a step. */
export interface Pulse {
  /** Name of the body. */
  readonly body: string;
  /** `in`: writes to the server; `out`: watch events to the body. */
  readonly direction: "in" | "out";
  /** Number of writes or events. */
  readonly count: number;
  /** Shares of the step at which the pulse starts and ends: 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Whether the server refused all of the writes. */
  readonly isRefused: boolean;
  /** Whether the pulse belongs to followed actions; also true if none are followed. */
  readonly isFollowed: boolean;
}

/**
 * The phases of a step: first users write, then watchers receive events, then controllers and nodes write. During the
 * rest, the last writes arrive.
 */
const PHASES = { people: [0, 0.28], told: [0.32, 0.58], writes: [0.62, 0.9] } as const;

/**
 * The pulses of the shown actions. Every pulse represents real writes or events.
 * @param made ids of the changes that actions made
 * @param followed sequence numbers of the followed actions; undefined if none are followed
 */
export function pulsesOf(
  actions: readonly Action[],
  made: ReadonlySet<string>,
  followed: ReadonlySet<number> | undefined,
): Pulse[] {
  const counts = new Map<string, Pulse>();
  const add = (
    body: string,
    phase: keyof typeof PHASES,
    count: number,
    isFollowed: boolean,
    isRefused = false,
  ): void => {
    if (count === 0) return;
    const [from, to] = PHASES[phase];
    const id = `${phase} ${body}`;
    const known = counts.get(id);
    counts.set(id, {
      ...{ body, from, to, direction: phase === "told" ? ("out" as const) : ("in" as const) },
      count: (known?.count ?? 0) + count,
      isRefused: isRefused && known?.isRefused !== false,
      isFollowed: isFollowed || known?.isFollowed === true,
    });
  };
  for (const action of actions) {
    const isFollowed = followed === undefined || followed.has(action.sequence);
    add(PEOPLE, "people", changesOfPeople(action, made).length, isFollowed);
    add(action.actor, "told", action.causes.length, isFollowed);
    const phase = action.kind === "client" && action.causes.length === 0 ? "people" : "writes";
    add(action.actor, phase, action.writes.length, isFollowed, action.refusal !== undefined);
  }
  return [...counts.values()];
}

/** The progress of a pulse at a point of its step: 0 at its start, 1 at its end; undefined if it does not move then. */
export function progressOf({ from, to }: Pulse, part: number): number | undefined {
  if (part < from || part > to) return undefined;
  const linear = (part - from) / (to - from);
  // Eases in and out.
  return linear * linear * (3 - 2 * linear);
}
