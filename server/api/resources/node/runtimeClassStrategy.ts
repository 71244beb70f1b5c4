import type { Toleration } from "kubernetes-types/core/v1";
import type { RuntimeClass } from "kubernetes-types/node/v1";
import { append } from "../../../../shared/append.ts";
import { type FieldError, index } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { duplicateText } from "../../../ground/formats/goText.ts";
import { validateLabels } from "../../../ground/formats/labels.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { deprecatedLabelText } from "../validation/nodeLabels.ts";
import { validateResourceRequirements } from "../validation/pod/resources.ts";
import { tolerationText, validateTolerations } from "../validation/pod/tolerations.ts";

function validate(context: WriteContext, object: ApiObject): FieldError[] {
  const { handler = "", overhead, scheduling } = decoded<RuntimeClass>(object);
  const errors = invalidBy("handler", handler, checkLabel(handler));
  if (overhead !== undefined) {
    // The overhead is checked as limits of a container are, and messages say so.
    const scope = { claims: new Set<string>(), rules: context };
    append(errors, atOnce(validateResourceRequirements({ limits: overhead.podFixed ?? {} }, scope, "overhead")));
  }
  append(errors, validateLabels(scheduling?.nodeSelector, "scheduling.nodeSelector"));
  return [...errors, ...validateUniqueTolerations(scheduling?.tolerations ?? [], "scheduling.tolerations")];
}

/** Sound tolerations, no two alike but for how long they last. */
function validateUniqueTolerations(tolerations: readonly Toleration[], path: string): FieldError[] {
  const seen = new Set<string>();
  const repeated = tolerations.flatMap((toleration, i) => {
    const { key = "", operator = "", value = "", effect = "" } = toleration;
    const identity = JSON.stringify([key, operator, value, effect]);
    if (seen.has(identity)) return [duplicateText(index(path, i), tolerationText(toleration))];
    seen.add(identity);
    return [];
  });
  return [...validateTolerations(tolerations, path), ...repeated];
}

/** Nodes have newer labels for what they are. */
function warnings({ vocabulary }: WriteContext, object: ApiObject): string[] {
  const labels = Object.keys(decoded<RuntimeClass>(object).scheduling?.nodeSelector ?? {}).sort();
  return labels.flatMap((label) => {
    const text = deprecatedLabelText(label, vocabulary);
    return text === undefined ? [] : [`scheduling.nodeSelector: ${text}`];
  });
}

/** The handler is what pods rely on; it never changes. */
export const runtimeClassStrategy: Strategy = {
  metadataOnUpdate: ["whole", "change"],
  allowUnconditionalUpdate: false,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  validate,
  validateUpdate: (_context, object, old) =>
    validateImmutable(object["handler"] ?? "", old["handler"] ?? "", "handler"),
};
