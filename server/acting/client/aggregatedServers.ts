import type { ApiClient } from "../../api/client/apiClient.ts";

/** The servers behind this one (aggregated API servers), accessed with one identity. */
export interface AggregatedServers {
  /** A client whose list of resources contains those of these servers. */
  readonly client: ApiClient;
  /** The group versions whose resources are unknown because their server is unreachable: `group/version`, sorted. */
  unknown(): readonly string[];
}
