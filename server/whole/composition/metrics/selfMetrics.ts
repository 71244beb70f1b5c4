import type { Release } from "../../../../shared/advice/release.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { FeatureGates } from "../../../ground/settings/featureGates.ts";
import { gateAt } from "../../../ground/settings/gateHistory.ts";
import { KNOWN_GATES, type KnownGate } from "../../../ground/settings/knownGates.ts";
import { VERSION_INFO } from "../../../serving/endpoints/nonResource/version.ts";

const STAGES: Readonly<Record<KnownGate["stage"], string>> = {
  alpha: "ALPHA",
  beta: "BETA",
  ga: "",
  deprecated: "DEPRECATED",
};

export interface SelfParts {
  readonly vocabulary: Vocabulary;
  readonly features: FeatureGates;
  /** The release whose stages of the gates are reported. */
  readonly release: Release;
}

/** Metrics about the server's version and gates, under the reference's names. */
export function selfMetrics(registry: MetricRegistry, { vocabulary, features, release }: SelfParts): void {
  const info = {
    major: VERSION_INFO.major,
    minor: VERSION_INFO.minor,
    git_version: VERSION_INFO.gitVersion,
    git_commit: VERSION_INFO.gitCommit,
    git_tree_state: VERSION_INFO.gitTreeState,
    build_date: VERSION_INFO.buildDate,
    go_version: VERSION_INFO.goVersion,
    compiler: VERSION_INFO.compiler,
    platform: VERSION_INFO.platform,
  };
  const build = registry.gauge({
    name: vocabulary.render("{product}_build_info"),
    help: "Always 1; the labels tell what the server is.",
    stability: "ALPHA",
    labelNames: Object.keys(info) as (keyof typeof info)[],
  });
  build.set(info, 1);
  const gates = registry.gauge({
    name: vocabulary.render("{product}_feature_enabled"),
    help: "Whether a feature gate is on, with its stage.",
    stability: "BETA",
    labelNames: ["name", "stage"],
  });
  for (const name of Object.keys(KNOWN_GATES)) {
    const gate = gateAt(name, release);
    if (gate !== undefined) gates.set({ name, stage: STAGES[gate.stage] }, features.enabled(name) ? 1 : 0);
  }
}
