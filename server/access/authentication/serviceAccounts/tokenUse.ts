import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";

/**
 * How a service account's token was used:
 * - `valid`, `stale`: a pod's token with an extended lifetime, used before or after it should have been renewed
 * - `legacy`: a token without an audience
 * - `auto`, `manual`: a token in a secret that was generated with the account, or that a user requested
 * - `invalidated`: a token in a secret that is marked as invalid
 */
export type TokenUse = "valid" | "stale" | "legacy" | "auto" | "manual" | "invalidated";

const METRICS: Readonly<Record<TokenUse, readonly [name: string, help: string]>> = {
  valid: ["valid_tokens_total", "Uses of service account tokens of pods that did not have to be renewed yet."],
  stale: ["stale_tokens_total", "Uses of service account tokens of pods that should have been renewed."],
  legacy: ["legacy_tokens_total", "Uses of service account tokens that name no audience."],
  auto: ["legacy_auto_token_uses_total", "Uses of tokens in secrets that came with their service account."],
  manual: ["legacy_manual_token_uses_total", "Uses of tokens in secrets that a user created."],
  invalidated: ["invalid_legacy_auto_token_uses_total", "Uses of tokens in secrets that are marked as invalid."],
};

/** Counts the uses of service account tokens in metrics with the reference's names. */
export function tokenUseCounters(registry: MetricRegistry): (use: TokenUse) => void {
  const counters = new Map(
    Object.entries(METRICS).map(([use, [name, help]]) => [
      use,
      registry.counter({ stability: "ALPHA", name: `serviceaccount_${name}`, help }),
    ]),
  );
  return (use) => counters.get(use)?.inc();
}
