/** Command lines for the actions that only helm performs. */
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { shellWord } from "../../requests/shellAccess.ts";

/**
 * The flags that select the cluster for helm: the kubeconfig, where there is one, and its context where there are
 * several.
 */
function clusterFlags({ kubeconfig, context }: ClusterSummary): string[] {
  const isFile = /^(\/|[A-Za-z]:\\|\\\\)/.test(kubeconfig);
  return [
    ...(isFile ? ["--kubeconfig", shellWord(kubeconfig)] : []),
    ...(context === undefined ? [] : ["--kube-context", shellWord(context)]),
  ];
}

/** @param words the helm command and its arguments */
export function helmLine(cluster: ClusterSummary, namespace: string, ...words: readonly string[]): string {
  const place = namespace === "" ? [] : ["--namespace", shellWord(namespace)];
  return ["helm", ...words.map(shellWord), ...place, ...clusterFlags(cluster)].join(" ");
}
