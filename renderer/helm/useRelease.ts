import { useQuery } from "@tanstack/react-query";
import { inTurnOf } from "../api/inTurn.ts";
import { shouldRetry } from "../api/queries.ts";
import { useViewAsText } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import type { Release } from "./model/release.ts";
import type { StoredRevision } from "./model/releases.ts";
import { DamagedRelease } from "./model/unpackRelease.ts";
import { readStored } from "./readStored.ts";

/** Payloads hold values of all sorts; they are forgotten soon after nobody shows them any more. */
const FORGOTTEN_AFTER = 30_000;
/** What is stored stays as it is but for its status, which is in the key. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

const retry = (failures: number, error: unknown): boolean =>
  !(error instanceof DamagedRelease) && shouldRetry(failures, error);

const keyOf = ({ driver, uid, object, status, updated }: StoredRevision): readonly unknown[] => [
  driver,
  uid,
  object,
  status,
  updated,
];

/** A revision in full, read when it is first shown. */
export function useRelease(stored: StoredRevision | undefined) {
  const { cluster } = useClusterScope();
  const viewAs = useViewAsText(cluster.id);
  return useQuery<Release>({
    queryKey: ["helmRelease", cluster.id, viewAs, ...(stored === undefined ? [] : keyOf(stored))],
    queryFn: ({ signal }) => readStored(cluster.id, stored as StoredRevision, signal),
    enabled: stored !== undefined,
    staleTime: NEVER_STALE,
    gcTime: FORGOTTEN_AFTER,
    retry,
  });
}

/** A list reads so many payloads at a time, and only those of rows in sight. */
const inTurn = inTurnOf(4);

/** What lists say of a revision. */
export type ReleaseHead = Pick<Release, "chart" | "description">;

/** Of a revision what lists say alone: nothing else of what is stored is kept. */
export function useReleaseHead(stored: StoredRevision) {
  const { cluster } = useClusterScope();
  const viewAs = useViewAsText(cluster.id);
  return useQuery<ReleaseHead>({
    queryKey: ["helmHead", cluster.id, viewAs, ...keyOf(stored)],
    queryFn: ({ signal }) =>
      inTurn(async () => {
        const { chart, description } = await readStored(cluster.id, stored, signal);
        return { chart, description };
      }, signal),
    staleTime: NEVER_STALE,
    retry,
  });
}
