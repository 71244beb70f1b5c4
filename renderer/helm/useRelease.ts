import { useQuery } from "@tanstack/react-query";
import { shouldRetry } from "../api/queries.ts";
import { createLimiter } from "../api/requests/limiter.ts";
import { useViewAsText } from "../api/viewAs.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import type { Release } from "./model/release.ts";
import type { StoredRevision } from "./model/releases.ts";
import { DamagedRelease } from "./model/unpackRelease.ts";
import { readStored } from "./readStored.ts";

/**
 * Milliseconds for which a payload stays cached after the last view of it closes; short, because it may contain
 * secrets.
 */
const FORGOTTEN_AFTER = 30_000;
/** A payload never changes, except for its status, which is part of the key. */
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

/** A complete revision, read when first needed. */
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

/** Limits concurrent reads of payloads by a list, which reads only those of visible rows. */
const inTurn = createLimiter(4);

/** The parts of a revision that lists show. */
export type ReleaseHead = Pick<Release, "chart" | "description">;

/** Only the parts of a revision that lists show; the rest of the payload is not kept. */
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
