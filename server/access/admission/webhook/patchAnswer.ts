import { parseInSteps } from "../../../../shared/json/parseInSteps.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { jsonTypeName } from "../../../model/apply/goFormat.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";
import { refuseDeepNestingInSteps } from "../../../model/encoding/nesting.ts";
import type { Operation } from "../mutation/applyOperations.ts";
import { WebhookCallError } from "./callError.ts";

/**
 * The operations of a webhook's patch; empty for `null`.
 * @throws WebhookCallError for text that is not a JSON patch
 */
export function* decodeOperations(webhook: string, text: string): Steps<readonly Operation[]> {
  const refuse = (message: string): WebhookCallError =>
    new WebhookCallError(webhook, `received undecodable patch in webhook response: ${message}`, 503);
  let value: unknown;
  try {
    yield* refuseDeepNestingInSteps(text);
    value = yield* parseInSteps(text);
  } catch (error) {
    throw refuse(error instanceof ApiError ? error.message : describeJsonError(text));
  }
  if (value === null) return [];
  const unfit = Array.isArray(value) ? value.find((item) => !isOperation(item)) : value;
  if (unfit !== undefined) {
    throw refuse(
      `json: cannot unmarshal ${jsonTypeName(unfit)} into Go value of type jsonpatch.${Array.isArray(value) ? "Operation" : "Patch"}`,
    );
  }
  return value as Operation[];
}

const isOperation = (value: unknown): boolean => value !== null && typeof value === "object" && !Array.isArray(value);
