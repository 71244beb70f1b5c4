/** Combines several lists into one: each part has its own list and watch, and all write into one store. */

import { maxOf, minOf } from "../../../shared/collections/extremes.ts";
import type { ResourceRow, RowCluster } from "../tables/tableRow.ts";
import type { ListWatchSink } from "./listSink.ts";
import type { ListPhase, ListState } from "./listState.ts";

/** One of the combined lists: a namespace (empty for all), and its cluster if there are several. */
export interface ListPart {
  readonly namespace: string;
  readonly cluster?: RowCluster | undefined;
}

/** How to identify items, and to determine the part that they belong to. */
export interface PartItems<T> {
  uid(item: T): string;
  isOf(item: T, part: ListPart): boolean;
}

/** For rows of tables. */
export const ROW_ITEMS: PartItems<ResourceRow> = {
  uid: ({ uid }) => uid,
  isOf: (row, { namespace, cluster }) =>
    row.cluster?.id === cluster?.id && (namespace === "" || row.namespace === namespace),
};

/** The store that the parts write into. */
type PartStore<T> = Pick<ListWatchSink<T>, "page" | "changed" | "state"> & {
  /** All items in the store, and its state. */
  held(): { readonly items: Iterable<T>; readonly state: ListState };
};

/** The phases by priority: the combined list has the phase that needs the most attention. */
const ORDER: readonly ListPhase[] = ["loading", "stale", "reconnecting", "live", "empty"];

const isShut = (state: ListState): boolean => state.phase === "forbidden" || state.phase === "failed";

/** An unreachable cluster among several is also reported, because its rows may be out of date. */
const isAway = (state: ListState, { cluster }: ListPart): boolean =>
  isShut(state) || (cluster !== undefined && (state.phase === "stale" || state.phase === "reconnecting"));

/**
 * The state of the combined list. `unseen` lists refused and failed parts while another part is readable; only if none
 * is, the whole list is forbidden or failed.
 */
export function combineStates(parts: readonly ListPart[], states: readonly ListState[]): ListState {
  const seen = states.filter((state) => !isShut(state));
  const shown = seen.length === 0 ? states : seen;
  const sum = (read: (state: ListState) => number): number => states.reduce((total, state) => total + read(state), 0);
  const phase =
    seen.length === 0
      ? (states.find((state) => state.phase === "failed") ?? states[0])?.phase
      : ORDER.find((each) => seen.some((state) => state.phase === each));
  return {
    phase: phase ?? "loading",
    loaded: sum((state) => state.loaded),
    remaining: states.some((state) => state.remaining !== undefined) ? sum((s) => s.remaining ?? 0) : undefined,
    complete: shown.every((state) => state.complete),
    lastContact: minOf(shown.map((state) => state.lastContact)),
    attempts: maxOf(states.map((state) => state.attempts)),
    error: seen.length === 0 ? states.find((state) => state.error !== undefined)?.error : undefined,
    unwatched: seen.find((state) => state.unwatched !== undefined)?.unwatched,
    unseen: states.flatMap((state, i) => {
      const part = parts[i] ?? { namespace: "" };
      return state.error !== undefined && isAway(state, part) ? [{ ...part, error: state.error }] : [];
    }),
  };
}

/** One sink per part. Each sweeps only its own rows, so that parts can be read again independently. */
export function partSinks<T>(
  store: PartStore<T>,
  parts: readonly ListPart[],
  { uid, isOf }: PartItems<T>,
): ListWatchSink<T>[] {
  const { items, state } = store.held();
  const held = [...items];
  const states: ListState[] = parts.map(() => ({
    phase: "loading",
    loaded: 0,
    complete: false,
    lastContact: state.lastContact,
    attempts: 0,
  }));
  return parts.map((part, index) => {
    // A store that is used again already contains items.
    const own = new Map(held.filter((item) => isOf(item, part)).map((item) => [uid(item), item]));
    let seen: Set<string> | undefined;
    return {
      beginList: () => {
        seen = new Set();
      },
      page: (items) => {
        for (const item of items) {
          own.set(uid(item), item);
          seen?.add(uid(item));
        }
        store.page(items);
      },
      endList: () => {
        const gone = [...own.values()].filter((item) => seen !== undefined && !seen.has(uid(item)));
        for (const item of gone) own.delete(uid(item));
        seen = undefined;
        store.changed("DELETED", gone);
      },
      changed: (type, items) => {
        for (const item of items) {
          if (type === "DELETED") own.delete(uid(item));
          else own.set(uid(item), item);
        }
        store.changed(type, items);
      },
      size: () => own.size,
      state: (next) => {
        states[index] = next;
        store.state(combineStates(parts, states));
      },
    };
  });
}
