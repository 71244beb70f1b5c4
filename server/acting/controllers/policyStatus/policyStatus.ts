import { isApiError } from "../../../../shared/status.ts";
import type { PolicySpec } from "../../../access/admission/policy/declarations.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { checkTypes, type ServedKinds } from "./typeChecking.ts";

/** Field manager of the written fields. */
const FIELD_MANAGER = "validatingadmissionpolicy-status";

/** Writes type warnings about a validating admission policy to its status, once per generation. */
export function policyStatusController(parts: ControllerParts, kinds: ServedKinds): RunningController {
  const { client, vocabulary } = parts;
  const group = vocabulary.render("admissionregistration.{domain}");
  const ref = { group, version: "v1", resource: "validatingadmissionpolicies" };
  return startController(parts, {
    sources: [{ ref, keys: ({ metadata }, deleted) => (deleted ? [] : [metadata.name ?? ""]) }],
    async reconcile(name) {
      try {
        const policy = await client.get({ ...ref, name });
        const { observedGeneration = 0 } = (policy["status"] ?? {}) as { observedGeneration?: number };
        const { generation = 0 } = policy.metadata;
        if (generation <= observedGeneration) return undefined;
        const expressionWarnings = await inTurns(checkTypes((policy["spec"] ?? {}) as PolicySpec, kinds));
        const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings };
        await client.apply(
          { ...ref, name, subresource: "status" },
          {
            apiVersion: `${group}/v1`,
            kind: "ValidatingAdmissionPolicy",
            metadata: { name },
            status: { observedGeneration: generation, typeChecking },
          },
          { fieldManager: FIELD_MANAGER },
        );
      } catch (error) {
        if (!isApiError(error, "NotFound")) throw error;
      }
      return undefined;
    },
  });
}
