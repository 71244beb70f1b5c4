/** When waiting lists should try again at once: the browser is online or seen again, or a cluster came back. */

const waiting = new Map<string, Set<() => void>>();

/** Calls back whenever there is new hope for a cluster. @returns ends it */
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

/** The cluster answers again, or another way to sign in was found. */
export function wake(cluster: string): void {
  for (const run of [...(waiting.get(cluster) ?? [])]) run();
}
