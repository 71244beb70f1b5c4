import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionOperation } from "./plugin.ts";

const KINDS: Readonly<Record<AdmissionOperation, string>> = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: "",
};

/**
 * The options of a request as admission sees them: of the kind that belongs to the operation, whatever request it came
 * from (an apply that creates has CreateOptions). Empty for connections.
 * @param options as the endpoint read them; `dryRun` may be a plain truth value
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
