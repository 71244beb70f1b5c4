import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { admissionTimes } from "../../../access/admission/admissionMetrics.ts";
import { policyMetrics } from "../../../access/admission/policy/policyMetrics.ts";
import { webhookMetrics } from "../../../access/admission/webhook/webhookMetrics.ts";
import { auditMetrics } from "../../../access/audit/auditMetrics.ts";
import { certificateMetrics } from "../../../access/authentication/certificates/certificateMetrics.ts";
import { jwtMetrics } from "../../../access/authentication/config/jwtMetrics.ts";
import { tokenUseCounters } from "../../../access/authentication/serviceAccounts/tokenUse.ts";
import { tokenWebhookMetrics } from "../../../access/authentication/webhook/tokenWebhookMetrics.ts";
import { createAuthorizationMetrics } from "../../../access/authorization/authorizationMetrics.ts";
import { flowMetrics } from "../../../access/flowControl/flowMetrics.ts";
import { availabilityMetrics } from "../../../acting/controllers/apiServices/availabilityMetrics.ts";
import { electionMetrics } from "../../../acting/election/electionMetrics.ts";
import { ruleMetrics } from "../../../api/extensions/rules/ruleMetrics.ts";
import { createMetrics } from "../../../ground/observability/metrics/metrics.ts";
import { reloadMetrics } from "../../../ground/observability/metrics/reloadMetrics.ts";
import { storageMetrics } from "../../../ground/observability/metrics/storageMetrics.ts";
import type { MetricDescription, MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { BINARY_RELEASE } from "../../../ground/settings/emulation.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { createKeyLayout } from "../../../store/storage/keyLayout.ts";
import { encryptionMetrics } from "../storage/encryptionMetrics.ts";
import { kmsMetrics } from "../storage/kmsMetrics.ts";
import { transformationMetrics } from "../storage/transformationMetrics.ts";
import { selfMetrics } from "./selfMetrics.ts";

/** Define the metrics that only some servers have; each is measured where its part is set up. */
const PARTS: readonly ((registry: MetricRegistry) => unknown)[] = [
  admissionTimes,
  auditMetrics,
  availabilityMetrics,
  certificateMetrics,
  createAuthorizationMetrics,
  electionMetrics,
  flowMetrics,
  jwtMetrics,
  kmsMetrics,
  policyMetrics,
  ruleMetrics,
  tokenUseCounters,
  tokenWebhookMetrics,
  webhookMetrics,
  (registry) => encryptionMetrics(registry, Date.now),
  (registry) => transformationMetrics(registry, createKeyLayout()),
  (registry) => reloadMetrics(registry, "authentication", Date.now),
  (registry) => reloadMetrics(registry, "authorization", Date.now),
  (registry) => storageMetrics(registry, { objects: () => [], size: async () => 0 }),
  (registry) =>
    selfMetrics(registry, {
      vocabulary: createVocabulary(),
      features: createFeatureGates(),
      release: BINARY_RELEASE,
    }),
];

/** Every metric that a server may have, by page. */
export function describedMetrics(): Readonly<Record<"/metrics" | "/metrics/slis", readonly MetricDescription[]>> {
  const { registry, slis } = createMetrics();
  for (const define of PARTS) define(registry);
  return { "/metrics": registry.descriptions, "/metrics/slis": slis.descriptions };
}
