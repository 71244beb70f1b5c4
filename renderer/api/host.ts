/** What the console host tells about the clusters it knows. */
import { createVocabulary, type Vocabulary } from "../../shared/vocabulary.ts";
import { send } from "./request.ts";

export interface Cluster {
  id: string;
  name: string;
  kind: "sandbox" | "remote";
  state: "running" | "stopped" | "failed";
  /** The word that the server's vocabulary is made of. */
  vocabulary: string;
  apiServer: string;
  /** Path of a kubeconfig file on this machine. */
  kubeconfig: string;
  /** Any CSS colour; marks everything that belongs to the cluster. */
  colour: string;
}

/** Lists the clusters that the host knows. @throws ApiError */
export async function listClusters(signal?: AbortSignal): Promise<Cluster[]> {
  const { body } = await send<Cluster[]>("/host/clusters", { signal });
  return Array.isArray(body) ? body : [];
}

/** The vocabulary of a cluster; the default one when the host names none or a word that cannot be one. */
export function vocabularyOf(cluster: Pick<Cluster, "vocabulary">): Vocabulary {
  try {
    return createVocabulary(cluster.vocabulary || undefined);
  } catch {
    return createVocabulary();
  }
}
