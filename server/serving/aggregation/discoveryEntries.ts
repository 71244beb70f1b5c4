import { append } from "../../../shared/collections/append.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";

/** The resources of one group version, in the format of the merged discovery document. */
export type DiscoveryEntry = Readonly<Record<string, unknown>>;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const textsOf = (value: unknown): string[] => listOf(value).filter((each) => typeof each === "string");

/** A member that is present only if its list is not empty. */
const unlessEmpty = (name: string, list: readonly unknown[]): Fields => (list.length === 0 ? {} : { [name]: list });

/** A kind in the format that both forms share; undefined without a name. */
function kindOf(value: unknown): Fields | undefined {
  const { group, version, kind } = fieldsOf(value);
  if (textOf(kind) === "") return undefined;
  return { group: textOf(group), version: textOf(version), kind: textOf(kind) };
}

/** The resources of a version: another server decides how many there are. */
function* resourcesOf(list: unknown): Steps<Fields[]> {
  const found: Fields[] = [];
  for (const value of listOf(list)) {
    if (isTurnDue()) yield;
    append(found, yield* resourceOf(value));
  }
  return found;
}

function* subresourcesOf(list: unknown): Steps<Fields[]> {
  const found: Fields[] = [];
  for (const value of listOf(list)) {
    if (isTurnDue()) yield;
    append(found, subresourceOf(value));
  }
  return found;
}

function* resourceOf(value: unknown): Steps<Fields[]> {
  const { resource, responseKind, scope, singularResource, verbs, shortNames, categories, subresources } =
    fieldsOf(value);
  if (textOf(resource) === "") return [];
  const kind = kindOf(responseKind);
  const below = yield* subresourcesOf(subresources);
  return [
    {
      resource: textOf(resource),
      ...(kind === undefined ? {} : { responseKind: kind }),
      scope: textOf(scope) === "Namespaced" ? "Namespaced" : "Cluster",
      singularResource: textOf(singularResource),
      verbs: textsOf(verbs),
      ...unlessEmpty("shortNames", textsOf(shortNames)),
      ...unlessEmpty("categories", textsOf(categories)),
      ...unlessEmpty("subresources", below),
    },
  ];
}

function subresourceOf(value: unknown): Fields[] {
  const { subresource, responseKind, verbs } = fieldsOf(value);
  if (textOf(subresource) === "") return [];
  const kind = kindOf(responseKind);
  return [
    {
      subresource: textOf(subresource),
      ...(kind === undefined ? {} : { responseKind: kind }),
      verbs: textsOf(verbs),
    },
  ];
}

/**
 * Reads an extension server's aggregated document, and copies only the members that the form defines.
 * @returns entries by `group/version`
 */
export function* aggregatedEntries(document: unknown): Steps<Map<string, DiscoveryEntry>> {
  const entries = new Map<string, DiscoveryEntry>();
  for (const item of listOf(fieldsOf(document)["items"])) {
    const { metadata, versions } = fieldsOf(item);
    const group = textOf(fieldsOf(metadata)["name"]);
    for (const each of listOf(versions)) {
      if (isTurnDue()) yield;
      const { version, resources } = fieldsOf(each);
      entries.set(`${group}/${textOf(version)}`, {
        version: textOf(version),
        ...unlessEmpty("resources", yield* resourcesOf(resources)),
      });
    }
  }
  return entries;
}

/**
 * Converts a list of resources, the only form that older servers have. Kinds of the document's own group version get
 * their group and version explicitly.
 * @throws WebhookError `body` when the document is not such a list, or is about another group version
 */
export function* entryOfList(document: unknown, group: string, version: string): Steps<DiscoveryEntry> {
  const { kind, groupVersion, resources } = fieldsOf(document);
  if (kind !== "APIResourceList" || groupVersion !== `${group}/${version}`) {
    throw new WebhookError("body", `the answer is no list of the resources of ${group}/${version}`);
  }
  const rows = listOf(resources);
  const own = (row: Fields): Fields => ({
    group: textOf(row["group"]) || group,
    version: textOf(row["version"]) || version,
    kind: textOf(row["kind"]),
  });
  const made = new Map<string, Record<string, unknown>>();
  for (const value of rows) {
    if (isTurnDue()) yield;
    const row = fieldsOf(value);
    const name = textOf(row["name"]);
    if (name === "" || name.includes("/")) continue;
    made.set(name, {
      resource: name,
      responseKind: own(row),
      scope: row["namespaced"] === true ? "Namespaced" : "Cluster",
      singularResource: textOf(row["singularName"]),
      verbs: textsOf(row["verbs"]),
      ...unlessEmpty("shortNames", textsOf(row["shortNames"])),
      ...unlessEmpty("categories", textsOf(row["categories"])),
    });
  }
  for (const value of rows) {
    if (isTurnDue()) yield;
    const row = fieldsOf(value);
    const [name = "", subresource] = textOf(row["name"]).split("/", 2);
    if (name === "" || subresource === undefined || subresource === "") continue;
    // A sub-resource may be served even if its resource is not.
    const parent = made.get(name) ?? { resource: name, scope: row["namespaced"] === true ? "Namespaced" : "Cluster" };
    made.set(name, parent);
    const below = { subresource, responseKind: own(row), verbs: textsOf(row["verbs"]) };
    if (Array.isArray(parent["subresources"])) parent["subresources"].push(below);
    else parent["subresources"] = [below];
  }
  return { version, ...unlessEmpty("resources", [...made.values()]) };
}

/** The `Accept` header for discovery: the newer form, or the previous one. */
export const acceptedForms = (vocabulary: Vocabulary): string =>
  ["v2", "v2beta1"]
    .map((version) =>
      vocabulary.render(`application/json;g=apidiscovery.{domain};v=${version};as=APIGroupDiscoveryList`),
    )
    .join(",");

/** Whether the media type of an answer is one of those forms. */
export const isAggregatedType = (type: string): boolean => /;\s*as=APIGroupDiscoveryList/i.test(type);
