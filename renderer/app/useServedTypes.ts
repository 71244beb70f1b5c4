import { useMemo, useState } from "react";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { useDiscovery } from "../api/queries.ts";
import type { ClusterScope } from "./clusterContext.ts";

/** What is known about the resources that a cluster serves. @param cluster id; empty for none */
export function useServedTypes(
  cluster: string,
  vocabulary: Vocabulary,
): Pick<ClusterScope, "types" | "discovering" | "undiscovered"> {
  const { data, error: current, refetch } = useDiscovery(cluster, vocabulary);
  // A query without data forgets its error when it is sent again; the view would lose its explanation meanwhile.
  const [held, setHeld] = useState<{ readonly cluster: string; readonly error: Error | null }>({
    cluster,
    error: null,
  });
  const before = held.cluster === cluster ? held.error : null;
  const error = data === undefined ? (current ?? before) : null;
  if (held.cluster !== cluster || held.error !== error) setHeld({ cluster, error });
  return useMemo(
    () => ({
      types: data ?? [],
      discovering: data === undefined && error === null,
      undiscovered: error === null ? undefined : { error, retry: () => void refetch() },
    }),
    [data, error, refetch],
  );
}
