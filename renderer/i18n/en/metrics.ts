/** What pods and nodes take. */
export const metrics = {
  tab: "Metrics",
  cpu: "CPU",
  memory: "Memory",
  request: "Request",
  limit: "Limit",
  allocatable: "Allocatable",
  kept: "Measured while this is shown, and kept for half an hour.",
  notServed: "This cluster serves no metrics",
  notServedLead: "A metrics server would offer the API {{group}}; there is none here.",
  none: "Nothing measured yet",
  noneLead: "The first measurement of a new pod takes about a minute.",
  failed: "No metrics",
};
