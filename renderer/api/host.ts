/** The console host's information about its clusters. */
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { createVocabulary, type Vocabulary } from "../../shared/vocabulary.ts";
import { send } from "./requests/request.ts";

/** Lists the clusters that the host knows. @throws ApiError */
export async function listClusters(signal?: AbortSignal): Promise<ClusterSummary[]> {
  const { body } = await send<ClusterSummary[]>("/host/clusters", { signal });
  return Array.isArray(body) ? body : [];
}

/** The vocabulary of a cluster; the default one if the host reports none or an invalid one. */
export function vocabularyOf(cluster: Pick<ClusterSummary, "vocabulary">): Vocabulary {
  try {
    return createVocabulary(cluster.vocabulary || undefined);
  } catch {
    return createVocabulary();
  }
}
