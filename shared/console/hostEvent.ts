import type { ContentLoad } from "./contentLoad.ts";
import type { Overview } from "./overview.ts";

/** The loads of all clusters. */
export interface LoadsEvent {
  readonly loads: readonly ContentLoad[];
}

/** A message of `/host/events`: replaces that part of the page's state, initially and on every change. */
export type HostEvent = Overview | LoadsEvent;
