import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { rangesRef } from "../../../api/resources/networking/addresses/addressObjects.ts";

/** The readiness condition of a range. */
export interface Readiness {
  readonly status: "True" | "False";
  readonly reason?: string;
  /** A template for the vocabulary. */
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** The apply configuration for the status of a range. */
export function readyStatus(
  vocabulary: Vocabulary,
  name: string,
  { status, reason, message, time }: Readiness,
): ApiObject {
  const { group, version } = rangesRef(vocabulary);
  const condition = {
    type: "Ready",
    status,
    ...(reason === undefined ? {} : { reason }),
    message: vocabulary.render(message),
    lastTransitionTime: timestamp(time),
  };
  return {
    apiVersion: `${group}/${version}`,
    kind: "ServiceCIDR",
    metadata: { name },
    status: { conditions: [condition] },
  };
}
