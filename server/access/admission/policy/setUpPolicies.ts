import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { sameObjects } from "../../../model/schema/semanticEquality.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { Equivalents } from "../matching/equivalents.ts";
import { mutatedDecoder } from "../mutation/decodeMutated.ts";
import type { CommonSpec } from "./declarations.ts";
import { mutatingPolicies } from "./mutating/mutatingPolicies.ts";
import { objectPatcher } from "./mutating/mutationDependencies.ts";
import { mutationMetrics, noMutationMetrics } from "./mutating/mutationMetrics.ts";
import { paramResources } from "./params.ts";
import { noPolicyMetrics, policyMetrics } from "./policyMetrics.ts";
import { type PolicySource, policySource } from "./policySource.ts";
import { validatingPolicies } from "./validatingPolicies.ts";

export interface PolicyParts {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly catalog: Catalog;
  readonly schema: Schema;
  readonly authorizer: Authorizer;
  readonly features: FeatureGates;
  readonly equivalents: Equivalents;
  /** Registry for metrics. Default: no metrics. */
  readonly registry?: MetricRegistry;
  /** Registers a function to call when the server stops. */
  onStop?(end: () => void): void;
}

/**
 * The plugin for validating admission policies and, if its feature gate is on, the one for mutating policies. They
 * follow the policies from now on.
 */
export function setUpPolicies(parts: PolicyParts): AdmissionPlugin[] {
  const { reader, vocabulary, catalog, schema, authorizer, equivalents, registry, features } = parts;
  const group = vocabulary.render("admissionregistration.{domain}");
  const followed = <Spec extends CommonSpec>(sort: "validating" | "mutating"): PolicySource<Spec> => {
    const source = policySource<Spec>(reader, group, sort);
    parts.onStop?.(() => source.stop());
    return source;
  };
  const fit = { reader, vocabulary, equivalents, params: paramResources(catalog) };
  const metrics = registry === undefined ? noPolicyMetrics : policyMetrics(registry);
  const validating = validatingPolicies(followed("validating"), { ...fit, metrics }, authorizer);
  if (!features.enabled("MutatingAdmissionPolicy")) return [validating];
  const changing = {
    ...fit,
    metrics: registry === undefined ? noMutationMetrics : mutationMetrics(registry),
    decodeMutated: mutatedDecoder(schema, catalog, features),
    isSame: sameObjects(schema),
    patch: objectPatcher(schema, catalog),
    clock: () => performance.now(),
  };
  return [mutatingPolicies(followed("mutating"), changing, authorizer), validating];
}
