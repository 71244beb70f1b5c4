/** What the console host tells about the clusters it knows. */
import { createVocabulary, type Vocabulary } from "../../shared/vocabulary.ts";
import { send } from "./request.ts";

export interface Cluster {
  id: string;
  name: string;
  kind: "sandbox" | "remote";
  state: ClusterState;
  /** The word that the server's vocabulary is made of. */
  vocabulary: string;
  apiServer: string;
  /** Path of a kubeconfig file on this machine. */
  kubeconfig: string;
  /** Any CSS colour; marks everything that belongs to the cluster. */
  colour: string;
  /** Why the state is a bad one. */
  reason?: string;
  version?: string;
  /** The kubeconfig that a remote context comes from. */
  source?: string;
  login?: "certificate" | "token" | "exec" | "oidc" | "none" | "unsupported";
  /** Any certificate of the server is taken. */
  insecure?: boolean;
  /** The host refuses requests that would change something. */
  readOnly?: boolean;
  /** It was made or added here, and can be deleted or forgotten. */
  removable?: boolean;
}

/** A sandbox is one of the first five; a remote cluster is `unopened`, then what the last contact said. */
export type ClusterState =
  | "stopped"
  | "starting"
  | "running"
  | "stopping"
  | "failed"
  | "unopened"
  | "connected"
  | "unauthorized"
  | "unreachable";

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
