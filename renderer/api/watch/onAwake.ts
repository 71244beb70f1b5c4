/** Signals when waiting lists should retry at once: the browser is online or visible again, or a cluster came back. */

const waiting = new Map<string, Set<() => void>>();

/** Calls back whenever a cluster may be reachable again. @returns a function that ends the subscription */
export function onAwake(cluster: string, run: () => void): () => void {
  const others = waiting.get(cluster) ?? new Set();
  waiting.set(cluster, others.add(run));
  window.addEventListener("online", run);
  document.addEventListener("visibilitychange", run);
  return () => {
    others.delete(run);
    if (others.size === 0) waiting.delete(cluster);
    window.removeEventListener("online", run);
    document.removeEventListener("visibilitychange", run);
  };
}

/** Reports that the cluster answers again, or has new credentials. */
export function wake(cluster: string): void {
  for (const run of [...(waiting.get(cluster) ?? [])]) run();
}
