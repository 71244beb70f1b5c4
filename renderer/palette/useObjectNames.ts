import { useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useNamespaces } from "../api/queries.ts";
import { createLimiter } from "../api/requests/limiter.ts";
import { type ResourceType, typeKey } from "../api/resourceType.ts";
import { useViewAsText } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useDebounced } from "../ui/useDebounced.ts";
import { type KindNames, readNames } from "./objectNames.ts";

/** Names by the key of the kind. */
export type NamesByKind = Readonly<Record<string, KindNames>>;

export interface ObjectNames {
  readonly names: NamesByKind;
  /** Whether requests are still running. */
  readonly searching: boolean;
}

/** Milliseconds after which names are read again. */
const STALE_TIME = 30_000;
/** Milliseconds after the last keystroke until the server is searched for the text. */
const REST = 250;
/** Matches valid object names, by the API's rules for any kind. */
const NAME = /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/;
/** Few concurrent requests, so that those of other views are not delayed. */
const inTurn = createLimiter(4);

/**
 * Names of the cluster's objects, read kind by kind once the user types. For kinds with very many objects, only some
 * names are read, plus the objects with exactly the typed name.
 *
 * @param query the typed text; nothing is read before it has two characters
 */
export function useObjectNames(kinds: readonly ResourceType[], query: string): ObjectNames {
  const text = query.trim().toLowerCase();
  const rested = useDebounced(text, REST);
  const all = useNames(text.length > 1 ? kinds : NO_KINDS);
  const partial = useMemo(() => kinds.filter((type) => all.names[typeKey(type)]?.partial === true), [kinds, all.names]);
  const exact = useNames(rested === text && NAME.test(text) ? partial : NO_KINDS, text);
  const names = useMemo(() => joined(all.names, exact.names), [all.names, exact.names]);
  return { names, searching: all.searching || exact.searching };
}

const NO_KINDS: readonly ResourceType[] = [];

/** Reads the names of these kinds. @param name if set, only of objects with this name */
function useNames(kinds: readonly ResourceType[], name = ""): ObjectNames {
  const { cluster, namespaces: chosen } = useClusterScope();
  const viewAs = useViewAsText(cluster.id);
  const known = useNamespaces(cluster.id).data;
  const spaces = chosen === "" ? (known ?? []) : chosen.split(",");
  const only = name === "" ? {} : { fieldSelector: `metadata.name=${name}` };
  const combine = useCallback(
    (results: readonly { data: KindNames | undefined; isFetching: boolean }[]): ObjectNames => {
      const names: Record<string, KindNames> = {};
      for (const [at, type] of kinds.entries()) {
        const answer = results[at]?.data;
        if (answer !== undefined) names[typeKey(type)] = answer;
      }
      return { names, searching: results.some(({ isFetching }) => isFetching) };
    },
    [kinds],
  );
  return useQueries({
    queries: kinds.map((type) => ({
      queryKey: ["names", cluster.id, viewAs, typeKey(type), chosen, name],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => readNames(cluster.id, type, spaces, { signal, ...only }), signal),
      staleTime: STALE_TIME,
    })),
    combine,
  });
}

/** The union of both, without duplicates. */
export function joined(all: NamesByKind, exact: NamesByKind): NamesByKind {
  const result: Record<string, KindNames> = { ...all };
  for (const [key, { names }] of Object.entries(exact)) {
    const { names: before = [], partial = false } = result[key] ?? {};
    const isNew = names.filter(
      (one) => !before.some((old) => old.name === one.name && old.namespace === one.namespace),
    );
    if (isNew.length > 0) result[key] = { names: [...isNew, ...before], partial };
  }
  return result;
}
