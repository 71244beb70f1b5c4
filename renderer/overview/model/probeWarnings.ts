import type { ApiObject } from "../../../shared/object.ts";
import { type EventObject, latestFirst } from "../../api/eventObject.ts";

/** The latest event about a failed probe, by the uid of the pod. @param events warnings */
export function probeWarnings(events: readonly ApiObject[]): ReadonlyMap<string, EventObject> {
  const latest = new Map<string, EventObject>();
  for (const event of latestFirst(events.filter((each) => (each as EventObject).reason === "Unhealthy"))) {
    const uid = event.involvedObject?.uid ?? "";
    if (!latest.has(uid)) latest.set(uid, event);
  }
  return latest;
}
