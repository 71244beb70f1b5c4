/** One list that combines several: each part has its own list and watch, and all write into one store. */

import { maxOf, minOf } from "../../../shared/collections/extremes.ts";
import type { ResourceRow, RowCluster } from "../tables/tableRow.ts";
import type { ListWatchSink } from "./listSink.ts";
import type { ListPhase, ListState } from "./listState.ts";

/** What one of the lists reads: a namespace (empty for all), of a cluster where there are several. */
export interface ListPart {
  readonly namespace: string;
  readonly cluster?: RowCluster | undefined;
}

/** How parts know their items. */
export interface PartItems<T> {
  uid(item: T): string;
  isOf(item: T, part: ListPart): boolean;
}

/** Rows of tables. */
export const ROW_ITEMS: PartItems<ResourceRow> = {
  uid: ({ uid }) => uid,
  isOf: (row, { namespace, cluster }) =>
    row.cluster?.id === cluster?.id && (namespace === "" || row.namespace === namespace),
};

/** What the parts write into. */
type PartStore<T> = Pick<ListWatchSink<T>, "page" | "changed" | "state"> & {
  /** Everything that it holds, and its state. */
  held(): { readonly items: Iterable<T>; readonly state: ListState };
};

/** Of several parts, the console shows the phase that needs the most attention. */
const ORDER: readonly ListPhase[] = ["loading", "stale", "reconnecting", "live", "empty"];

const isShut = (state: ListState): boolean => state.phase === "forbidden" || state.phase === "failed";

/** One of several clusters that cannot be reached is named, too: what is shown of it is old. */
const isAway = (state: ListState, { cluster }: ListPart): boolean =>
  isShut(state) || (cluster !== undefined && (state.phase === "stale" || state.phase === "reconnecting"));

/**
 * The state of the whole. `unseen` names refused and failed parts as long as another part is readable; only when none
 * is, the whole is forbidden or failed.
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

/** One sink per part. Each sweeps only its own rows, so that parts may be read again independently. */
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
    // A store that is used again holds items already.
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
