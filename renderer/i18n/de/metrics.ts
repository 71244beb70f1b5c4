import type { metrics as english } from "../en/metrics.ts";

/** Texts of the resource usage of pods and nodes. */
export const metrics: typeof english = {
  tab: "Metriken",
  cpu: "CPU",
  memory: "Speicher",
  request: "Request",
  limit: "Limit",
  allocatable: "Zuteilbar",
  kept: "Gemessen, solange diese Seite offen ist; 30 Minuten aufbewahrt.",
  notServed: "Dieser Cluster bietet keine Metriken an",
  notServedLead: "Installieren Sie einen Metrics-Server, der die API {{group}} anbietet.",
  none: "Noch nichts gemessen",
  noneLead: "Die erste Messung eines neuen Pods dauert etwa eine Minute.",
  failed: "Keine Metriken",
};
