/** Rules of custom resource definitions about names, scope and versions. Schemas have rules of their own. */
import { child, type FieldError, index, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded, narrow } from "../strategies/narrow.ts";
import { invalidText, textList } from "../validation/goText.ts";
import { checkLabel, checkLabel1035, checkSubdomain, invalidBy } from "../validation/names.ts";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceNames,
} from "./customResourceDefinition.ts";
import { validateVersionContents } from "./versionContentValidation.ts";
import { versionsText } from "./versionsText.ts";

/** Field errors of a new definition. */
export function validateCustomResourceDefinition(vocabulary: Vocabulary, object: ApiObject): FieldError[] {
  const spec = decoded<CustomResourceDefinition>(object).spec ?? {};
  const name = object.metadata.name ?? "";
  const errors: FieldError[] = [];
  if (name !== `${spec.names?.plural ?? ""}.${spec.group ?? ""}`) {
    errors.push(invalid("metadata.name", name, 'must be spec.names.plural+"."+spec.group'));
  }
  return [...errors, ...validateDefinitionContent(vocabulary, object)];
}

/** Field errors of what a definition states, but for its name: names never change, so that updates do not look at it. */
export function validateDefinitionContent(vocabulary: Vocabulary, object: ApiObject): FieldError[] {
  const spec = decoded<CustomResourceDefinition>(object).spec ?? {};
  // Nulls mean something in schemas: defaults and lists of allowed values may hold them.
  const { versions } = narrow<CustomResourceDefinition>(object).spec ?? {};
  return [
    ...validateSpec(vocabulary, spec, "spec"),
    ...validateVersionContents(vocabulary, versions ?? [], "spec"),
    ...validateConversion(spec, "spec.conversion"),
    ...validateStoredVersions(object),
    ...validateApproval(vocabulary, object),
  ];
}

function validateSpec(vocabulary: Vocabulary, spec: CustomResourceDefinitionSpec, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const group = spec.group ?? "";
  if (group === "") errors.push(required(child(path, "group")));
  else {
    errors.push(...invalidBy(child(path, "group"), group, checkSubdomain(group)));
    if (!group.includes("."))
      errors.push(invalid(child(path, "group"), group, "should be a domain with at least one dot"));
  }
  const scope = spec.scope ?? "";
  if (scope === "") errors.push(required(child(path, "scope")));
  else if (scope !== "Cluster" && scope !== "Namespaced") {
    errors.push(notSupported(child(path, "scope"), scope, ["Cluster", "Namespaced"]));
  }
  if (spec.preserveUnknownFields === true) {
    const extension = `${vocabulary.extensionPrefix}preserve-unknown-fields`;
    const why = `cannot set to true, set ${extension} to true in spec.versions[*].schema instead`;
    errors.push(invalid(child(path, "preserveUnknownFields"), true, why));
  }
  errors.push(...validateVersions(spec, child(path, "versions")));
  return [...errors, ...validateNames(spec.names ?? {}, child(path, "names"))];
}

function validateVersions(spec: CustomResourceDefinitionSpec, path: string): FieldError[] {
  const versions = spec.versions ?? [];
  const errors: FieldError[] = [];
  for (const [i, version] of versions.entries()) {
    const at = index(path, i);
    const name = version.name ?? "";
    errors.push(...invalidBy(child(at, "name"), name, checkLabel1035(name)));
    if (version.schema?.openAPIV3Schema === undefined) {
      errors.push(required(child(at, "schema.openAPIV3Schema"), "schemas are required"));
    }
    if (version.deprecationWarning !== undefined && version.deprecated !== true) {
      errors.push(
        invalid(child(at, "deprecationWarning"), version.deprecationWarning, "can only be set for deprecated versions"),
      );
    }
  }
  const unique = new Set(versions.map((version) => version.name)).size === versions.length;
  if (!unique) errors.push(invalidText(path, versionsText(spec.versions), "must contain unique version names"));
  if (versions.filter((version) => version.storage === true).length !== 1) {
    const why = "must have exactly one version marked as storage version";
    errors.push(invalidText(path, versionsText(spec.versions), why));
  }
  return errors;
}

