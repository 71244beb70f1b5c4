import { type Action, changesOfPeople, PEOPLE } from "./action.ts";

/** Something that travels between the API server and somebody, drawn once for all that travels so in a step. */
export interface Pulse {
  /** Name of the body. */
  readonly body: string;
  /** `in`: a write; `out`: what somebody is told of. */
  readonly direction: "in" | "out";
  /** How many travel. */
  readonly count: number;
  /** Part of a step at which it begins and ends: 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** It belongs to what is followed, or nothing is followed. */
  readonly isFollowed: boolean;
}

/** A step: first people write, then everybody is told, then everybody writes. */
const PHASES = { people: [0, 0.3], told: [0.3, 0.6], writes: [0.6, 1] } as const;

/**
 * What travels while some actions are shown. Nothing moves that did not happen.
 * @param made ids of the changes that actions made
 * @param followed sequences of the actions that are followed; undefined when nothing is
 */
export function pulsesOf(
  actions: readonly Action[],
  made: ReadonlySet<string>,
  followed: ReadonlySet<number> | undefined,
): Pulse[] {
  const counts = new Map<string, Pulse>();
  const add = (body: string, phase: keyof typeof PHASES, count: number, isFollowed: boolean): void => {
    if (count === 0) return;
    const [from, to] = PHASES[phase];
    const id = `${phase} ${body}`;
    const known = counts.get(id);
    counts.set(id, {
      ...{ body, from, to, direction: phase === "told" ? ("out" as const) : ("in" as const) },
      count: (known?.count ?? 0) + count,
      isFollowed: isFollowed || known?.isFollowed === true,
    });
  };
  for (const action of actions) {
    const isFollowed = followed === undefined || followed.has(action.sequence);
    add(PEOPLE, "people", changesOfPeople(action, made).length, isFollowed);
    add(action.actor, "told", action.causes.length, isFollowed);
    add(action.actor, "writes", action.writes.length, isFollowed);
  }
  return [...counts.values()];
}

/** Where a pulse is at a part of its step: 0 at its beginning, 1 at its end; undefined when it does not travel then. */
export function progressOf({ from, to }: Pulse, part: number): number | undefined {
  if (part < from || part > to) return undefined;
  const linear = (part - from) / (to - from);
  // Slow at both ends, as what starts and arrives.
  return linear * linear * (3 - 2 * linear);
}
