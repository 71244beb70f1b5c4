/** Which versions of a definition's objects the server can give. */
import { internalError } from "../../../../shared/status.ts";
import type { Definition } from "../definition.ts";

/**
 * Throws unless an object of one version is good for another one: the same version always is, and any is where versions
 * differ in nothing but their names (strategy `None`).
 *
 * @param from `group/version` that the object is written at
 * @param to `group/version` that is needed
 * @throws ApiError 500, worded as the reference words a webhook that does not answer
 */
export type RequireConversion = (from: string, to: string) => void;

/** This server calls no conversion webhooks: what only they can convert is refused rather than mutilated. */
export function conversionOf({ spec }: Definition): RequireConversion {
  if (spec.conversion?.strategy !== "Webhook") return () => {};
  return (from, to) => {
    if (from === to) return;
    const why = `this server does not call conversion webhooks, and the object has to be converted to ${to}`;
    throw internalError(`conversion webhook for ${from}, Kind=${spec.names.kind} failed: ${why}`);
  };
}
