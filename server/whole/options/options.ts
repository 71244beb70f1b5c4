import { type AdmissionOptions, admissionFlags } from "../../access/admission/flags.ts";
import { type AuditOptions, auditFlags } from "../../access/audit/flags.ts";
import type { AuditSettings } from "../../access/audit/setUpAudit.ts";
import { type AuthenticationOptions, authenticationFlags } from "../../access/authentication/flags.ts";
import { type OidcOptions, oidcFlags } from "../../access/authentication/oidc/flags.ts";
import { type RequestHeaderOptions, requestHeaderFlags } from "../../access/authentication/requestHeader/flags.ts";
import { type ServiceAccountOptions, serviceAccountFlags } from "../../access/authentication/serviceAccounts/flags.ts";
import { type TokenWebhookOptions, tokenWebhookFlags } from "../../access/authentication/webhook/flags.ts";
import { type AuthorizationOptions, authorizationFlags } from "../../access/authorization/flags.ts";
import { type FlowControlOptions, flowControlFlags } from "../../access/flowControl/flags.ts";
import { type ControllerOptions, controllerFlags } from "../../acting/controllers/flags.ts";
import { type NodeAddressOptions, nodeAddressFlags } from "../../acting/controllers/nodeAddresses/flags.ts";
import { type ElectionOptions, electionFlags } from "../../acting/election/flags.ts";
import { type NodeOptions, nodeFlags } from "../../acting/nodes/flags.ts";
import { type SchedulerFlagOptions, schedulerFlags } from "../../acting/scheduler/flags.ts";
import { type MetricOptions, metricFlags } from "../../ground/observability/registry/metricFlags.ts";
import type { FlagGroup } from "../../ground/settings/flag.ts";
import { defaultsOf } from "../../ground/settings/flagGroup.ts";
import { type QuirkOptions, quirkFlags } from "../../ground/settings/quirks.ts";
import { type AggregationOptions, aggregationFlags } from "../../serving/aggregation/flags.ts";
import { type ServingOptions, servingFlags } from "../../serving/http/flags.ts";
import { type ClusterOptions, clusterFlags } from "./clusterFlags.ts";
import { type EncryptionOptions, encryptionFlags } from "./encryption/encryptionFlags.ts";
import { type EtcdOptions, etcdFlags } from "./etcdFlags.ts";
import { type FeatureOptions, featureFlags } from "./featureFlags.ts";
import { type JournalOptions, journalFlags } from "./journalFlags.ts";
import { type MemberOptions, memberFlags } from "./memberFlags.ts";
import { type ApiOptions, apiFlags } from "./runtimeConfig.ts";
import { type StorageOptions, storageFlags } from "./storageFlags.ts";

/** All settings of a server that have a flag: one group of flags per concern, each in a separate file. */
export type FlagOptions = ServingOptions &
  AuthenticationOptions &
  ServiceAccountOptions &
  RequestHeaderOptions &
  AggregationOptions &
  TokenWebhookOptions &
  OidcOptions &
  AuthorizationOptions &
  AdmissionOptions &
  AuditOptions &
  FlowControlOptions &
  ClusterOptions &
  ControllerOptions &
  NodeAddressOptions &
  SchedulerFlagOptions &
  ElectionOptions &
  NodeOptions &
  EncryptionOptions &
  EtcdOptions &
  StorageOptions &
  JournalOptions &
  MemberOptions &
  MetricOptions &
  FeatureOptions &
  ApiOptions &
  QuirkOptions;

/** All settings of a server, validated. Names follow the command-line flags. */
export type ServerOptions = FlagOptions &
  AuditSettings & {
    /** Folder of the store, keys, certificates and kubeconfig. */
    readonly dataDir: string;
    /** The text of each flag; default as in {@link SERVER_FLAGS}. */
    readonly flagTexts?: Readonly<Record<string, string>>;
  };

/** All flags of the server, in the order of `--help`. */
export const SERVER_FLAGS: FlagGroup<FlagOptions> = {
  ...servingFlags,
  ...authenticationFlags,
  ...serviceAccountFlags,
  ...requestHeaderFlags,
  ...aggregationFlags,
  ...tokenWebhookFlags,
  ...oidcFlags,
  ...authorizationFlags,
  ...admissionFlags,
  ...auditFlags,
  ...flowControlFlags,
  ...clusterFlags,
  ...controllerFlags,
  ...nodeAddressFlags,
  ...schedulerFlags,
  ...electionFlags,
  ...nodeFlags,
  ...encryptionFlags,
  ...etcdFlags,
  ...storageFlags,
  ...journalFlags,
  ...memberFlags,
  ...metricFlags,
  ...featureFlags,
  ...apiFlags,
  ...quirkFlags,
};

export const DEFAULT_OPTIONS: FlagOptions = defaultsOf(SERVER_FLAGS);
