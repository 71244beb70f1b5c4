import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { isExplicitlyEmpty } from "../explicitEmpties.ts";
import { pointer, quantityText, textList, textMap } from "./goText.ts";

/**
 * The kind of a structure's member: a plain value, a time that may be absent (`moment`), a list or map of plain values,
 * amounts of resources, a pointer (`*` and the type), other structures, or a structure whose members are inlined in the
 * JSON object. A rebuilt list is one that the server copies item by item before messages show it: an empty one is then
 * shown as absent, even if the request explicitly had an empty list.
 */
export type MemberKind =
  | "text"
  | "flag"
  | "number"
  | "time"
  | "moment"
  | "texts"
  | "numbers"
  | "map"
  | "amounts"
  | `*${string}`
  | { readonly list: StructShape; readonly isRebuilt?: boolean }
  | { readonly struct: StructShape }
  | { readonly inline: StructShape };

/** A structure of the reference: its type, and its members in order, each with its JSON name. */
export interface StructShape {
  readonly type: string;
  readonly members: readonly (readonly [name: string, kind: MemberKind, json: string])[];
}

type Holder = Readonly<Record<string, unknown>>;

/**
 * A structure in Go syntax: `core.Toleration{Key:"a", …}`. Pointers show whether they are set, not their targets.
 *
 * @param value as JSON; undefined for a structure without any members set
 */
export function* shapedText(shape: StructShape, value: unknown): Steps<string> {
  const holder = (value ?? {}) as Holder;
  const parts: string[] = [];
  for (const [name, kind, json] of shape.members) {
    if (isTurnDue()) yield;
    parts.push(`${name}:${yield* memberText(kind, holder, json)}`);
  }
  return `${shape.type}{${parts.join(", ")}}`;
}

function* memberText(kind: MemberKind, holder: Holder, json: string): Steps<string> {
  const value = holder[json] ?? (isExplicitlyEmpty(holder, json) ? EMPTY : undefined);
  if (typeof kind === "object") {
    if ("inline" in kind) return yield* shapedText(kind.inline, holder);
    if ("struct" in kind) return yield* shapedText(kind.struct, value);
    return yield* listText(kind.list, kind.isRebuilt === true && value === EMPTY ? undefined : value);
  }
  if (kind.startsWith("*")) return pointer(kind.slice(1), value);
  return PLAIN[kind as keyof typeof PLAIN](value);
}

/** Represents an explicitly empty list or map of the request. */
const EMPTY: readonly never[] = [];

function* listText(shape: StructShape, value: unknown): Steps<string> {
  if (value === undefined) return `[]${shape.type}(nil)`;
  const items: string[] = [];
  for (const item of value as readonly unknown[]) items.push(yield* shapedText(shape, item));
  return `[]${shape.type}{${items.join(", ")}}`;
}

const PLAIN = {
  text: (value: unknown) => quoted(String(value ?? "")),
  flag: (value: unknown) => String(value === true),
  number: (value: unknown) => String(value ?? 0),
  time: (value: unknown) => momentText(value as string | undefined),
  moment: (value: unknown) => (value === undefined ? "<nil>" : momentText(value as string)),
  texts: (value: unknown) => textList(value as readonly string[] | undefined),
  numbers: (value: unknown) => (value === undefined ? "[]int32(nil)" : `[]int32{${(value as number[]).join(", ")}}`),
  map: (value: unknown) => textMap(value as Readonly<Record<string, string>> | undefined),
  amounts: (value: unknown) => amountsText(value as Readonly<Record<string, string>> | undefined),
};

function amountsText(amounts: Readonly<Record<string, string>> | undefined): string {
  if (amounts === undefined) return "core.ResourceList(nil)";
  const parts = Object.keys(amounts)
    .sort()
    .map((name) => `${quoted(name)}:${quantityText(amounts[name] ?? "0")}`);
  return `core.ResourceList{${parts.join(", ")}}`;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** @param time RFC 3339; undefined for Go's zero time */
function momentText(time: string | undefined): string {
  const at = new Date(time ?? "0001-01-01T00:00:00Z");
  const clock = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].join(", ");
  return `time.Date(${at.getUTCFullYear()}, time.${MONTHS[at.getUTCMonth()]}, ${at.getUTCDate()}, ${clock}, 0, time.UTC)`;
}
