import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { type Instant, parseTime } from "../../../ground/formats/wording/timeText.ts";

/** Type of bootstrap token secrets. */
export const bootstrapTokenType = (vocabulary: Vocabulary): string =>
  vocabulary.render("bootstrap.{labelDomain}/token");

/** Prefix of the names of these secrets, followed by the token's id. */
export const BOOTSTRAP_TOKEN_PREFIX = "bootstrap-token-";

/** A decoded entry of a secret's data, or the empty string. */
export function secretEntry(secret: ApiObject, key: string): string {
  const data = secret["data"] as Record<string, string> | undefined;
  return Buffer.from(data?.[key] ?? "", "base64").toString("utf8");
}

/**
 * Milliseconds until a bootstrap token expires: zero or negative when it has expired, or when its time is unreadable;
 * infinite without an expiry.
 * @param now milliseconds since the epoch
 */
export function bootstrapTokenTimeLeft(secret: ApiObject, now: number): number {
  const text = secretEntry(secret, "expiration");
  if (text === "") return Number.POSITIVE_INFINITY;
  let end: Instant;
  try {
    end = parseTime(text);
  } catch {
    return 0;
  }
  return end.seconds * 1000 + end.nanos / 1_000_000 - now;
}
