/** The lines that do with helm what only helm does. */
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";

/** A word for a shell; quoted where it has to be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Which cluster helm is to talk to: the file, where there is one, and the context in it where there are several. */
function clusterFlags({ kubeconfig, context }: ClusterSummary): string[] {
  const isFile = /^(\/|[A-Za-z]:\\|\\\\)/.test(kubeconfig);
  return [
    ...(isFile ? ["--kubeconfig", shellWord(kubeconfig)] : []),
    ...(context === undefined ? [] : ["--kube-context", shellWord(context)]),
  ];
}

/** @param words what helm is to do, and with what */
export function helmLine(cluster: ClusterSummary, namespace: string, ...words: readonly string[]): string {
  const place = namespace === "" ? [] : ["--namespace", shellWord(namespace)];
  return ["helm", ...words.map(shellWord), ...place, ...clusterFlags(cluster)].join(" ");
}
