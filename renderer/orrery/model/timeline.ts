import { type Action, changeId } from "./action.ts";

/** Limit of kept actions; older ones are dropped. */
const LIMIT = 5_000;
/**
 * Number of steps in which waiting actions are caught up: actions that come too fast are shown together, and counted.
 */
const STEPS_BEHIND = 20;

/** The actions, in the order in which they began, and how far the view has shown them. */
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
 * The timeline with new actions.
 *
 * @param isShown whether the new actions count as shown, because they are in the past
 */
export function extended(timeline: Timeline, items: readonly Action[], last: number, isShown = false): Timeline {
  if (items.length === 0) return last === timeline.last ? timeline : { ...timeline, last };
  const all = [...timeline.actions, ...items];
  // Shown actions keep their place; waiting ones are sorted by their beginning.
  const shown = all.slice(0, timeline.position);
  const waiting = all.slice(timeline.position).sort((a, b) => compare(a.at, b.at) || a.sequence - b.sequence);
  const surplus = Math.max(0, all.length - LIMIT);
  const actions = [...shown, ...waiting].slice(surplus);
  const made = surplus === 0 ? new Set(timeline.made) : new Set<string>();
  for (const { writes } of surplus === 0 ? items : actions) for (const write of writes) made.add(changeId(write));
  const position = isShown ? actions.length : Math.max(0, timeline.position - surplus);
  return { actions, made, position, last };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** How many actions the next step shows: one, or more while many wait. */
export const stepSize = ({ actions, position }: Timeline): number =>
  Math.max(1, Math.ceil((actions.length - position) / STEPS_BEHIND));

/** The timeline after a step, and the actions that it shows. @param size number of actions; default {@link stepSize} */
export function stepped(
  timeline: Timeline,
  size = stepSize(timeline),
): { timeline: Timeline; shown: readonly Action[] } {
  const { actions, position } = timeline;
  const end = Math.min(actions.length, position + size);
  return { timeline: { ...timeline, position: end }, shown: actions.slice(position, end) };
}

/** The timeline, moved back or forward to a position. */
export const movedTo = (timeline: Timeline, position: number): Timeline => ({
  ...timeline,
  position: Math.max(0, Math.min(timeline.actions.length, position)),
});
