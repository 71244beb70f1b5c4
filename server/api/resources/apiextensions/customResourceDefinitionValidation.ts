/** Rules of custom resource definitions, in the reference's order. */

import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { checkLabel1035, checkName, type NameCheck } from "../../../ground/formats/names/names.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { holdsDefault } from "../../extensions/schema/holdsDefault.ts";
import type { JsonSchema } from "../../extensions/schema/jsonSchema.ts";
import { decodedInSteps, narrow, withoutNulls } from "../../registry/strategies/narrow.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { validateApproval } from "./approval.ts";
import { type StoredDefinition, validateConversion } from "./conversionValidation.ts";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceVersion,
} from "./customResourceDefinition.ts";
import { nameErrors, validateRequiredNames } from "./definitionNames.ts";
import { validateDeprecationWarning } from "./deprecationWarning.ts";
import { type SharedMember, sharedMembers } from "./sharedMembers.ts";
import { storedVersionErrors } from "./storedVersions.ts";
import { validateOwnContents, validateSharedContents } from "./versionContentValidation.ts";
import { versionsText } from "./versionsText.ts";

const SCOPES = ["Cluster", "Namespaced"];

/** Field errors of a new definition. */
export function* validateCustomResourceDefinition(vocabulary: Vocabulary, object: ApiObject): Steps<FieldError[]> {
  const { spec = {} } = yield* decodedInSteps<CustomResourceDefinition>(object);
  return [
    ...(yield* validateSpec(vocabulary, object)),
    ...(yield* definitionStatusErrors(object)),
    ...(yield* storedVersionErrors(object)),
    ...validateApproval(vocabulary, object),
    ...validatePruning(vocabulary, spec),
  ];
}

/** The name of a definition must be derived from the resource that it defines. */
export function definitionNameRule(object: ApiObject): NameCheck {
  const { names, group } = narrow<CustomResourceDefinition>(object).spec ?? {};
  const wanted = `${names?.plural ?? ""}.${group ?? ""}`;
  return (name, prefix) => {
    const messages = checkName("subdomain", name, prefix);
    return name === wanted ? messages : [...messages, 'must be spec.names.plural+"."+spec.group'];
  };
}

/** Field errors of an update. The name of a definition is immutable, so it is not checked. */
export function* validateDefinitionUpdate(
  vocabulary: Vocabulary,
  object: ApiObject,
  old: ApiObject,
): Steps<FieldError[]> {
  const { spec = {} } = yield* decodedInSteps<CustomResourceDefinition>(object);
  const { spec: before = {} } = yield* decodedInSteps<CustomResourceDefinition>(old);
  return [
    ...(yield* validateSpec(vocabulary, object, { spec: before, established: isEstablished(old) })),
    ...(yield* fixedNameErrors(spec, old)),
    ...(yield* definitionStatusErrors(object)),
    ...(yield* storedVersionErrors(object)),
    ...validateApproval(vocabulary, object, old),
    ...(before.preserveUnknownFields === true ? [] : validatePruning(vocabulary, spec)),
  ];
}

/** Field errors of the accepted names in the status. */
export const definitionStatusErrors = (object: ApiObject): Steps<FieldError[]> =>
  nameErrors(withoutNulls(narrow<CustomResourceDefinition>(object).status?.acceptedNames), "status.acceptedNames");

/** `preserveUnknownFields` may no longer be set to true; schemas can preserve unknown fields instead. */
function validatePruning(vocabulary: Vocabulary, spec: CustomResourceDefinitionSpec): FieldError[] {
  if (spec.preserveUnknownFields !== true) return [];
  const extension = `${vocabulary.extensionPrefix}preserve-unknown-fields`;
  const detail = `cannot set to true, set ${extension} to true in spec.versions[*].schema instead`;
  return [invalid("spec.preserveUnknownFields", true, detail)];
}

