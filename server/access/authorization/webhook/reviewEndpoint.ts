import { messageOf } from "../../../../shared/text/messageOf.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { decodeInSteps } from "../../../model/schema/decode.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { WebhookClient } from "../../webhook/webhookClient.ts";
import { WebhookError } from "../../webhook/webhookError.ts";
import type { ReviewVersion } from "../flags.ts";
import type { ReviewSpec } from "./reviewSpec.ts";

/** The response of a webhook. */
export interface ReviewStatus {
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly reason: string;
}

/** Calls a webhook once. @throws WebhookError */
export type SendReview = (spec: ReviewSpec, signal: AbortSignal | undefined) => Promise<ReviewStatus>;

/** @param timeout milliseconds for one call */
export function reviewEndpoint(
  client: Pick<WebhookClient, "post">,
  version: ReviewVersion,
  timeout: number,
  schema: Schema,
): SendReview {
  const apiVersion = schema.vocabulary.render(`authorization.{domain}/${version}`);
  const kind = "SubjectAccessReview";
  const node = schema.definition(`api.authorization.${version}.${kind}`);
  return async (spec, signal) => {
    const review = {
      kind,
      apiVersion,
      metadata: { creationTimestamp: null },
      spec: version === "v1" ? spec : beta(spec),
      status: { allowed: false },
    };
    const options = { timeout, announceTimeout: true, ...(signal === undefined ? {} : { signal }) };
    const answer = await client.post(review, options);
    const given = (answer ?? {}) as { readonly apiVersion?: unknown; readonly kind?: unknown };
    if ((given.kind ?? kind) !== kind || (given.apiVersion ?? apiVersion) !== apiVersion) {
      const found = `${String(given.apiVersion ?? "")}, Kind=${String(given.kind ?? "")}`;
      throw new WebhookError("body", `expected ${apiVersion}, Kind=${kind}, got ${found}`, 200);
    }
    const { status = {} } = (await decode(answer)) as { readonly status?: Partial<ReviewStatus> };
    return { allowed: status.allowed === true, denied: status.denied === true, reason: status.reason ?? "" };
  };

  async function decode(answer: unknown): Promise<unknown> {
    try {
      return (await inTurns(decodeInSteps(node, answer))).value;
    } catch (error) {
      throw new WebhookError("body", messageOf(error), 200);
    }
  }
}

/** The older version has another name for groups. */
function beta({ groups, ...spec }: ReviewSpec): object {
  return { ...spec, ...(groups === undefined ? {} : { group: groups }) };
}
