import type { FlowSchema, FlowSchemaSpec } from "kubernetes-types/flowcontrol/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { structText } from "../../../ground/formats/wording/goText.ts";
import { decodedInSteps, narrow } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import { conditionTypeErrors } from "./conditionTypes.ts";
import { validateMandatoryFlowSchema } from "./mandatoryObjects.ts";
import { policyRuleErrors } from "./policyRuleValidation.ts";

const MAX_PRECEDENCE = 10_000;
const DISTINGUISHERS = ["ByNamespace", "ByUser"];

function* schemaErrors(object: ApiObject): Steps<FieldError[]> {
  const spec: Partial<FlowSchemaSpec> = (yield* decodedInSteps<FlowSchema>(object)).spec ?? {};
  const errors = validatePrecedence(spec.matchingPrecedence ?? 0, object.metadata.name, "spec.matchingPrecedence");
  if (spec.distinguisherMethod !== undefined) {
    append(errors, validateDistinguisher(spec.distinguisherMethod.type ?? "", "spec.distinguisherMethod.type"));
  }
  const level = spec.priorityLevelConfiguration?.name ?? "";
  const levelPath = "spec.priorityLevelConfiguration.name";
  if (level === "") errors.push(required(levelPath, "must reference a priority level"));
  else append(errors, invalidBy(levelPath, level, checkSubdomain(level)));
  append(errors, yield* errorsWithin(spec.rules, "spec.rules", policyRuleErrors));
  return [...errors, ...validateMandatoryFlowSchema(object), ...(yield* statusErrors(object))];
}

function validatePrecedence(precedence: number, name: string | undefined, path: string): FieldError[] {
  if (precedence <= 0) return [invalid(path, precedence, "must be a positive value")];
  if (precedence > MAX_PRECEDENCE) return [invalid(path, precedence, `must not be greater than ${MAX_PRECEDENCE}`)];
  return precedence === 1 && name !== "exempt"
    ? [invalid(path, precedence, "only the schema named 'exempt' may have matchingPrecedence 1")]
    : [];
}

function validateDistinguisher(type: string, path: string): FieldError[] {
  if (DISTINGUISHERS.includes(type)) return [];
  const shown = structText("flowcontrol.FlowDistinguisherMethod", { Type: quoted(type) });
  const supported = DISTINGUISHERS.map(quoted).join(", ");
  const message = `Unsupported value: ${shown}: supported values: ${supported}`;
  return [{ type: "FieldValueNotSupported", field: path, message }];
}

const statusErrors = (object: ApiObject): Steps<FieldError[]> =>
  conditionTypeErrors(narrow<FlowSchema>(object).status?.conditions, "status.conditions");

/** Rules of flow schemas. */
export const flowSchemaStrategy = specStatusStrategy({
  metadataOnUpdate: ["whole"],
  validating: (_context, object) => schemaErrors(object),
});

/** Rules of the status of flow schemas. */
export const flowSchemaStatusStrategy = statusStrategy(flowSchemaStrategy, {
  metadata: "whole",
  validating: (_context, object) => statusErrors(object),
});
