import type { Toleration } from "kubernetes-types/core/v1";
import type { RuntimeClass } from "kubernetes-types/node/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { flatEach, type Steps } from "../../../../shared/steps.ts";
import { labelErrors } from "../../../ground/formats/names/labels.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";
import { duplicateText } from "../../../ground/formats/wording/goText.ts";
import { NO_METADATA_ERRORS } from "../../registry/metadata/objectMeta.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { deprecatedLabelText } from "../validation/nodeLabels.ts";
import { validateResourceRequirements } from "../validation/pod/containers/resources.ts";
import { tolerationErrors, tolerationText } from "../validation/pod/placement/tolerations.ts";

function* classErrors(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const { handler = "", overhead, scheduling } = yield* decodedInSteps<Partial<RuntimeClass>>(object);
  const errors = invalidBy("handler", handler, checkLabel(handler));
  if (overhead !== undefined) {
    // The overhead is validated like container limits, which the messages show.
    const scope = { claims: new Set<string>(), rules: context };
    append(errors, yield* validateResourceRequirements({ limits: overhead.podFixed ?? {} }, scope, "overhead"));
  }
  append(errors, yield* labelErrors(scheduling?.nodeSelector, "scheduling.nodeSelector"));
  return [...errors, ...(yield* uniqueTolerationErrors(scheduling?.tolerations ?? [], "scheduling.tolerations"))];
}

/** Errors of tolerations: each must be valid, and no two may differ only in their duration. */
function* uniqueTolerationErrors(tolerations: readonly Toleration[], path: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  const repeated = errorsOfEach(tolerations, path, (toleration, at) => {
    const { key = "", operator = "", value = "", effect = "" } = toleration;
    const identity = JSON.stringify([key, operator, value, effect]);
    if (seen.has(identity)) return [duplicateText(at, tolerationText(toleration))];
    seen.add(identity);
    return [];
  });
  return [...(yield* tolerationErrors(tolerations, path)), ...(yield* repeated)];
}

/** Warns about deprecated node labels that have newer names. */
function* warnings({ vocabulary }: WriteContext, object: ApiObject): Steps<string[]> {
  const labels = yield* sortInSteps(Object.keys(narrow<Partial<RuntimeClass>>(object).scheduling?.nodeSelector ?? {}));
  return yield* flatEach(labels, (label) => {
    const text = deprecatedLabelText(label, vocabulary);
    return text === undefined ? [] : [`scheduling.nodeSelector: ${text}`];
  });
}

/** Rules of runtime classes. The handler is immutable, because pods rely on it. */
export const runtimeClassStrategy: Strategy = {
  metadataOnUpdate: "woven",
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: false,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  *validating(context, object, old, { whole, change } = NO_METADATA_ERRORS) {
    const errors = yield* classErrors(context, object);
    if (old === undefined) return errors;
    const fixed = validateImmutable(object["handler"] ?? "", old["handler"] ?? "", "handler");
    return [...whole, ...errors, ...change, ...fixed];
  },
};
