import { type Action, changeId } from "./action.ts";

/** Maximum number of kept actions; older ones are dropped. */
const LIMIT = 5_000;
/**
 * Number of steps in which a backlog of actions is caught up: if actions come too fast, several are shown in one step.
 */
const STEPS_BEHIND = 20;

/** The actions in the order of their start, and the position up to which the view has shown them. */
export interface Timeline {
  readonly actions: readonly Action[];
  /** Ids of the changes that these actions made. */
  readonly made: ReadonlySet<string>;
  /** Number of actions that have been shown. */
  readonly position: number;
  /** Sequence number of the newest action. */
  readonly last: number;
}

export const EMPTY: Timeline = { actions: [], made: new Set(), position: 0, last: 0 };

/**
 * The timeline with new actions added. Actions of the server itself are not kept, but their changes count as made.
 *
 * @param isShown whether the new actions count as shown, because they are in the past
 */
export function extended(timeline: Timeline, added: readonly Action[], last: number, isShown = false): Timeline {
  if (added.length === 0) return last === timeline.last ? timeline : { ...timeline, last };
  const items = added.filter(({ kind }) => kind !== "server");
  const [before, after] = [timeline.actions.slice(0, timeline.position), timeline.actions.slice(timeline.position)];
  // Shown actions keep their place, unless earlier actions arrive late; waiting ones are sorted.
  const shown = isShown ? inOrder([...before, ...items]) : before;
  const waiting = isShown ? after : inOrder([...after, ...items]);
  const surplus = Math.max(0, shown.length + waiting.length - LIMIT);
  const actions = [...shown, ...waiting].slice(surplus);
  const made = surplus === 0 ? new Set(timeline.made) : new Set<string>();
  for (const { writes } of surplus === 0 ? added : actions) for (const write of writes) made.add(changeId(write));
  return { actions, made, position: Math.max(0, shown.length - surplus), last };
}

/**
 * Sorts by the written revisions, which give the cluster's order regardless of clocks; an action without a revision
 * keeps its place.
 */
export function inOrder(actions: readonly Action[]): Action[] {
  let latest = 0;
  const keyed = actions.map((action, index) => {
    const own = action.writes.reduce((least, { revision }) => Math.min(least, Number(revision) || least), LAST);
    if (own !== LAST) latest = Math.max(latest, own);
    return { action, index, key: own === LAST ? latest : own };
  });
  keyed.sort((a, b) => a.key - b.key || compare(a.action.at, b.action.at) || a.index - b.index);
  return keyed.map(({ action }) => action);
}

const LAST = Number.MAX_SAFE_INTEGER;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The number of actions that the next step shows: one, or more while many are waiting. */
export const stepSize = ({ actions, position }: Timeline): number =>
  Math.max(1, Math.ceil((actions.length - position) / STEPS_BEHIND));

/**
 * The timeline after a step, and the actions that the step shows. @param size number of actions; default {@link
 * stepSize}
 */
export function stepped(
  timeline: Timeline,
  size = stepSize(timeline),
): { timeline: Timeline; shown: readonly Action[] } {
  const { actions, position } = timeline;
  const end = Math.min(actions.length, position + size);
  return { timeline: { ...timeline, position: end }, shown: actions.slice(position, end) };
}

/** The timeline moved back or forward to a position. */
export const movedTo = (timeline: Timeline, position: number): Timeline => ({
  ...timeline,
  position: Math.max(0, Math.min(timeline.actions.length, position)),
});
