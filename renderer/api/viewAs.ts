/**
 * The identity with which the console views a cluster: per cluster and window, kept across a reload. Every request and
 * watch of the console reads it here, so that no view can forget it.
 */
import { useSyncExternalStore } from "react";
import { decodeViewAs, encodeViewAs, VIEW_AS_HEADER, VIEW_AS_PARAMETER, type ViewAs } from "../../shared/viewAs.ts";

const listeners = new Set<() => void>();
const keyOf = (cluster: string): string => `orrery.viewAs.${cluster}`;
/** Tests and workers have no session storage; there, requests never impersonate. */
const storage = (): Storage | undefined => (typeof sessionStorage === "undefined" ? undefined : sessionStorage);

/** The encoded identity; empty without impersonation. Stable while nothing changes. */
export const viewAsText = (cluster: string): string => storage()?.getItem(keyOf(cluster)) ?? "";

/** Makes every later request to the cluster impersonate another identity, or (undefined) none. */
export function setViewAs(cluster: string, viewAs: ViewAs | undefined): void {
  if (viewAs === undefined) storage()?.removeItem(keyOf(cluster));
  else storage()?.setItem(keyOf(cluster), encodeViewAs(viewAs));
  for (const listener of listeners) listener();
}

/** The header for requests to the cluster; empty without impersonation. */
export function viewAsHeaders(cluster: string): Record<string, string> {
  const text = viewAsText(cluster);
  return text === "" ? {} : { [VIEW_AS_HEADER]: text };
}

/** The query parameter for watches of the cluster; empty without impersonation. */
export function viewAsQuery(cluster: string): Record<string, string> {
  const text = viewAsText(cluster);
  return text === "" ? {} : { [VIEW_AS_PARAMETER]: text };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The encoded identity, live. */
export const useViewAsText = (cluster: string): string => useSyncExternalStore(subscribe, () => viewAsText(cluster));

/** The impersonated identity, live; undefined without impersonation. */
export function useViewAs(cluster: string): ViewAs | undefined {
  const text = useViewAsText(cluster);
  return text === "" ? undefined : decodeViewAs(text);
}
