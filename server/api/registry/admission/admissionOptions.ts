import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionOperation } from "./plugin.ts";

const KINDS: Readonly<Record<AdmissionOperation, string>> = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: "",
};

/**
 * The options of a request as admission sees them. Their kind follows the operation, not the request: an apply that
 * creates an object has CreateOptions. Empty for CONNECT.
 * @param options as the endpoint read them; `dryRun` may be a boolean
 */
export function admissionOptions(
  operation: AdmissionOperation,
  options: Readonly<Record<string, unknown>>,
  vocabulary: Vocabulary,
): Record<string, unknown> {
  if (operation === "CONNECT") return {};
  const { kind: _k, apiVersion: _a, dryRun, force: _f, ...rest } = options;
  const seen: Record<string, unknown> = { kind: KINDS[operation], apiVersion: `${vocabulary.metaGroup}/v1`, ...rest };
  if (dryRun === true || (Array.isArray(dryRun) && dryRun.length > 0)) seen["dryRun"] = ["All"];
  return seen;
}
