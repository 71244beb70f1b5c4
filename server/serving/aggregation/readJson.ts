import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { refuseDeepNesting } from "../../model/encoding/nesting.ts";

/** Parses a document of another server, in slices that yield to the event loop. @throws WebhookError `body` */
export async function readJson(bytes: Buffer): Promise<unknown> {
  const text = bytes.toString("utf8");
  try {
    refuseDeepNesting(text);
    return await inTurns(parseInSteps(text));
  } catch {
    throw new WebhookError("body", "the answer is no JSON that can be read");
  }
}
