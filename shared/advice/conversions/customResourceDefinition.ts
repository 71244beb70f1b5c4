import { isEmptyMap } from "../../json/largeMaps.ts";
import type { Conversion, ConversionContext } from "./conversion.ts";
import { countValues } from "./countValues.ts";
import {
  ensureMember,
  fill,
  isAbsent,
  type Members,
  memberAt,
  membersOf,
  ownOf,
  recordsOf,
  rename,
  take,
} from "./members.ts";
import { makeStructural } from "./structuralSchema.ts";

/** Converts custom resource definitions to apiextensions v1. */
export const convertDefinition: Conversion = (object, context) => {
  const spec = memberAt(object, "spec");
  if (spec === undefined) return;
  fill(spec, "scope", "Namespaced");
  const preserves = take(spec, "preserveUnknownFields") !== false;
  listVersions(spec, context);
  spreadOverVersions(spec, context);
  for (const version of recordsOf(ownOf(spec, "versions"))) {
    for (const column of recordsOf(ownOf(version, "additionalPrinterColumns"))) rename(column, "JSONPath", "jsonPath");
    const schema = ensureMember(version, "schema");
    if (schema === undefined) continue;
    const root = ensureMember(schema, "openAPIV3Schema");
    if (root === undefined) continue;
    // Without a schema, v1beta1 did not validate objects and kept all of their fields.
    const isBare = isEmptyMap(root);
    makeStructural(root, { preserves: preserves || isBare, at: String(ownOf(version, "name")), context });
  }
  moveConversion(spec);
  settleApproval(object, spec, context);
};

/** `spec.version` was the older way to name the only version. */
function listVersions(spec: Members, context: ConversionContext): void {
  const only = take(spec, "version");
  if (recordsOf(ownOf(spec, "versions")).length > 0) return;
  if (only !== undefined) spec["versions"] = [{ name: only, served: true, storage: true }];
  else context.fail({ en: "`spec.versions` is missing.", de: "`spec.versions` fehlt." });
}

/** Maximum number of values created by copying the common settings into each version. */
const MAX_VALUES = 100_000;

/** Moves the settings that v1beta1 allowed once for all versions into each version. */
function spreadOverVersions(spec: Members, context: ConversionContext): void {
  const common = {
    schema: take(spec, "validation"),
    subresources: take(spec, "subresources"),
    additionalPrinterColumns: take(spec, "additionalPrinterColumns"),
  };
  const versions = recordsOf(ownOf(spec, "versions"));
  if (versions.length * countValues(common, MAX_VALUES) > MAX_VALUES) {
    context.fail({
      en: "What stood once for all versions is too large to stand in each of them, and was left out.",
      de: "Was einmal für alle Versionen stand, ist zu groß, um in jeder zu stehen, und wurde weggelassen.",
    });
    return;
  }
  for (const version of versions) {
    for (const [name, value] of Object.entries(common)) {
      // Each version gets its own copy, because the copies are changed below.
      if (value !== undefined && isAbsent(version, name)) version[name] = structuredClone(value);
    }
  }
}

function moveConversion(spec: Members): void {
  const conversion = membersOf(ownOf(spec, "conversion"));
  if (conversion === undefined) return;
  const clientConfig = take(conversion, "webhookClientConfig");
  const versions = take(conversion, "conversionReviewVersions");
  if (ownOf(conversion, "strategy") !== "Webhook") return;
  fill(conversion, "webhook", {
    ...(clientConfig === undefined ? {} : { clientConfig }),
    conversionReviewVersions: versions ?? ["v1beta1"],
  });
}

/** Groups under the product's own domains need an API approval annotation. */
function settleApproval(object: Members, spec: Members, { vocabulary, note }: ConversionContext): void {
  const group = ownOf(spec, "group");
  const domains = [vocabulary.domain, vocabulary.labelDomain];
  if (typeof group !== "string" || !domains.some((domain) => group === domain || group.endsWith(`.${domain}`))) return;
  const name = `api-approved.${vocabulary.labelDomain}`;
  const annotations = ensureMember(ensureMember(object, "metadata") ?? {}, "annotations");
  if (annotations === undefined || !isAbsent(annotations, name)) return;
  annotations[name] = "unapproved, converted from v1beta1";
  note({
    en: `Groups of \`${group}\` need the annotation \`${name}\`; it says \`unapproved\` now.`,
    de: `Gruppen von \`${group}\` brauchen die Annotation \`${name}\`; sie sagt jetzt \`unapproved\`.`,
  });
}
