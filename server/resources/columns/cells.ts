/** Columns and cells that many kinds share. */
import type { ApiObject, Json } from "../../../shared/object.ts";
import type { Column } from "../definition.ts";
import { ageText } from "./age.ts";
import { DOC } from "./descriptions.ts";

/** What a Table shows where there is nothing. */
export const NONE = "<none>";
export const UNSET = "<unset>";
export const UNKNOWN = "<unknown>";

/** The first column of nearly every kind. */
export const nameColumn: Column = {
  name: "Name",
  type: "string",
  format: "name",
  description: DOC.name,
  cell: (object) => object.metadata.name ?? "",
};

/** Age since creation. */
export const ageColumn: Column = {
  name: "Age",
  type: "string",
  description: DOC.creationTimestamp,
  cell: (object, now) => ageText(object.metadata.creationTimestamp, now),
};

/** Creation as a time stamp: for kinds without a printer of their own. */
export const createdAtColumn: Column = {
  name: "Created At",
  type: "date",
  description: DOC.creationTimestamp,
  cell: (object) => object.metadata.creationTimestamp ?? null,
};

/** A text column. @param priority 1 shows it only in wide tables */
export function textColumn(
  name: string,
  description: string,
  cell: (object: ApiObject, now: number) => Json,
  priority = 0,
): Column {
  return { name, type: "string", description, ...(priority === 0 ? {} : { priority }), cell };
}

/** A number column. */
export function integerColumn(
  name: string,
  description: string,
  cell: (object: ApiObject, now: number) => Json,
  priority = 0,
): Column {
  return { name, type: "integer", description, ...(priority === 0 ? {} : { priority }), cell };
}

/** `a=1,b=2` with sorted keys; `<none>` when empty. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined | null): string {
  const keys = Object.keys(labels ?? {}).sort();
  return keys.length === 0 ? NONE : keys.map((name) => `${name}=${labels?.[name] ?? ""}`).join(",");
}

interface SelectorLike {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly values?: readonly string[];
  }[];
}

/** A structured selector in the text form of queries, terms sorted by key; `<none>` when it selects everything. */
export function selectorText(selector: SelectorLike | undefined | null): string {
  if (selector === undefined || selector === null) return NONE;
  const terms: [string, string][] = Object.entries(selector.matchLabels ?? {}).map(([name, value]) => [
    name,
    `${name}=${value}`,
  ]);
  for (const { key = "", operator, values } of selector.matchExpressions ?? []) {
    const set = `(${[...(values ?? [])].sort().join(",")})`;
    if (operator === "In") terms.push([key, `${key} in ${set}`]);
    else if (operator === "NotIn") terms.push([key, `${key} notin ${set}`]);
    else if (operator === "Exists") terms.push([key, key]);
    else if (operator === "DoesNotExist") terms.push([key, `!${key}`]);
  }
  terms.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return terms.length === 0 ? NONE : terms.map(([, text]) => text).join(",");
}

interface ContainerLike {
  readonly name?: string;
  readonly image?: string;
}

/** Names of containers, joined with commas. */
export const containerNames = (containers: readonly ContainerLike[] | undefined): string =>
  (containers ?? []).map(({ name }) => name ?? "").join(",");

/** Images of containers, joined with commas. */
export const containerImages = (containers: readonly ContainerLike[] | undefined): string =>
  (containers ?? []).map(({ image }) => image ?? "").join(",");
