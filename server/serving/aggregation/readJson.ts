import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { nestsTooDeeplyInSteps } from "../../model/encoding/nesting.ts";

/** Parses a document of another server, in slices that yield to the event loop. @throws WebhookError `body` */
export async function readJson(bytes: Buffer): Promise<unknown> {
  const text = bytes.toString("utf8");
  try {
    if (!(await inTurns(nestsTooDeeplyInSteps(text)))) return await inTurns(parseInSteps(text));
  } catch {
    // The same words for all texts that cannot be read.
  }
  throw new WebhookError("body", "the answer is no JSON that can be read");
}
