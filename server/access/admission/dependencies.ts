import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ServedResource } from "../../api/client/apiClient.ts";
import type { Authorizer } from "../../ground/rights/authorizer.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { PluginConfigurations } from "./configuration/admissionConfiguration.ts";
import type { UsageIndex } from "./quota/usageIndex.ts";

/** What the built-in plugins are made from; each takes the parts it needs. */
export interface AdmissionDependencies {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly authorizer: Authorizer;
  readonly features: FeatureGates;
  /** The API, under the server's own identity. Absent before the server is composed. */
  client(): Pick<ApiClient, "create" | "update">;
  /** The configuration of the plugins from a file; without it, none. */
  readonly configurations?: PluginConfigurations;
  /** How long pods stay on nodes that become unready or unreachable. Default five minutes. */
  readonly tolerationSeconds?: { readonly notReady: number; readonly unreachable: number };
  /** What namespaces with quotas use; shared with the controller that writes the quotas' status. */
  readonly quotaUsage: UsageIndex;
  /** The resources served now. */
  served(): readonly ServedResource[];
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds. */
  pause(milliseconds: number): Promise<unknown>;
  /** Five characters that make a generated name unique. */
  randomSuffix(): string;
}
