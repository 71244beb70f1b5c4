import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ServedResource } from "../../api/client/apiClient.ts";
import type { Authorizer } from "../../ground/rights/authorizer.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { PluginConfigurations } from "./configuration/admissionConfiguration.ts";
import type { UsageIndex } from "./quota/usageIndex.ts";

/** The dependencies of the built-in plugins; each uses some of them. */
export interface AdmissionDependencies {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly authorizer: Authorizer;
  readonly features: FeatureGates;
  /** A client under the server's own identity. Only usable once the server is composed. */
  client(): Pick<ApiClient, "create" | "update">;
  /** Configurations of plugins from a file. Default: none. */
  readonly configurations?: PluginConfigurations;
  /** Seconds that pods stay on nodes that become unready or unreachable. Default five minutes. */
  readonly tolerationSeconds?: { readonly notReady: number; readonly unreachable: number };
  /** Usage in namespaces with quotas; shared with the controller that writes the quotas' status. */
  readonly quotaUsage: UsageIndex;
  /** The currently served resources. */
  served(): readonly ServedResource[];
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after the given number of milliseconds. */
  pause(milliseconds: number): Promise<unknown>;
  /** Five characters that make a generated name unique. */
  randomSuffix(): string;
}
