import type { AuditSettings } from "../audit/setUpAudit.ts";
import { type AdmissionOptions, admissionFlags } from "./admissionFlags.ts";
import { type AuditOptions, auditFlags } from "./auditFlags.ts";
import { type AuthenticationOptions, authenticationFlags } from "./authenticationFlags.ts";
import { type AuthorizationOptions, authorizationFlags } from "./authorizationFlags.ts";
import { type ClusterOptions, clusterFlags } from "./clusterFlags.ts";
import { type ControllerOptions, controllerFlags } from "./controllerFlags.ts";
import { type EncryptionOptions, encryptionFlags } from "./encryptionFlags.ts";
import { type FeatureOptions, featureFlags } from "./featureFlags.ts";
import type { FlagGroup } from "./flag.ts";
import { defaultsOf } from "./flagGroup.ts";
import { type OidcOptions, oidcFlags } from "./oidcFlags.ts";
import { type RequestHeaderOptions, requestHeaderFlags } from "./requestHeaderFlags.ts";
import { type ApiOptions, apiFlags } from "./runtimeConfig.ts";
import { type ServiceAccountOptions, serviceAccountFlags } from "./serviceAccountFlags.ts";
import { type ServingOptions, servingFlags } from "./servingFlags.ts";
import { type StorageOptions, storageFlags } from "./storageFlags.ts";
import { type TokenWebhookOptions, tokenWebhookFlags } from "./tokenWebhookFlags.ts";

/** Everything about a server that a flag sets: one group of flags a concern, each in a file of its own. */
export type FlagOptions = ServingOptions &
  AuthenticationOptions &
  ServiceAccountOptions &
  RequestHeaderOptions &
  TokenWebhookOptions &
  OidcOptions &
  AuthorizationOptions &
  AdmissionOptions &
  AuditOptions &
  ClusterOptions &
  ControllerOptions &
  EncryptionOptions &
  StorageOptions &
  FeatureOptions &
  ApiOptions;

/** Everything that can be set about a server, checked. Names follow the command-line flags. */
export type ServerOptions = FlagOptions &
  AuditSettings & {
    /** Folder of the store, keys, certificates and kubeconfig. */
    readonly dataDir: string;
  };

/** All flags of the server, in the order `--help` shows them. */
export const SERVER_FLAGS: FlagGroup<FlagOptions> = {
  ...servingFlags,
  ...authenticationFlags,
  ...serviceAccountFlags,
  ...requestHeaderFlags,
  ...tokenWebhookFlags,
  ...oidcFlags,
  ...authorizationFlags,
  ...admissionFlags,
  ...auditFlags,
  ...clusterFlags,
  ...controllerFlags,
  ...encryptionFlags,
  ...storageFlags,
  ...featureFlags,
  ...apiFlags,
};

export const DEFAULT_OPTIONS: FlagOptions = defaultsOf(SERVER_FLAGS);
