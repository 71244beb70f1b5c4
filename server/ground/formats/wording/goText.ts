/**
 * Values in Go syntax, as the reference's messages show structures: `[]string{"a"}`, `map[string]string(nil)`. Clients
 * only display them, but scripts may compare them.
 */
import type { FieldError } from "../../../../shared/fieldError.ts";
import { formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import type { StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";
import { isPlain, quoted } from "../../../../shared/text/quoted.ts";
import { isExplicitlyEmpty } from "../explicitEmpties.ts";

/** An `Invalid value` error whose value is already rendered. */
export const invalidText = (field: string, rendered: string, detail: string): FieldError => ({
  type: "FieldValueInvalid",
  field,
  message: `Invalid value: ${rendered}: ${detail}`,
});

/** A `Duplicate value` error whose value is already rendered. */
export const duplicateText = (field: string, rendered: string): FieldError => ({
  type: "FieldValueDuplicate",
  field,
  message: `Duplicate value: ${rendered}`,
});

/** A list of strings of a named type: `[]string{"a", "b"}`, `[]string(nil)`. */
export function textList(values: readonly string[] | undefined | null, type = "string"): string {
  if (values === undefined || values === null) return `[]${type}(nil)`;
  // Lists may be long, and rarely contain anything that must be escaped: then they are joined in one go.
  const inner = isPlain(values.join("")) ? `"${values.join('", "')}"` : values.map(quoted).join(", ");
  return `[]${type}{${values.length === 0 ? "" : inner}}`;
}

/** A map of strings, keys sorted: `map[string]string{"a":"b"}`. */
export function textMap(map: Readonly<Record<string, string>> | undefined | null): string {
  if (map === undefined || map === null) return "map[string]string(nil)";
  const entries = Object.keys(map)
    .sort()
    .map((name) => `${quoted(name)}:${quoted(map[name] ?? "")}`);
  return `map[string]string{${entries.join(", ")}}`;
}

/** The list in a field of a struct; an empty one if the request explicitly had an empty list. */
export const listOf = <Name extends string, Item>(
  struct: { readonly [name in Name]?: readonly Item[] | null | undefined } | undefined | null,
  name: Name,
): readonly Item[] | undefined => struct?.[name] ?? (isExplicitlyEmpty(struct, name) ? [] : undefined);

/** The same for a map of strings. */
export const mapOf = <Name extends string>(
  struct: { readonly [name in Name]?: Readonly<Record<string, string>> | null | undefined } | undefined | null,
  name: Name,
): Readonly<Record<string, string>> | undefined => struct?.[name] ?? (isExplicitlyEmpty(struct, name) ? {} : undefined);

/** Maximum number of structures shown of a list: readers need no more, and a small body can contain very many. */
const SHOWN = 1000;

/**
 * A list of structures, of which the first thousand are shown.
 * @param listType type name of the list, if it has its own
 */
export const structList = <T>(
  type: string,
  items: readonly T[] | undefined,
  textOf: (item: T) => string,
  listType = `[]${type}`,
): string =>
  items === undefined ? `${listType}(nil)` : `${listType}{${items.slice(0, SHOWN).map(textOf).join(", ")}}`;

/** A pointer: shows whether it is set, but never an address. */
export const pointer = (type: string, value: unknown): string =>
  value === undefined || value === null ? `(*${type})(nil)` : `(*${type})(0xc000000000)`;

/** A label selector as shown in messages about a whole selector. */
export function labelSelectorText(selector: StructuredSelector | undefined | null): string {
  if (selector === undefined || selector === null) return quoted("null");
  const expressions = structList(
    "v1.LabelSelectorRequirement",
    listOf(selector, "matchExpressions"),
    (requirement) =>
      `v1.LabelSelectorRequirement{Key:${quoted(requirement.key ?? "")}, Operator:${quoted(requirement.operator ?? "")}, Values:${textList(listOf(requirement, "values"))}}`,
  );
  return `v1.LabelSelector{MatchLabels:${textMap(mapOf(selector, "matchLabels"))}, MatchExpressions:${expressions}}`;
}

/** An int-or-string value: `intstr.IntOrString{Type:0, IntVal:80, StrVal:""}`. */
export function intOrStringText(value: number | string | undefined): string {
  return typeof value === "string"
    ? `intstr.IntOrString{Type:1, IntVal:0, StrVal:${quoted(value)}}`
    : `intstr.IntOrString{Type:0, IntVal:${value ?? 0}, StrVal:""}`;
}

/** A time: `2001-01-01 00:00:00 +0000 UTC`. */
export function timeText(value: string | null | undefined): string {
  if (value === undefined || value === null) return quoted("null");
  return `${value.slice(0, 10)} ${value.slice(11, 19)} +0000 UTC`;
}

/** A resource quantity as a structure. @param text in canonical form */
export function quantityText(text: string | number): string {
  const quantity = parseQuantity(String(text));
  const { digits, exponent, format } = quantity;
  const name = `${format[0]?.toUpperCase()}${format.slice(1)}`;
  return `resource.Quantity{i:resource.int64Amount{value:${digits}, scale:${exponent}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:${quoted(formatQuantity(quantity))}, Format:"${name}"}`;
}

/** A structure of named members, which are already rendered. */
export const structText = (type: string, members: Readonly<Record<string, string>>): string =>
  `${type}{${Object.entries(members)
    .map(([name, value]) => `${name}:${value}`)
    .join(", ")}}`;

/** A selector in the reference's format for a pointer to one. */
export function selectorDump({ matchLabels = {}, matchExpressions = [] }: Partial<StructuredSelector>): string {
  const labels = Object.keys(matchLabels)
    .sort()
    .map((key) => `${key}: ${matchLabels[key]},`);
  const expressions = matchExpressions.map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
}
