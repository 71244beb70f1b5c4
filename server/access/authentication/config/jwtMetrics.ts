import { createHash } from "node:crypto";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";

/** Metrics of the verification of tokens from external issuers. */
export function jwtMetrics(
  registry: MetricRegistry,
): (issuer: string, result: "success" | "failure", seconds: number) => void {
  const latency = registry.histogram({
    stability: "ALPHA",
    name: "apiserver_authentication_jwt_authenticator_latency_seconds",
    help: "Time to judge a token of an issuer outside, by result and issuer.",
    labelNames: ["result", "jwt_issuer_hash"] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  return (issuer, result, seconds) => {
    const hash = createHash("sha256").update(issuer).digest("hex");
    latency.observe({ result, jwt_issuer_hash: `sha256:${hash}` }, seconds);
  };
}
