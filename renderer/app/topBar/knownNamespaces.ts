/** Namespaces that the user opened before, per cluster: the choice for users who may not list namespaces. */
const KEPT = 20;
const keyOf = (cluster: string): string => `orrery.namespaces.${cluster}`;

/** Newest first. */
export function knownNamespaces(storage: Pick<Storage, "getItem">, cluster: string): string[] {
  const kept = storage.getItem(keyOf(cluster));
  return kept === null || kept === "" ? [] : kept.split(",");
}

/** Moves a namespace to the front; the empty one (all namespaces) is not stored. */
export function rememberNamespace(storage: Pick<Storage, "getItem" | "setItem">, cluster: string, name: string): void {
  if (name === "") return;
  const rest = knownNamespaces(storage, cluster).filter((other) => other !== name);
  storage.setItem(keyOf(cluster), [name, ...rest].slice(0, KEPT).join(","));
}
