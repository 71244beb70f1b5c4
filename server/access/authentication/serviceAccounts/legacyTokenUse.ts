import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { LAST_USED_LABEL } from "./legacyTokenCheck.ts";

const DAY = 24 * 3600_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export interface UseRecorderParts {
  /** Called on each use, because requests may arrive before the client exists. */
  client(): ApiClient;
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown): void;
}

/**
 * Records the date of last use on the secrets of service account tokens, at most once per day and secret. No request
 * waits for it; a failed write is tried again on the next use.
 */
export function legacyUseRecorder({ client, vocabulary, now, onError }: UseRecorderParts): (secret: ApiObject) => void {
  const label = vocabulary.render(LAST_USED_LABEL);
  const writing = new Set<string>();
  return (secret) => {
    const { namespace = "", name = "", uid = "", labels = {} } = secret.metadata;
    const today = dateOf(now());
    const noted = labels[label];
    // Clocks of other servers may be ahead.
    if (noted === today || noted === dateOf(now() + DAY) || writing.has(uid)) return;
    writing.add(uid);
    const ref = { group: "", version: "v1", resource: "secrets", namespace, name };
    client()
      .patch(ref, { metadata: { uid, labels: { [label]: today } } })
      .catch(onError)
      .finally(() => writing.delete(uid));
  };
}
