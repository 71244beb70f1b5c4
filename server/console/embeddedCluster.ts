import type { RunningServer } from "../server.ts";
import type { Cluster } from "./cluster.ts";

/** One calm green for what lives on this desk only: never mistaken for a remote cluster. */
const SANDBOX_COLOUR = "#2f9e7e";

/** The embedded server as a cluster, reached like any other: over HTTPS, with the administrator's certificate. */
export function embeddedCluster(
  server: Pick<RunningServer, "url" | "vocabulary" | "kubeconfigPath" | "admin">,
  names: { id?: string; name?: string } = {},
): Cluster {
  const { ca, cert, key } = server.admin;
  return {
    id: names.id ?? "sandbox",
    name: names.name ?? "sandbox",
    kind: "sandbox",
    vocabulary: server.vocabulary.word,
    apiServer: server.url,
    kubeconfig: server.kubeconfigPath,
    colour: SANDBOX_COLOUR,
    state: () => "running",
    target: () => ({ url: server.url, ca, cert, key }),
  };
}
