import { bootstrapSignerController } from "./bootstrap/bootstrapSigner.ts";
import { tokenCleanerController } from "./bootstrap/tokenCleaner.ts";
import { certificateApprovingController } from "./certificates/approving.ts";
import { certificateCleaningController } from "./certificates/cleaning.ts";
import { certificateSigningController } from "./certificates/signing.ts";
import type { ControllerEntry } from "./controllerEntry.ts";
import { garbageCollector } from "./garbageCollector/garbageCollector.ts";
import { namespaceController } from "./namespaces/namespaces.ts";
import { policyStatusController } from "./policyStatus/policyStatus.ts";
import { resourceQuotaController } from "./resourceQuota/resourceQuotas.ts";
import { roleAggregationController } from "./roleAggregation.ts";
import { rootCertificateController } from "./rootCertificate.ts";
import { serviceAccountController } from "./serviceAccounts.ts";
import { legacyTokenCleanerController } from "./serviceAccountTokens/legacyTokenCleaner.ts";
import { tokenSecretController } from "./serviceAccountTokens/tokenSecrets.ts";

/** Controllers without which the API is incomplete: namespaces, service accounts, certificates, garbage collection. */
export const API_CONTROLLERS: readonly ControllerEntry[] = [
  { name: "namespace-controller", account: "namespace-controller", start: namespaceController },
  { name: "serviceaccount-controller", account: "service-account-controller", start: serviceAccountController },
  {
    name: "root-ca-certificate-publisher-controller",
    account: "root-ca-cert-publisher",
    start: (parts, { rootCa }) => rootCertificateController(parts, rootCa),
  },
  {
    name: "clusterrole-aggregation-controller",
    account: "clusterrole-aggregation-controller",
    start: roleAggregationController,
  },
  {
    name: "garbage-collector-controller",
    account: "generic-garbage-collector",
    start: (parts, { feed }) => garbageCollector(parts, feed),
  },
  {
    name: "resourcequota-controller",
    account: "resourcequota-controller",
    start: (parts, { quotaUsage }) => quotaUsage && resourceQuotaController(parts, quotaUsage),
  },
  { name: "token-cleaner-controller", account: "token-cleaner", start: tokenCleanerController },
  { name: "bootstrap-signer-controller", account: "bootstrap-signer", start: bootstrapSignerController },
  {
    name: "serviceaccount-token-controller",
    start: (parts, { rootCa, abilities }) =>
      abilities && tokenSecretController(parts, { rootCa, sign: abilities.signToken }),
  },
  {
    name: "legacy-serviceaccount-token-cleaner-controller",
    account: "legacy-service-account-token-cleaner",
    start: (parts, { abilities }) => abilities && legacyTokenCleanerController(parts, abilities.legacyTokenPeriod),
  },
  {
    name: "certificatesigningrequest-signing-controller",
    account: "certificate-controller",
    start: (parts, { abilities }) => abilities && certificateSigningController(parts, abilities.signing),
  },
  {
    name: "certificatesigningrequest-approving-controller",
    account: "certificate-controller",
    start: certificateApprovingController,
  },
  {
    name: "certificatesigningrequest-cleaner-controller",
    account: "certificate-controller",
    start: certificateCleaningController,
  },
  {
    name: "validatingadmissionpolicy-status-controller",
    account: "validatingadmissionpolicy-status-controller",
    start: (parts, { kinds }) => kinds && policyStatusController(parts, kinds),
  },
];