function validateNames(names: CustomResourceNames, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { plural = "", singular = "", kind = "", listKind = "" } = names;
  for (const [member, value] of Object.entries({ plural, singular })) {
    if (value === "") errors.push(required(child(path, member)));
    else errors.push(...invalidBy(child(path, member), value, checkLabel1035(value)));
  }
  for (const [member, value] of Object.entries({ kind, listKind })) {
    if (value === "") errors.push(required(child(path, member)));
    else {
      const messages = checkLabel1035(value.toLowerCase());
      errors.push(
        ...messages.map((message) =>
          invalid(child(path, member), value, `may have mixed case, but should otherwise match: ${message}`),
        ),
      );
    }
  }
  for (const member of ["shortNames", "categories"] as const) {
    const list = names[member] ?? [];
    for (const [i, value] of list.entries()) {
      errors.push(...invalidBy(index(child(path, member), i), value, checkLabel1035(value)));
    }
  }
  if (kind !== "" && kind === listKind) {
    errors.push(invalid(child(path, "listKind"), listKind, "kind and listKind may not be the same"));
  }
  return errors;
}

function validateConversion({ conversion }: CustomResourceDefinitionSpec, path: string): FieldError[] {
  if (conversion === undefined) return [];
  const strategy = conversion.strategy ?? "";
  if (strategy === "None") return [];
  if (strategy !== "Webhook") {
    if (strategy === "") return [required(child(path, "strategy"))];
    return [notSupported(child(path, "strategy"), strategy, ["None", "Webhook"])];
  }
  const errors: FieldError[] = [];
  if (conversion.webhook?.clientConfig === undefined) {
    errors.push(required(child(path, "webhookClientConfig"), "required when strategy is set to Webhook"));
  }
  const versions = conversion.webhook?.conversionReviewVersions ?? [];
  if (versions.length === 0) errors.push(required(child(path, "conversionReviewVersions")));
  for (const [i, version] of versions.entries()) {
    errors.push(...invalidBy(index(child(path, "conversionReviewVersions"), i), version, checkLabel(version)));
  }
  return errors;
}

/** Objects may be stored in any version that ever was the storage version, so that none of these may disappear. */
export function validateStoredVersions(object: ApiObject): FieldError[] {
  const { spec, status } = decoded<CustomResourceDefinition>(object);
  const stored = status?.storedVersions ?? undefined;
  const path = "status.storedVersions";
  if (stored === undefined || stored.length === 0) {
    return [invalidText(path, textList(stored), "must have at least one stored version")];
  }
  const versions = spec?.versions ?? [];
  const errors: FieldError[] = [];
  for (const [i, name] of stored.entries()) {
    if (!versions.some((version) => version.name === name)) {
      errors.push(invalid(index(path, i), name, "must appear in spec.versions"));
    }
  }
  const storage = versions.findLast((version) => version.storage === true)?.name;
  if (storage !== undefined && !stored.includes(storage)) {
    errors.push(invalidText(path, textList(stored), `must have the storage version ${storage}`));
  }
  return errors;
}

/** Groups of the product's own domain need a reviewed design, on record in an annotation. */
function validateApproval(vocabulary: Vocabulary, object: ApiObject): FieldError[] {
  const group = decoded<CustomResourceDefinition>(object).spec?.group ?? "";
  const domains = [vocabulary.domain, vocabulary.labelDomain];
  if (!domains.some((domain) => group === domain || group.endsWith(`.${domain}`))) return [];
  const annotation = vocabulary.render("api-approved.{labelDomain}");
  const value = object.metadata.annotations?.[annotation];
  if (value !== undefined && (value.startsWith("unapproved") || URL.canParse(value))) return [];
  const why = vocabulary.render(
    `protected groups must have approval annotation ${JSON.stringify(annotation)}, see https://github.com/{product}/enhancements/pull/1111`,
  );
  const at = `metadata.annotations[${annotation}]`;
  return [value === undefined || value === "" ? required(at, why) : invalid(at, value, why)];
}

/** Field errors of what an update changed: objects are stored under these names. */
export function validateDefinitionChange(object: ApiObject, old: ApiObject): FieldError[] {
  const now = decoded<CustomResourceDefinition>(object).spec ?? {};
  const before = decoded<CustomResourceDefinition>(old).spec ?? {};
  const established = (
    old["status"] as { conditions?: { type: string; status: string }[] } | undefined
  )?.conditions?.some(({ type, status }) => type === "Established" && status === "True");
  return [
    ...(established === true
      ? [
          ...validateImmutable(now.scope, before.scope, "spec.scope"),
          ...validateImmutable(now.names?.kind, before.names?.kind, "spec.names.kind"),
        ]
      : []),
    ...validateImmutable(now.group, before.group, "spec.group"),
    ...validateImmutable(now.names?.plural, before.names?.plural, "spec.names.plural"),
  ];
}
