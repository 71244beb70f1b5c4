import type { ApiClient } from "../../api/client/apiClient.ts";

/** The servers behind this one, under one identity. */
export interface ServersBehind {
  /** Its resources are those that they serve. */
  readonly client: ApiClient;
  /** The group versions whose resources this server cannot list because theirs is away: `group/version`, sorted. */
  unknown(): readonly string[];
}
