import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { MetricRegistry } from "../registry/metricRegistry.ts";

/** Users that are counted under their own name. */
const USERNAMES = ["admin", "client", "{prefix}_proxy", "{prefix}let", "system:serviceaccount:{prefix}-system:default"];
const EMAIL_ADDRESS = "email_id";
const OTHERS = "other";

/**
 * Counts requests by user, under the reference's names. User names come from outside, and the number of series must not
 * grow with them.
 */
export function userMetrics(registry: MetricRegistry, vocabulary: Vocabulary): (username: string) => void {
  const requests = registry.counter({
    name: "authenticated_user_requests",
    help: "Requests of users who were recognised, by a few names; the others count together.",
    stability: "ALPHA",
    labelNames: ["username"],
  });
  // Looked up once, because every request uses them.
  const counters = new Map(
    USERNAMES.map(vocabulary.render).map((username) => [username, requests.labels({ username })]),
  );
  const [address, other] = [requests.labels(EMAIL_ADDRESS), requests.labels(OTHERS)];
  return (username) => (counters.get(username) ?? (username.includes("@") ? address : other)).inc();
}
