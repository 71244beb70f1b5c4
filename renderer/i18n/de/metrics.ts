import type { metrics as english } from "../en/metrics.ts";

/** What pods and nodes take. */
export const metrics: typeof english = {
  tab: "Messwerte",
  cpu: "CPU",
  memory: "Speicher",
  request: "Anforderung",
  limit: "Grenze",
  allocatable: "Verfügbar",
  kept: "Gemessen, solange dies gezeigt wird, und eine halbe Stunde behalten.",
  notServed: "Dieser Cluster bietet keine Messwerte an",
  notServedLead: "Ein Metrics-Server würde die API {{group}} anbieten; hier gibt es keinen.",
  none: "Noch nichts gemessen",
  noneLead: "Die erste Messung eines neuen Pods dauert etwa eine Minute.",
  failed: "Keine Messwerte",
};
