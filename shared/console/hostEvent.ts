import type { ContentLoad } from "./contentLoad.ts";
import type { Overview } from "./overview.ts";

/** The loads of all clusters. */
export interface LoadsEvent {
  readonly loads: readonly ContentLoad[];
}

/** One message of `/host/events`: it replaces what the page knew of its part, at first and at every change. */
export type HostEvent = Overview | LoadsEvent;
