import type { Registry } from "prom-client";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionPlugin } from "../../../api/registry/admission/plugin.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { Equivalents } from "../matching/equivalents.ts";
import { paramResources } from "./params.ts";
import { noPolicyMetrics, policyMetrics } from "./policyMetrics.ts";
import { policySource } from "./policySource.ts";
import { validatingPolicies } from "./validatingPolicies.ts";

export interface PolicyParts {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly catalog: Catalog;
  readonly authorizer: Authorizer;
  readonly equivalents: Equivalents;
  /** Where denials and the like are counted. Default: nowhere. */
  readonly registry?: Registry;
  /** Takes what is to be done when the server stops. */
  onStop?(end: () => void): void;
}

/** The plugin that judges requests by validating admission policies, following them from now on. */
export function setUpPolicies(parts: PolicyParts): AdmissionPlugin {
  const { reader, vocabulary, catalog, authorizer, equivalents } = parts;
  const source = policySource(reader, vocabulary.render("admissionregistration.{domain}"));
  parts.onStop?.(() => source.stop());
  const metrics = parts.registry === undefined ? noPolicyMetrics : policyMetrics(parts.registry);
  const world = { reader, vocabulary, equivalents, params: paramResources(catalog), metrics };
  return validatingPolicies(source, world, authorizer);
}
