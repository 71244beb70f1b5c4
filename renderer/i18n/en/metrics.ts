/** Texts of the resource usage of pods and nodes. */
export const metrics = {
  tab: "Metrics",
  cpu: "CPU",
  memory: "Memory",
  request: "Request",
  limit: "Limit",
  allocatable: "Allocatable",
  kept: "Measured while this page is open; kept for 30 minutes.",
  notServed: "This cluster serves no metrics",
  notServedLead: "Install a metrics server, which serves the API {{group}}.",
  none: "Nothing measured yet",
  noneLead: "The first measurement of a new pod takes about a minute.",
  failed: "No metrics",
};