function* validateSpec(vocabulary: Vocabulary, object: ApiObject, stored?: StoredDefinition): Steps<FieldError[]> {
  const path = "spec";
  const { spec = {} } = yield* decodedInSteps<CustomResourceDefinition>(object);
  // Keep nulls: in schemas, defaults and enums may contain them.
  const versions = narrow<CustomResourceDefinition>(object).spec?.versions ?? [];
  const shared = yield* sharedMembers(versions);
  const names = spec.names ?? {};
  const conversion = child(path, "conversion");
  const strategy = spec.conversion?.strategy ?? "None";
  return [
    ...validateGroup(spec.group ?? "", child(path, "group")),
    ...validateScope(spec.scope ?? "", child(path, "scope")),
    ...(yield* schemasGivenErrors(spec, child(path, "versions"))),
    ...(yield* validateDefaulting(spec, child(path, "preserveUnknownFields"))),
    ...(yield* errorsWithin(versions, child(path, "versions"), (version, at, i) =>
      validateVersion(vocabulary, spec.versions?.[i], version, shared, at),
    )),
    ...(yield* versionListErrors(spec, child(path, "versions"))),
    ...validateRequiredNames(names, child(path, "names")),
    ...(yield* nameErrors(names, child(path, "names"))),
    ...(yield* validateSharedContents(vocabulary, versions, shared, path)),
    ...(spec.preserveUnknownFields === true && strategy !== "None"
      ? [invalid(child(conversion, "strategy"), strategy, "must be None if spec.preserveUnknownFields is true")]
      : []),
    ...(yield* validateConversion(spec, conversion, stored)),
  ];
}

function validateGroup(group: string, path: string): FieldError[] {
  if (group === "") return [required(path)];
  const messages = checkSubdomain(group);
  if (messages.length > 0) return [invalid(path, group, messages.join(","))];
  return group.includes(".") ? [] : [invalid(path, group, "should be a domain with at least one dot")];
}

function validateScope(scope: string, path: string): FieldError[] {
  if (scope === "") return [required(path)];
  return SCOPES.includes(scope) ? [] : [notSupported(path, scope, SCOPES)];
}

const schemasGivenErrors = ({ versions }: CustomResourceDefinitionSpec, path: string): Steps<FieldError[]> =>
  errorsOfEach(versions, path, ({ schema }, at) =>
    schema?.openAPIV3Schema === undefined
      ? [required(child(at, "schema.openAPIV3Schema"), "schemas are required")]
      : [],
  );

/** Defaults require that unknown fields are pruned. */
function* validateDefaulting(spec: CustomResourceDefinitionSpec, path: string): Steps<FieldError[]> {
  if (spec.preserveUnknownFields !== true) return [];
  for (const { schema } of spec.versions ?? []) {
    if (schema?.openAPIV3Schema !== undefined && (yield* holdsDefault(schema.openAPIV3Schema as JsonSchema))) {
      return [invalid(path, true, "must be false in order to use defaults in the schema")];
    }
  }
  return [];
}

/** @param version including its nulls @param shared members that are equal in all versions */
function* validateVersion(
  vocabulary: Vocabulary,
  { name = "", deprecated = false, deprecationWarning }: CustomResourceVersion = {},
  version: CustomResourceVersion,
  shared: ReadonlySet<SharedMember>,
  path: string,
): Steps<FieldError[]> {
  const messages = checkLabel1035(name);
  return [
    ...(messages.length > 0 ? [invalid(child(path, "name"), name, messages.join(","))] : []),
    ...validateDeprecationWarning(deprecated, deprecationWarning, child(path, "deprecationWarning")),
    ...(yield* validateOwnContents(vocabulary, version, shared, path)),
  ];
}

function* versionListErrors(spec: CustomResourceDefinitionSpec, path: string): Steps<FieldError[]> {
  const versions = spec.versions ?? [];
  const names = new Set<string | undefined>();
  let ofStorage = 0;
  for (const { name, storage } of versions) {
    if (isTurnDue()) yield;
    names.add(name);
    if (storage === true) ofStorage += 1;
  }
  const wrong = [
    ...(names.size < versions.length ? ["must contain unique version names"] : []),
    ...(ofStorage === 1 ? [] : ["must have exactly one version marked as storage version"]),
  ];
  if (wrong.length === 0) return [];
  const text = versionsText(spec.versions, yield* sharedMembers(versions));
  return wrong.map((detail) => invalidText(path, text, detail));
}

const isEstablished = (definition: ApiObject): boolean =>
  narrow<CustomResourceDefinition>(definition).status?.conditions?.some(
    ({ type, status }) => type === "Established" && status === "True",
  ) === true;

/** Names that must not change, because stored objects depend on them. */
function* fixedNameErrors(now: CustomResourceDefinitionSpec, old: ApiObject): Steps<FieldError[]> {
  const { spec: before = {} } = yield* decodedInSteps<CustomResourceDefinition>(old);
  return [
    ...(isEstablished(old)
      ? [
          ...validateImmutable(now.scope, before.scope, "spec.scope"),
          ...validateImmutable(now.names?.kind, before.names?.kind, "spec.names.kind"),
        ]
      : []),
    ...validateImmutable(now.group, before.group, "spec.group"),
    ...validateImmutable(now.names?.plural, before.names?.plural, "spec.names.plural"),
  ];
}
