/**
 * The identity as which the console views a cluster: per cluster, window and pane, kept across reloads. All requests
 * and watches of the console read it here, so that no view can forget it.
 */
import { useSyncExternalStore } from "react";
import { decodeViewAs, encodeViewAs, VIEW_AS_HEADER, VIEW_AS_PARAMETER, type ViewAs } from "../../shared/viewAs.ts";
import { type PaneName, paneKey, paneName } from "./pane.ts";

const listeners = new Set<() => void>();
const keyOf = (cluster: string, pane = paneName()): string => `${paneKey("orrery.viewAs", pane)}.${cluster}`;
/** Tests and workers have no session storage, and never impersonate. */
const storage = (): Storage | undefined => (typeof sessionStorage === "undefined" ? undefined : sessionStorage);

/** The encoded identity; empty without impersonation. Stable while nothing changes. */
export const viewAsText = (cluster: string): string => storage()?.getItem(keyOf(cluster)) ?? "";

/**
 * Sets the identity for all further requests to the cluster; undefined for the user's own.
 * @param pane the pane to set it for, before it opens; default: this document's
 */
export function setViewAs(cluster: string, viewAs: ViewAs | undefined, pane: PaneName | undefined = paneName()): void {
  if (viewAs === undefined) storage()?.removeItem(keyOf(cluster, pane));
  else storage()?.setItem(keyOf(cluster, pane), encodeViewAs(viewAs));
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

/** The impersonated identity; undefined for the user's own. */
export function viewAsOf(cluster: string): ViewAs | undefined {
  const text = viewAsText(cluster);
  return text === "" ? undefined : decodeViewAs(text);
}

/** The impersonated identity, live; undefined for the user's own. */
export function useViewAs(cluster: string): ViewAs | undefined {
  const text = useViewAsText(cluster);
  return text === "" ? undefined : decodeViewAs(text);
}
